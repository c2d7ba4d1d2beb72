-- A payment in two rows: what was instructed, which never changes, and the state, which is narrow
-- because it is written again with every step.
create table payment_states (
  tenant_id        bigint      not null,
  payment_id       uuid        not null,
  -- Of the payment, because the indexes below find states by them.
  customer_id       bigint     not null,
  sender_account_id bigint     not null,
  contact_id        bigint,
  amount            bigint     not null,
  entry_type        text       not null,
  on_missed_cut_off text,
  -- Whether its notification has an address to mail.
  is_mailed         boolean    not null,
  -- The last step of its history, and the state that it led to.
  step              smallint   not null,
  status            text       not null,
  updated_at        timestamptz not null,
  -- When its funds were held: what a collection of its rail goes by.
  validated_at      timestamptz,
  -- The hold of the amount, from VALIDATED on; a book transfer has none.
  hold_transfer_id  uuid,
  -- How it goes out: a scheduled payment can take another rail when it is decided again, and one
  -- that misses its cut-off a slower speed.
  rail              text       not null,
  speed             text       not null,
  value_date        date,
  leaves_at         timestamptz not null default '1970-01-01T00:00:00Z',
  cut_off_at        timestamptz,
  due_at            timestamptz,
  -- When a transmitted payment counts as settled, where the rail sends no confirmation.
  settlement_due_at timestamptz,
  -- Reasons of src/payments/held/hold-reasons.ts.
  held_reasons      text[],
  failure_reason    text,
  needs_institution_approval boolean not null,
  approval_expires_at timestamptz,
  limit_date        date,
  limit_amount      bigint,
  limit_rate        numeric,
  fee_amount        bigint,
  fee_account_id    bigint,
  deducted_amount   bigint,
  fee_from_proceeds boolean    not null default false,
  returnable_until  date,
  any_return_until  date,
  notified_status   text,
  primary key (tenant_id, payment_id),
  constraint payment_states_status_known check (status in ('PENDING_APPROVAL', 'PARTIALLY_APPROVED', 'FUTURE_DATED', 'HELD',
    'VALIDATED', 'VALIDATION_FAILURE', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'PROCESSED', 'RETURNED', 'REJECTED', 'CANCELLED',
    'REVERSED')),
  constraint payment_states_rail_known check (rail in ('BOOK', 'ACH', 'FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT')),
  constraint payment_states_speed_known check (speed in ('Economy', 'Economy Plus', 'Express', 'Instant', 'SPOT', 'ON', 'TN')),
  constraint payment_states_held_reasons_while_held check ((status = 'HELD') = (held_reasons is not null)),
  constraint payment_states_debit_by_ach check (entry_type = 'CREDIT' or rail = 'ACH'),
  constraint payment_states_limit_amount_with_date check (
    (limit_date is not null or limit_amount is null) and (limit_amount is not null or limit_rate is null)),
  constraint payment_states_limit_amount_positive check (limit_amount > 0),
  constraint payment_states_limit_rate_positive check (limit_rate > 0),
  constraint payment_states_fee_amount_positive check (fee_amount > 0),
  constraint payment_states_deducted_amount_positive check (deducted_amount > 0)
) with (fillfactor = 80);

insert into payment_states
select p.tenant_id, p.id, p.customer_id, p.sender_account_id, p.contact_id, p.amount, p.entry_type, p.on_missed_cut_off,
  p.details #>> '{notification,emailAddress}' is not null,
  (select max(t.step) from payment_transitions t where t.tenant_id = p.tenant_id and t.payment_id = p.id),
  p.status, p.updated_at, p.validated_at, p.hold_transfer_id, p.rail, p.speed, p.value_date, p.leaves_at, p.cut_off_at,
  p.due_at, p.settlement_due_at, p.held_reasons, p.failure_reason, p.needs_institution_approval, p.approval_expires_at,
  p.limit_date, p.limit_amount, p.limit_rate, p.fee_amount, p.fee_account_id, p.deducted_amount, p.fee_from_proceeds,
  p.returnable_until, p.any_return_until, p.notified_status
from payments p;

-- The state of a payment is that of its last step.
alter table payment_states add constraint payment_states_last_step
  foreign key (tenant_id, payment_id, step, status) references payment_transitions (tenant_id, payment_id, step, to_status);

