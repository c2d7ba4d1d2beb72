-- What becomes of a payment that misses its cut-off; null where a payment has no choice, and for payments from before.
alter table payments add column on_missed_cut_off text check (on_missed_cut_off in ('Refuse', 'NextWindow', 'Downgrade'));
-- The last cut-off for its value date.
alter table payments add column cut_off_at timestamptz;
-- The speed that the customer asked for, if the payment goes out at a slower one.
alter table payments add column requested_speed text;
grant update (cut_off_at, speed, requested_speed) on payments to giro_service;

-- A payment that is downgraded has the fees of its new speed.
grant delete on payment_fees to giro_service;

-- Held payments fail when their cut-off passes: one index lookup finds the first.
create index payments_held_until_cut_off on payments (tenant_id, cut_off_at) where status = 'HELD' and on_missed_cut_off = 'Refuse';

alter table payment_value_date_changes drop constraint payment_value_date_changes_reason_check;
alter table payment_value_date_changes add constraint payment_value_date_changes_reason_check
  check (reason in ('missedCutOff', 'downgraded', 'held', 'decidedAgain', 'anotherFile'));

-- A held payment can fail. The transitions that exist stay.
do $$
declare
  steps text := (select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') from pg_constraint
    where conname = 'payment_transitions_step' and conrelid = 'payment_transitions'::regclass);
begin
  alter table payment_transitions drop constraint payment_transitions_step;
  execute format('alter table payment_transitions add constraint payment_transitions_step
    check ((%s) or (from_status is not null and from_status = %L and to_status = %L))', steps, 'HELD', 'VALIDATION_FAILURE');
end $$;
