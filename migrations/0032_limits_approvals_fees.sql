-- Limits hold payments back, approvals make them wait, fees are charged with them; and they end in other ways than by settling.

-- Above it a payment waits for the institution's approval; above `amount` it is refused.
alter table institution_limits add column approval_above bigint check (approval_above >= 0);

-- The day on which the payment was counted against limits; null where it counts against none.
alter table payments add column limit_date date;
update payments p set limit_date = (p.validated_at at time zone i.time_zone)::date
from institutions i where i.tenant_id = p.tenant_id and p.validated_at is not null and p.rail <> 'BOOK';
-- How many people of the customer have to approve, and whether the institution has to.
alter table payments add column approvers_needed            smallint not null default 0;
alter table payments add column needs_institution_approval  boolean  not null default false;
alter table payments add column approval_expires_at         timestamptz;
-- What the payment costs, from which account, and the hold of it; in the payment's currency.
alter table payments add column fee_amount           bigint check (fee_amount > 0);
alter table payments add column fee_account_id       bigint;
alter table payments add column fee_hold_transfer_id uuid;
-- When a future-dated payment is picked up: at the start of business of its date, and again while funds lack.
alter table payments add column due_at timestamptz;
alter table payments alter column approvers_needed           drop default;
alter table payments alter column needs_institution_approval drop default;
update payments p set due_at = p.payment_date::timestamp at time zone i.time_zone
from institutions i where i.tenant_id = p.tenant_id and p.status = 'FUTURE_DATED';
drop index payments_scheduled;
create index payments_due on payments (tenant_id, due_at, id) where status = 'FUTURE_DATED';
create index payments_approval_expiry on payments (tenant_id, approval_expires_at, id) where status in ('PENDING_APPROVAL', 'PARTIALLY_APPROVED');
grant update (limit_date, approvers_needed, needs_institution_approval, approval_expires_at, fee_amount, fee_account_id, fee_hold_transfer_id, due_at)
  on payments to giro_service;

-- A transfer between two accounts of the institution names the account; it needs no contact.
alter table payments alter column contact_id drop not null;
alter table payments add column receiver_account_id bigint;
alter table payments add foreign key (tenant_id, receiver_account_id) references accounts (tenant_id, id);
alter table payments add check (contact_id is not null or receiver_account_id is not null);

-- A payment may wait for approval twice: of its customer, and on its day of the institution.
alter table payment_transitions drop constraint payment_transitions_pkey;
alter table payment_transitions add primary key (tenant_id, payment_id, to_status, at);

-- Who approved or rejected a payment. Append-only; nobody decides twice.
create table payment_approvals (
  tenant_id    bigint      not null,
  payment_id   uuid        not null,
  approver     text        not null,
  -- Whether for the customer, or for the institution.
  side         text        not null check (side in ('Customer', 'Institution')),
  decision     text        not null check (decision in ('Approved', 'Rejected')),
  -- SHA-256 of what was approved, as the approver saw it.
  content_sha256 text      not null,
  notes        text,
  decided_at   timestamptz not null,
  primary key (tenant_id, payment_id, approver),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id)
);
grant select, insert on payment_approvals to giro_service;

-- The institution's income from fees, in each currency that it has books in.
insert into ledger_accounts (tenant_id, kind, code, currency, overdraft, debits_pending, debits_posted, credits_pending, credits_posted, created_at)
select tenant_id, 'income', 'fees:' || currency, currency, true, 0, 0, 0, 0, created_at from ledger_accounts where kind = 'settlement';
