-- Receipts: every item that comes in over a rail. What was received never changes; the state does,
-- one step at a time, and the steps before the last are kept in receipt_transitions.
create table receipts (
  tenant_id            bigint        not null references institutions,
  id                   uuid          not null,
  identity             text          not null,
  rail                 text          not null,
  file_id              uuid          not null,
  entry_number         integer       not null,
  direction            text          not null,
  is_prenote           boolean       not null,
  amount               bigint        not null,
  currency             currency_code not null,
  account_number       text          not null,
  account_number_index text,
  transaction_code     text          not null,
  receiver_name        text          not null,
  receiver_identification text       not null,
  originator_name      text          not null,
  originator_identification text     not null,
  originator_routing   text          not null,
  sec_code             text          not null,
  entry_description    text          not null,
  discretionary_data   text          not null,
  trace_number         text          not null,
  addenda              text[]        not null,
  effective_date       date          not null,
  settlement_date      date          not null,
  created_at           timestamptz   not null,
  -- The state.
  settles_at           timestamptz   not null,
  status               text          not null,
  previous_status      text          not null,
  step                 smallint      not null,
  stepped_at           timestamptz   not null,
  actor                text          not null,
  evidence             jsonb,
  reason               text,
  account_id           bigint,
  customer_id          bigint,
  candidates           bigint[]      not null default '{}',
  place                text,
  hold_id              uuid,
  settlement_id        uuid,
  return_by            timestamptz   not null,
  extended_return_by   timestamptz,
  return_code          text,
  primary key (tenant_id, id),
  constraint receipts_account_fkey foreign key (tenant_id, account_id, customer_id)
    references accounts (tenant_id, id, customer_id),
  constraint receipts_settlement_fkey foreign key (tenant_id, settlement_id)
    references rail_settlements (tenant_id, id),
  constraint receipts_rail_known check (rail in ('ACH', 'FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT')),
  constraint receipts_direction_known check (direction in ('Credit', 'Debit')),
  constraint receipts_amount_not_negative check (amount >= 0),
  constraint receipts_amount_of_prenote check (not is_prenote or amount = 0),
  constraint receipts_status_known check (status in ('RECEIVED', 'SCREENING', 'PENDING', 'UNPOSTED', 'POSTED',
    'RETURN_QUEUED', 'RETURNED', 'DISHONORED', 'CONTESTED')),
  -- The code has the same list (src/receipts/receipt-state.ts); a test compares them.
  constraint receipts_step_allowed check (previous_status || ' ' || status in (
    'RECEIVED SCREENING', 'RECEIVED PENDING', 'RECEIVED UNPOSTED', 'RECEIVED POSTED', 'RECEIVED RETURN_QUEUED',
    'SCREENING PENDING', 'SCREENING POSTED', 'SCREENING UNPOSTED', 'SCREENING RETURN_QUEUED',
    'PENDING POSTED', 'PENDING UNPOSTED', 'PENDING RETURN_QUEUED',
    'UNPOSTED PENDING', 'UNPOSTED POSTED', 'UNPOSTED RETURN_QUEUED',
    'POSTED RETURN_QUEUED',
    'RETURN_QUEUED RETURNED',
    'RETURNED DISHONORED',
    'DISHONORED POSTED', 'DISHONORED CONTESTED')),
  constraint receipts_reason_known check (reason in ('AccountUnknown', 'AccountNumberInvalid', 'AccountAmbiguous',
    'AccountClosed', 'AccountSuspended', 'CustomerSuspended', 'NotATransactionAccount', 'OtherCurrency',
    'OtherName', 'UnderReview', 'InsufficientFunds')),
  constraint receipts_place_known check (place in ('Customer', 'Suspense', 'Review')),
  constraint receipts_place_with_account check (place is distinct from 'Customer' or account_id is not null),
  constraint receipts_account_with_customer check ((account_id is null) = (customer_id is null))
) with (fillfactor = 80);
-- The same item is received once.
create unique index receipts_identity on receipts (tenant_id, rail, identity);
-- Credits of a moment settle before its debits.
create index receipts_to_settle on receipts (tenant_id, settles_at, direction, id)
  where settlement_id is null and amount > 0;