-- The worker's questions, one index for each, and a search by any status but PROCESSED, rail by rail.
create index payment_states_open on payment_states (tenant_id, status, rail, payment_id) where status <> 'PROCESSED';
create index payment_states_collectable on payment_states (tenant_id, speed, validated_at, payment_id)
  where status = 'READY_TO_TRANSMIT' and rail = 'ACH';
create index payment_states_leaving on payment_states (tenant_id, leaves_at, payment_id)
  where status = 'READY_TO_TRANSMIT' and rail > 'ACH';
create index payment_states_settling on payment_states (tenant_id, settlement_due_at, payment_id)
  where status = 'TRANSMITTED' and settlement_due_at is not null;
create index payment_states_due on payment_states (tenant_id, due_at, payment_id) where status = 'FUTURE_DATED';
create index payment_states_approval_expiry on payment_states (tenant_id, approval_expires_at, payment_id)
  where status in ('PENDING_APPROVAL', 'PARTIALLY_APPROVED');
create index payment_states_waiting on payment_states (tenant_id, sender_account_id)
  where status in ('FUTURE_DATED', 'PENDING_APPROVAL', 'PARTIALLY_APPROVED', 'HELD');
create index payment_states_held_walk on payment_states
  (tenant_id, rail, sender_account_id, (case when contact_id is null then 0 else contact_id end), payment_id) where status = 'HELD';
create index payment_states_held_until_cut_off on payment_states (tenant_id, cut_off_at)
  where status = 'HELD' and on_missed_cut_off = 'Refuse';
create index payment_states_to_notify on payment_states (tenant_id, payment_id)
  where is_mailed and notified_status is distinct from status
    and status in ('PROCESSED', 'RETURNED', 'REVERSED', 'VALIDATION_FAILURE', 'REJECTED', 'CANCELLED');
