-- Payments. `payments` has what was instructed and never changes; `payment_states` has what
-- changes, with the last step; `payment_transitions` has the steps before it.

-- One row for each payment, whatever its rail: what was instructed.
create table payments (
  tenant_id                     bigint        not null,
  id                            uuid          not null,
  external_reference_id         text          not null,
  customer_id                   bigint        not null,
  sender_account_id             bigint        not null,
  contact_id                    bigint,
  amount                        bigint        not null,
  currency                      currency_code not null,
  speed                         text          not null,
  sec_code                      text,
  payment_date                  date          not null,
  receiver_name                 text          not null,
  receiver_account_number       text          not null,
  receiver_account_type         text          not null,
  receiver_bank_code            text          not null,
  payment_notes                 text,
  details                       jsonb         not null,
  created_by                    text          not null,
  created_at                    timestamptz   not null,
  approvers_needed              smallint      not null,
  receiver_account_id           bigint,
  entry_type                    text          not null default 'CREDIT',
  created_by_user               uuid,
  receiver_account_number_index text,
  on_missed_cut_off             text,
  fx_contract_number            text,
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, receiver_account_id) references accounts (tenant_id, id),
  foreign key (tenant_id, created_by_user) references users (tenant_id, id),
  constraint payments_sender_account_of_customer foreign key (tenant_id, sender_account_id, customer_id)
    references accounts (tenant_id, id, customer_id),
  constraint payments_check check (contact_id is not null or receiver_account_id is not null),
  constraint payments_amount_positive check (amount > 0),
  constraint payments_speed_known check (speed in ('Economy', 'Economy Plus', 'Express', 'Instant', 'SPOT', 'ON', 'TN')),
  constraint payments_sec_code_known check (sec_code in ('POP', 'CCD', 'PPD', 'WEB', 'CTX')),
  constraint payments_entry_type_known check (entry_type in ('CREDIT', 'DEBIT')),
  constraint payments_debit_of_contact check (entry_type = 'CREDIT' or contact_id is not null),
  constraint payments_on_missed_cut_off_known check (on_missed_cut_off in ('Refuse', 'NextWindow', 'Downgrade'))
);
-- Search by sending account, and through it by customer and by legal entity.
create index payments_sender on payments (tenant_id, sender_account_id, id) include (payment_date);
create index payments_reference on payments (tenant_id, external_reference_id, id);
create index payments_receiver_name on payments (tenant_id, receiver_name, id);
create index payments_date on payments (tenant_id, payment_date, id);
create index payments_receiver_account on payments (tenant_id,
  (case when receiver_account_number_index is null then receiver_account_number else receiver_account_number_index end),
  id);
create index payments_amount on payments (tenant_id, currency, amount, id);
-- Built after the other indexes: without statistics, the planner takes the newest of those that fit
-- equally well.
alter table payments add primary key (tenant_id, id);
create index payments_forex on payments (tenant_id, fx_contract_number, id) where fx_contract_number is not null;
grant select, insert on payments to giro_service;
call add_tenant_policy('payments');

