-- What a customer owes after a return that its account did not cover: one ledger account for each customer and currency, kind 'receivable'.
-- Its debits are what the customer owed; its credits are repayments and write-offs.
alter table ledger_accounts add constraint ledger_accounts_owed check (kind <> 'receivable' or credits_posted + credits_pending <= debits_posted);
-- The receivable that credits to this account repay first. It is set on all accounts of the customer in the currency.
alter table ledger_accounts add column receivable_id bigint;
alter table ledger_accounts add constraint ledger_accounts_receivable_id
  foreign key (tenant_id, receivable_id, currency) references ledger_accounts (tenant_id, id, currency);
grant update (receivable_id) on ledger_accounts to giro_service;

create table receivables (
  tenant_id         bigint      not null,
  customer_id       bigint      not null,
  currency          text        not null,
  ledger_account_id bigint      not null,
  created_at        timestamptz not null,
  primary key (tenant_id, customer_id, currency),
  unique (tenant_id, ledger_account_id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, ledger_account_id, currency) references ledger_accounts (tenant_id, id, currency)
);
grant select, insert on receivables to giro_service;
call add_tenant_policy('receivables');

-- What the institution gave up. Rows are only added.
create table receivable_write_offs (
  tenant_id             bigint      not null,
  id                    uuid        not null,
  customer_id           bigint      not null,
  currency              text        not null,
  amount                bigint      not null check (amount > 0),
  reason                text        not null,
  external_reference_id text        not null,
  transfer_id           uuid        not null,
  created_by            text        not null,
  created_at            timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id, currency) references receivables (tenant_id, customer_id, currency),
  foreign key (tenant_id, transfer_id) references ledger_transfers (tenant_id, id)
);
grant select, insert on receivable_write_offs to giro_service;
call add_tenant_policy('receivable_write_offs');

-- A write-off waits for a second person. The kinds that exist stay.
do $$
declare
  kinds text := (select substring(pg_get_constraintdef(oid) from '^CHECK (.*)$') from pg_constraint
    where conname = 'approvals_kind_check' and conrelid = 'approvals'::regclass);
begin
  alter table approvals drop constraint approvals_kind_check;
  execute format('alter table approvals add constraint approvals_kind_check check (%s or kind = %L)', kinds, 'writeOff');
end $$;

-- A reversed debit no longer counts against limits. Those reversed so far give their amount back.
with periods (key, period) as (values ('ACH_DEBIT_LIMIT_PER_DAY', 'day'), ('ACH_DEBIT_LIMIT_PER_MONTH', 'month')),
reversed as (
  select p.tenant_id, p.id, p.customer_id, i.legal_entity_id, k.key, date_trunc(k.period, p.limit_date)::date as period_start, p.amount
  from payments p join institutions i on i.tenant_id = p.tenant_id and i.currency = p.currency cross join periods k
  where p.status = 'REVERSED' and p.entry_type = 'DEBIT' and p.limit_date is not null
), levels as (
  select tenant_id, customer_id, key, period_start, amount from reversed
  union all
  select tenant_id, legal_entity_id, 'BELOW_' || key, period_start, amount from reversed where customer_id <> legal_entity_id
  union all
  select g.tenant_id, g.customer_id, 'BELOW_' || r.key, r.period_start, r.amount
  from reversed r join payment_limit_groups g on g.tenant_id = r.tenant_id and g.payment_id = r.id
), freed as (
  select tenant_id, customer_id, key, period_start, sum(amount) as amount from levels group by 1, 2, 3, 4
)
update limit_usage u set used = u.used - f.amount from freed f
where u.tenant_id = f.tenant_id and u.customer_id = f.customer_id and u.key = f.key and u.period_start = f.period_start;