create index payment_states_wires on payment_states (tenant_id, rail, payment_id) where rail in ('FEDWIRE', 'SWIFT');
-- What an exposure limit counts.
create index payment_states_credits_in_flight on payment_states (tenant_id, customer_id) include (amount)
  where rail = 'ACH' and entry_type = 'CREDIT' and hold_transfer_id is not null
    and status in ('VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'HELD');
create index payment_states_returnable_debits on payment_states (tenant_id, sender_account_id, returnable_until)
  include (any_return_until, amount)
  where entry_type = 'DEBIT' and status = 'PROCESSED' and returnable_until is not null;

grant select, insert on payment_states to giro_service;
grant update (step, status, updated_at, validated_at, hold_transfer_id, rail, speed, value_date, leaves_at, cut_off_at, due_at,
  settlement_due_at, held_reasons, failure_reason, needs_institution_approval, approval_expires_at, limit_date, limit_amount,
  limit_rate, fee_amount, fee_account_id, deducted_amount, fee_from_proceeds, returnable_until, any_return_until, notified_status)
  on payment_states to giro_service;
call add_tenant_policy('payment_states');

-- The instruction keeps the speed that the customer asked for.
update payments set speed = requested_speed where requested_speed is not null;
alter table payments
  drop column status, drop column rail, drop column updated_at, drop column validated_at, drop column hold_transfer_id,
  drop column failure_reason, drop column settlement_due_at, drop column limit_date, drop column limit_amount,
  drop column limit_rate, drop column needs_institution_approval, drop column approval_expires_at, drop column fee_amount,
  drop column fee_account_id, drop column due_at, drop column notified_status, drop column held_reasons,
  drop column value_date, drop column leaves_at, drop column cut_off_at, drop column requested_speed,
  drop column deducted_amount, drop column fee_from_proceeds, drop column returnable_until, drop column any_return_until;
alter table payments add constraint payments_debit_of_contact check (entry_type = 'CREDIT' or contact_id is not null);
revoke update on payments from giro_service;

-- Without statistics, all indexes that end with the id look alike to the planner, and it takes the
-- newest of them: in a new database, that must be the key.
do $$
declare
  reference record;
  again text[] := '{}';
  rule text;
begin
  if exists (select from payments) then
    return;
  end if;
  for reference in
    select conrelid::regclass as owner, conname, pg_get_constraintdef(oid) as rule from pg_constraint
    where contype = 'f' and confrelid = 'payments'::regclass
  loop
    execute format('alter table %s drop constraint %I', reference.owner, reference.conname);
    again := again || format('alter table %s add constraint %I %s', reference.owner, reference.conname, reference.rule);
  end loop;
  alter table payments drop constraint payments_pkey;
  alter table payments add primary key (tenant_id, id);
  foreach rule in array again loop
    execute rule;
  end loop;
end $$;

-- Payments as they are now: the instruction with its state.
create view current_payments with (security_invoker = true) as
select p.tenant_id, p.id, p.external_reference_id, p.customer_id, p.sender_account_id, p.contact_id, p.receiver_account_id,
  p.entry_type, p.amount, p.currency, p.sec_code, p.payment_date, p.receiver_name, p.receiver_account_number,
  p.receiver_account_number_index, p.receiver_account_type, p.receiver_bank_code, p.payment_notes, p.details, p.created_by,
  p.created_by_user, p.created_at, p.approvers_needed, p.on_missed_cut_off,
  s.speed, nullif(p.speed, s.speed) as requested_speed, s.rail, s.step, s.status, s.updated_at, s.validated_at,
  s.hold_transfer_id, s.value_date, s.leaves_at, s.cut_off_at, s.due_at, s.settlement_due_at, s.held_reasons,
  s.failure_reason, s.needs_institution_approval, s.approval_expires_at, s.limit_date, s.limit_amount, s.limit_rate,
  s.fee_amount, s.fee_account_id, s.deducted_amount, s.fee_from_proceeds, s.returnable_until, s.any_return_until,
  s.notified_status
from payments p join payment_states s on s.tenant_id = p.tenant_id and s.payment_id = p.id;
grant select on current_payments to giro_service;

-- Confirmed bank details are the one change of an instruction.
create or replace function take_contact_details(tenant bigint, payment uuid, moment timestamptz)
  returns void language sql volatile security definer set search_path = public, pg_temp
as $$
  with waiting as (
    update payment_states s set updated_at = moment
     where s.tenant_id = tenant and s.payment_id = payment and s.status in ('FUTURE_DATED', 'HELD')
       and current_setting('giro.tenant', true) in ('all', tenant::text)
    returning s.payment_id, s.rail)
  update payments p
     set receiver_name = k.name, receiver_account_number = k.account_number,
         receiver_account_number_index = k.account_number_index, receiver_account_type = k.account_type,
         receiver_bank_code = coalesce(case w.rail when 'SWIFT' then k.swift_code else k.national_code end, '')
    from waiting w, contacts k
   where p.tenant_id = tenant and p.id = w.payment_id and k.tenant_id = p.tenant_id and k.id = p.contact_id
$$;

do $$ begin
  execute format('alter function take_contact_details set search_path = %I, pg_temp', current_schema());
end $$;

-- Neither a history nor an instruction is changed by hand: not by whoever migrates the database, either.
create function refuse_payment_change() returns trigger language plpgsql as $$
begin
  raise exception '% is never changed: %', tg_table_name, tg_name
    using errcode = 'integrity_constraint_violation', constraint = tg_name,
      hint = 'Correct a payment with a new step or a new payment.';
end $$;
create trigger payments_never_change before delete or update of
    tenant_id, id, external_reference_id, customer_id, sender_account_id, contact_id, receiver_account_id, entry_type, amount,
    currency, speed, sec_code, payment_date, payment_notes, created_by, created_by_user, created_at, approvers_needed,
    on_missed_cut_off
  on payments for each row execute function refuse_payment_change();
create trigger payment_transitions_never_change before delete or update
  on payment_transitions for each row execute function refuse_payment_change();

-- No step without its state: a step after the first is written in the statement that moves the state.
create function check_states_moved() returns trigger language plpgsql as $$
declare
  ahead uuid := (
    select m.payment_id from made m cross join lateral (
      -- The limit makes the planner read one row by its key, whatever it knows about the table.
      select step from payment_states where tenant_id = m.tenant_id and payment_id = m.payment_id limit 1) as s
    where m.step > 1 and s.step < m.step limit 1);
begin
  if ahead is not null then
    raise exception 'payment % has a step that its state did not take', ahead
      using errcode = 'integrity_constraint_violation', constraint = 'payment_states_moved',
        hint = 'Move payment_states in the statement that writes the step.';
  end if;
  return null;
end $$;
create trigger payment_states_moved after insert on payment_transitions
  referencing new table as made for each statement execute function check_states_moved();
revoke execute on function refuse_payment_change, check_states_moved from public;