-- The state of each payment: how it goes out, what holds it, and when something is due.
create table payment_states (
  tenant_id                  bigint      not null,
  payment_id                 uuid        not null,
  customer_id                bigint      not null,
  sender_account_id          bigint      not null,
  contact_id                 bigint,
  amount                     bigint      not null,
  entry_type                 text        not null,
  on_missed_cut_off          text,
  is_mailed                  boolean     not null,
  step                       smallint    not null,
  status                     text        not null,
  updated_at                 timestamptz not null,
  validated_at               timestamptz,
  hold_transfer_id           uuid,
  rail                       text        not null,
  speed                      text        not null,
  value_date                 date,
  leaves_at                  timestamptz not null default '1970-01-01 00:00:00+00',
  cut_off_at                 timestamptz,
  due_at                     timestamptz,
  settlement_due_at          timestamptz,
  held_reasons               text[],
  failure_reason             text,
  needs_institution_approval boolean     not null,
  approval_expires_at        timestamptz,
  limit_date                 date,
  limit_amount               bigint,
  limit_rate                 numeric,
  fee_amount                 bigint,
  fee_account_id             bigint,
  deducted_amount            bigint,
  fee_from_proceeds          boolean     not null default false,
  returnable_until           date,
  any_return_until           date,
  notified_status            text,
  payment_date               date        not null,
  previous_status            text,
  stepped_at                 timestamptz not null,
  actor                      text        not null,
  evidence                   jsonb,
  primary key (tenant_id, payment_id),
  constraint payment_states_payment foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint payment_states_debit_by_ach check (entry_type = 'CREDIT' or rail = 'ACH'),
  constraint payment_states_first check (step >= 1 and (step = 1) = (previous_status is null)),
  constraint payment_states_status_known check (status in ('PENDING_APPROVAL', 'PARTIALLY_APPROVED', 'FUTURE_DATED',
    'HELD', 'VALIDATED', 'VALIDATION_FAILURE', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'PROCESSED', 'RETURNED', 'REJECTED',
    'CANCELLED', 'REVERSED')),
  constraint payment_states_held_reasons_while_held check ((status = 'HELD') = (held_reasons is not null)),
  constraint payment_states_rail_known check (rail in ('BOOK', 'ACH', 'FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT')),
  constraint payment_states_speed_known check (speed in ('Economy', 'Economy Plus', 'Express', 'Instant', 'SPOT', 'ON',
    'TN')),
  constraint payment_states_limit_amount_with_date check ((limit_date is not null or limit_amount is null)
    and (limit_amount is not null or limit_rate is null)),
  constraint payment_states_limit_amount_positive check (limit_amount > 0),
  constraint payment_states_limit_rate_positive check (limit_rate > 0),
  constraint payment_states_fee_amount_positive check (fee_amount > 0),
  constraint payment_states_deducted_amount_positive check (deducted_amount > 0),
  -- The allowed steps, as one array: PostgreSQL reads the expression of a check for each statement,
  -- and an array is shorter than comparisons.
  constraint payment_states_step check (
    (case when previous_status is null then 'none' else previous_status end || ' ' || status) in (
      'none PENDING_APPROVAL', 'none FUTURE_DATED', 'none VALIDATED',
      'PENDING_APPROVAL PARTIALLY_APPROVED', 'PENDING_APPROVAL FUTURE_DATED', 'PENDING_APPROVAL HELD',
        'PENDING_APPROVAL VALIDATED', 'PENDING_APPROVAL PROCESSED', 'PENDING_APPROVAL VALIDATION_FAILURE',
        'PENDING_APPROVAL REJECTED', 'PENDING_APPROVAL CANCELLED',
      'PARTIALLY_APPROVED FUTURE_DATED', 'PARTIALLY_APPROVED HELD', 'PARTIALLY_APPROVED VALIDATED',
        'PARTIALLY_APPROVED PROCESSED', 'PARTIALLY_APPROVED VALIDATION_FAILURE', 'PARTIALLY_APPROVED REJECTED',
        'PARTIALLY_APPROVED CANCELLED',
      'FUTURE_DATED HELD', 'FUTURE_DATED VALIDATED', 'FUTURE_DATED VALIDATION_FAILURE', 'FUTURE_DATED PROCESSED',
        'FUTURE_DATED PENDING_APPROVAL', 'FUTURE_DATED CANCELLED',
      'HELD FUTURE_DATED', 'HELD VALIDATED', 'HELD VALIDATION_FAILURE', 'HELD CANCELLED',
      'VALIDATED READY_TO_TRANSMIT', 'VALIDATED HELD', 'VALIDATED PROCESSED', 'VALIDATED CANCELLED',
      'READY_TO_TRANSMIT TRANSMITTED', 'READY_TO_TRANSMIT HELD', 'READY_TO_TRANSMIT VALIDATION_FAILURE',
        'READY_TO_TRANSMIT CANCELLED',
      'TRANSMITTED PROCESSED', 'TRANSMITTED RETURNED',
      'PROCESSED RETURNED', 'PROCESSED REVERSED'
    ))
) with (fillfactor = 80);
-- What the worker's sweeps ask: an index for each question, which has only the payments in
-- question.
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
-- The worker asks several times a second which held payments may go on. It walks rails, accounts
-- and contacts, and skips all that is blocked with one lookup.
create index payment_states_held_walk on payment_states (tenant_id, rail, sender_account_id,
  (case when contact_id is null then 0::bigint else contact_id end), payment_id) where status = 'HELD';