create index receipts_of_account on receipts (tenant_id, account_id, id) where account_id is not null;
create index receipts_of_customer on receipts (tenant_id, customer_id, id) where customer_id is not null;
-- What people work on is few among all.
create index receipts_open on receipts (tenant_id, status, id) where status not in ('POSTED', 'PENDING');
create index receipts_status on receipts (tenant_id, status, id);
create index receipts_trace on receipts (tenant_id, trace_number, id);
create index receipts_file on receipts (tenant_id, file_id, entry_number);
create index receipts_settled_on on receipts (tenant_id, settlement_date, id);
create index receipts_settlement on receipts (tenant_id, settlement_id) where settlement_id is not null;
grant select, insert on receipts to giro_service;
grant update (settles_at, status, previous_status, step, stepped_at, actor, evidence, reason, account_id, customer_id,
  candidates, place, hold_id, settlement_id, return_code) on receipts to giro_service;
call add_tenant_policy('receipts');

-- The steps that receipts left behind, from the second on: the first, RECEIVED, is created_at.
create table receipt_transitions (
  tenant_id   bigint      not null,
  receipt_id  uuid        not null,
  step        smallint    not null,
  from_status text        not null,
  to_status   text        not null,
  at          timestamptz not null,
  actor       text        not null,
  evidence    jsonb,
  primary key (tenant_id, receipt_id, step),
  constraint receipt_transitions_receipt_fkey foreign key (tenant_id, receipt_id) references receipts (tenant_id, id)
);
grant select, insert on receipt_transitions to giro_service;
call add_tenant_policy('receipt_transitions');
call make_append_only('receipt_transitions');

-- Neither what was received nor its history is changed by hand.
create function refuse_receipt_change() returns trigger language plpgsql as $$
begin
  raise exception '% is never changed: %', tg_table_name, tg_name
    using errcode = 'integrity_constraint_violation', constraint = tg_name, table = tg_table_name,
      hint = 'Correct a receipt with a new step.';
end $$;
revoke execute on function refuse_receipt_change from public;
create trigger receipts_never_change before delete or update of tenant_id, id, identity, rail, file_id, entry_number,
  direction, is_prenote, amount, currency, account_number, transaction_code, receiver_name, receiver_identification,
  originator_name, originator_identification, originator_routing, sec_code, entry_description, discretionary_data,
  trace_number, addenda, effective_date, settlement_date, created_at
  on receipts for each row execute function refuse_receipt_change();
create trigger receipts_permanent before truncate on receipts for each statement
  execute function refuse_receipt_change();
create trigger receipts_follow before update of step, previous_status, status, stepped_at, actor, evidence
  on receipts for each row
  when (new.step <> old.step + 1 or new.previous_status is distinct from old.status)
  execute function refuse_receipt_change();
-- An item settles once.
create trigger receipts_settle_once before update of settlement_id on receipts for each row
  when (old.settlement_id is not null and new.settlement_id is distinct from old.settlement_id)
  execute function refuse_receipt_change();

-- All steps of receipts, in the order of their numbers.
create view receipt_steps with (security_invoker = true) as
select tenant_id, id as receipt_id, 1::smallint as step, null as from_status, 'RECEIVED' as to_status, created_at as at,
  'worker' as actor, null::jsonb as evidence
from receipts
union all
select tenant_id, receipt_id, step, from_status, to_status, at, actor, evidence
from receipt_transitions
union all
select tenant_id, id as receipt_id, step, previous_status as from_status, status as to_status, stepped_at as at, actor,
  evidence
from receipts;
grant select on receipt_steps to giro_service;
comment on view receipt_steps is
  'All steps of all receipts, in the order of their numbers: the first is RECEIVED, those before the last are in receipt_transitions, the last is in receipts.';
