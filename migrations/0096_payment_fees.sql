-- The fees of each payment, one row for each fee of the schedule that it is charged. Amounts are minor units of the currency.
create table payment_fees (
  tenant_id   bigint   not null,
  payment_id  uuid     not null,
  -- The place among the fees of the payment.
  number      smallint not null,
  -- The fee of the schedule, which may be deleted since; null for a fee from before this table.
  fee_id      bigint,
  name        text     not null,
  -- The account that pays it.
  account_id  bigint   not null,
  -- Zero in a free tier.
  amount      bigint   not null check (amount >= 0),
  currency    text     not null,
  -- Its hold, or its posting if it was posted at once; null for an amount of zero.
  transfer_id uuid,
  -- The month in which the payment counts towards the tiers of the fee; null for a fee by amount.
  counted_in  date,
  primary key (tenant_id, payment_id, number),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id)
);
grant select, insert on payment_fees to giro_service;
call add_tenant_policy('payment_fees');

-- The fees that are still held, so that they are posted or released with their payments.
insert into payment_fees (tenant_id, payment_id, number, name, account_id, amount, currency, transfer_id)
select p.tenant_id, p.id, 1, 'Fee', p.fee_account_id, p.fee_amount, t.currency, t.id
from payments p join ledger_transfers t on t.tenant_id = p.tenant_id and t.id = p.fee_hold_transfer_id
where p.fee_amount is not null and p.status in ('VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'HELD');

alter table payments drop column fee_hold_transfer_id;

-- The income of each fee has an account. The accounts without a fee keep what was earned before.
insert into ledger_accounts
  (tenant_id, kind, code, currency, overdraft, debits_pending, debits_posted, credits_pending, credits_posted, created_at)
select f.tenant_id, 'income', 'fees:' || f.currency || ':' || f.id, f.currency, true, 0, 0, 0, 0, now()
from fees f where f.application = 'Payments'
order by f.tenant_id, f.id
on conflict (tenant_id, code) do nothing;