-- Held payments fail when their cut-off passes: one lookup finds the first.
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
  include (any_return_until, amount) where entry_type = 'DEBIT' and status = 'PROCESSED' and returnable_until is not null;
-- Search by every status but PROCESSED.
create index payment_states_open on payment_states (tenant_id, status, rail, payment_id) include (payment_date)
  where status <> 'PROCESSED';
grant select, insert on payment_states to giro_service;
grant update (step, status, updated_at, validated_at, hold_transfer_id, rail, speed, value_date, leaves_at, cut_off_at,
  due_at, settlement_due_at, held_reasons, failure_reason, needs_institution_approval, approval_expires_at, limit_date,
  limit_amount, limit_rate, fee_amount, fee_account_id, deducted_amount, fee_from_proceeds, returnable_until,
  any_return_until, notified_status, previous_status, stepped_at, actor, evidence) on payment_states to giro_service;
call add_tenant_policy('payment_states');

-- The steps of payments before the last, which is in `payment_states`: when, by whom and why, with
-- what the rail gave as evidence.
create table payment_transitions (
  tenant_id   bigint      not null,
  payment_id  uuid        not null,
  to_status   text        not null,
  from_status text,
  at          timestamptz not null,
  actor       text        not null,
  evidence    jsonb,
  step        smallint    not null,
  primary key (tenant_id, payment_id, step),
  constraint payment_transitions_first check (step >= 1 and (step = 1) = (from_status is null))
);
grant select on payment_transitions to giro_service;
call add_tenant_policy('payment_transitions');

-- Each change of a payment's value date after the payment was made.
create table payment_value_date_changes (
  tenant_id           bigint      not null,
  payment_id          uuid        not null,
  at                  timestamptz not null,
  previous_value_date date        not null,
  value_date          date        not null,
  reason              text        not null,
  primary key (tenant_id, payment_id, at, value_date),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint payment_value_date_changes_value_date_other check (value_date <> previous_value_date),
  constraint payment_value_date_changes_reason_known check (reason in ('missedCutOff', 'downgraded', 'held',
    'decidedAgain', 'anotherFile'))
);
grant select, insert on payment_value_date_changes to giro_service;
call add_tenant_policy('payment_value_date_changes');
call make_append_only('payment_value_date_changes');

-- Who approved or rejected a payment, for the customer or for the institution.
create table payment_approvals (
  tenant_id      bigint      not null,
  payment_id     uuid        not null,
  approver       text        not null,
  side           text        not null,
  decision       text        not null,
  content_sha256 text        not null,
  notes          text,
  decided_at     timestamptz not null,
  client_id      text        not null,
  user_id        uuid,
  signatory_id   bigint,
  decided_on     date        not null,
  identified_by  text        not null,
  limit_amount   bigint,
  primary key (tenant_id, payment_id, approver),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, signatory_id) references signatories (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint payment_approvals_approver_named check (approver = coalesce(user_id::text, signatory_id::text, client_id)),
  constraint payment_approvals_side_known check (side in ('Customer', 'Institution')),
  constraint payment_approvals_decision_known check (decision in ('Approved', 'Rejected')),
  constraint payment_approvals_one_person check (user_id is null or signatory_id is null),
  constraint payment_approvals_identified_by_known check (identified_by in ('Client', 'TrustedClient', 'Token')),
  constraint payment_approvals_identified_by_person check (case identified_by
    when 'Client' then user_id is null and signatory_id is null
    when 'Token' then user_id is not null
    else user_id is not null or signatory_id is not null end),
  constraint payment_approvals_limit_amount_positive check (limit_amount > 0)
);
create index payment_approvals_user on payment_approvals (tenant_id, user_id, decided_on) where user_id is not null;
create index payment_approvals_signatory on payment_approvals (tenant_id, signatory_id) where signatory_id is not null;
grant select, insert on payment_approvals to giro_service;
call add_tenant_policy('payment_approvals');
call make_append_only('payment_approvals');

-- The holds on the proceeds of settled debits that are not available at once.
create table funds_holds (
  tenant_id    bigint      not null,
  payment_id   uuid        not null,
  transfer_id  uuid        not null,
  available_on date        not null,
  releases_at  timestamptz not null,
  released_at  timestamptz,
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  foreign key (tenant_id, transfer_id) references ledger_transfers (tenant_id, id)
);
create index funds_holds_open on funds_holds (tenant_id, releases_at, payment_id) where released_at is null;
grant select, insert on funds_holds to giro_service;
grant update (available_on, released_at) on funds_holds to giro_service;
call add_tenant_policy('funds_holds');

-- Mails about a payment to the address in its notification: one for each status it is told of.
create table payment_mails (
  tenant_id  bigint      not null,
  payment_id uuid        not null,
  status     text        not null,
  created_at timestamptz not null,
  due_at     timestamptz,
  attempts   smallint    not null,
  sent_at    timestamptz,
  failure    text,
  primary key (tenant_id, payment_id, status),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint payment_mails_outcome check (sent_at is null or due_at is null)
);
create index payment_mails_due on payment_mails (tenant_id, due_at) where due_at is not null;
grant select, insert on payment_mails to giro_service;
grant update (due_at, attempts, sent_at, failure) on payment_mails to giro_service;
call add_tenant_policy('payment_mails');

-- Payments as they are now: the instruction with its state.
create view current_payments with (security_invoker = true) as
select p.tenant_id, p.id, p.external_reference_id, p.customer_id, p.sender_account_id, p.contact_id,
  p.receiver_account_id, p.entry_type, p.amount, p.currency, p.sec_code, p.payment_date, p.receiver_name,
  p.receiver_account_number, p.receiver_account_number_index, p.receiver_account_type, p.receiver_bank_code,
  p.payment_notes, p.details, p.created_by, p.created_by_user, p.created_at, p.approvers_needed, p.on_missed_cut_off,
  s.speed, nullif(p.speed, s.speed) as requested_speed, s.rail, s.step, s.status, s.updated_at, s.validated_at,
  s.hold_transfer_id, s.value_date, s.leaves_at, s.cut_off_at, s.due_at, s.settlement_due_at, s.held_reasons,
  s.failure_reason, s.needs_institution_approval, s.approval_expires_at, s.limit_date, s.limit_amount, s.limit_rate,
  s.fee_amount, s.fee_account_id, s.deducted_amount, s.fee_from_proceeds, s.returnable_until, s.any_return_until,
  s.notified_status
from payments p join payment_states s on s.tenant_id = p.tenant_id and s.payment_id = p.id;
grant select on current_payments to giro_service;
comment on view current_payments is 'Payments as they are now: the instruction with its state.';

-- All steps of all payments, in the order of their numbers: those before the last are in
-- payment_transitions, the last is in payment_states.
create view payment_steps with (security_invoker = true) as
select tenant_id, payment_id, step, from_status, to_status, at, actor, evidence
from payment_transitions
union all
select tenant_id, payment_id, step, previous_status as from_status, status as to_status, stepped_at as at, actor, evidence
from payment_states;
grant select on payment_steps to giro_service;
comment on view payment_steps is
  'All steps of all payments, in the order of their numbers: those before the last are in payment_transitions, the last is in payment_states.';

-- The sweep that seals stored data (src/db/seal-rows.ts) writes with it; the service has no right
-- to these columns. It accepts only sealed values, and null keeps a column as it is. A receiver
-- keeps its blind index once it has one.
create function reseal_payments(tenant bigint, row_id uuid, number text, number_index text, sealed_details jsonb)
  returns void language sql security definer set search_path = giro, pg_temp
as $$
  update payments
     set receiver_account_number = coalesce(number, receiver_account_number),
         receiver_account_number_index = coalesce(receiver_account_number_index, number_index),
         details = coalesce(sealed_details, details)
   where tenant_id = tenant and id = row_id and current_setting('giro.tenant', true) in ('all', tenant::text)
     and coalesce(number, 'sealed:') like 'sealed:%'
     and coalesce(sealed_details ->> 'sealed', 'sealed:') like 'sealed:%'
$$;
revoke execute on function reseal_payments from public;
grant execute on function reseal_payments to giro_service;

-- Confirmed bank details are the one change of an instruction.
create function take_contact_details(tenant bigint, payment uuid, moment timestamptz)
  returns void language sql security definer set search_path = giro, pg_temp
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
revoke execute on function take_contact_details from public;
grant execute on function take_contact_details to giro_service;

-- Neither a history nor an instruction is changed by hand, not even by the owner of the tables. The
-- name of the trigger is the rule.
create function refuse_payment_change() returns trigger language plpgsql as $$
begin
  raise exception '% is never changed: %', tg_table_name, tg_name
    using errcode = 'integrity_constraint_violation', constraint = tg_name, table = tg_table_name,
      hint = 'Correct a payment with a new step or a new payment.';
end $$;
revoke execute on function refuse_payment_change from public;
create trigger payment_transitions_never_change before delete or update
  on payment_transitions for each row execute function refuse_payment_change();
create trigger payment_states_follows after update of tenant_id, payment_id, step, previous_status, status, stepped_at,
  actor, evidence on payment_states for each row
  when (new.step <> (old.step + 1) or new.previous_status is distinct from old.status or new.payment_id <> old.payment_id
  or new.tenant_id <> old.tenant_id) execute function refuse_payment_change();
create trigger payment_states_permanent before delete or truncate
  on payment_states for each statement execute function refuse_payment_change();
create trigger payment_transitions_written before insert on payment_transitions for each statement
  when (pg_trigger_depth() = 0) execute function refuse_payment_change();
create trigger payment_transitions_permanent before truncate on payment_transitions for each statement
  execute function refuse_payment_change();
create trigger payments_never_change before delete or update of tenant_id, id, external_reference_id, customer_id,
  sender_account_id, contact_id, receiver_account_id, entry_type, amount, currency, speed, sec_code, payment_date,
  payment_notes, created_by, created_by_user, created_at, approvers_needed, on_missed_cut_off, fx_contract_number
  on payments for each row execute function refuse_payment_change();

-- Nobody decides about their own payment. A token tells its person from the person who submitted;
-- otherwise nobody knows for whom a client submitted, so the client counts.
create function payment_approvals_four_eyes() returns trigger language plpgsql set search_path = giro, pg_temp as $$
declare
  maker record;
begin
  select created_by, created_by_user into maker from payments where tenant_id = new.tenant_id and id = new.payment_id;
  if new.user_id = maker.created_by_user
    or (new.client_id = maker.created_by and (new.identified_by <> 'Token' or maker.created_by_user is null))
  then
    raise exception 'who made payment % cannot decide about it', new.payment_id
      using errcode = 'check_violation', table = 'payment_approvals', constraint = 'payment_approvals_four_eyes';
  end if;
  return null;
end $$;
revoke execute on function payment_approvals_four_eyes from public;
create trigger payment_approvals_four_eyes after insert on payment_approvals for each row
  execute function payment_approvals_four_eyes();

-- Adds the steps that the states of one statement left. The key in front makes the plan of the
-- first statement fit all others.
create function add_left_steps() returns trigger language plpgsql security definer set search_path = giro, pg_temp as $$
begin
  insert into payment_transitions (tenant_id, payment_id, step, from_status, to_status, at, actor, evidence)
  select b.tenant_id, b.payment_id, b.step, b.previous_status, b.status, b.stepped_at, b.actor, b.evidence
  from before b join after a on a.payment_id = b.payment_id and a.tenant_id = b.tenant_id
  where a.step <> b.step;
  return null;
end $$;
revoke execute on function add_left_steps from public;
create trigger payment_states_left after update on payment_states referencing old table as before new table as after
  for each statement execute function add_left_steps();

-- A book transfer is validated and processed at once: its state begins with the second step.
create function add_first_step() returns trigger language plpgsql security definer set search_path = giro, pg_temp as $$
begin
  if (new.step, new.previous_status, new.status, new.rail) is distinct from (2::smallint, 'VALIDATED', 'PROCESSED', 'BOOK') then
    raise exception 'payment % has a state without the steps that lead to it', new.payment_id
      using errcode = 'integrity_constraint_violation', constraint = 'payment_states_begins', table = tg_table_name,
        hint = 'Add a payment in its first state, then move it step by step.';
  end if;
  insert into payment_transitions (tenant_id, payment_id, step, to_status, at, actor)
  values (new.tenant_id, new.payment_id, 1, new.previous_status, new.stepped_at, new.actor);
  return null;
end $$;
revoke execute on function add_first_step from public;
create trigger payment_states_begins after insert on payment_states for each row when (new.step > 1)
  execute function add_first_step();
