-- Money of the accounts `suspense:unposted` and `crossed-returns`, item by item. The id is that of the transfer that brought it.
create table suspense_items (
  tenant_id    bigint      not null,
  id           uuid        not null,
  reason       text        not null check (reason in ('AccountClosed', 'NoAccount', 'CrossedReturn')),
  currency     text        not null,
  -- In minor units; without what repaid a receivable at once.
  amount       bigint      not null check (amount > 0),
  customer_id  bigint      not null,
  -- The closed account to which it came back, or that collected the debit. Null if the customer had none.
  account_id   bigint,
  -- The payment or the FX contract.
  reference_id uuid        not null,
  created_at   timestamptz not null,
  released_at  timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, id)          references ledger_transfers (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, account_id)  references accounts (tenant_id, id)
);
create index suspense_items_open on suspense_items (tenant_id, id) where released_at is null;
grant select, insert on suspense_items to giro_service;
grant update (released_at) on suspense_items to giro_service;
call add_tenant_policy('suspense_items');

-- Where an item went: to an account of its customer, or against an account of the institution. Rows are only added.
create table suspense_releases (
  tenant_id             bigint      not null,
  item_id               uuid        not null,
  account_id            bigint,
  contra_account        text,
  reason                text        not null,
  external_reference_id text        not null,
  transfer_id           uuid        not null,
  -- The institution's date on which it counts in adjustmentCaps.
  business_date         date        not null,
  created_by            text        not null,
  created_at            timestamptz not null,
  primary key (tenant_id, item_id),
  foreign key (tenant_id, item_id)     references suspense_items (tenant_id, id),
  foreign key (tenant_id, account_id)  references accounts (tenant_id, id),
  foreign key (tenant_id, transfer_id) references ledger_transfers (tenant_id, id),
  check ((account_id is null) <> (contra_account is null))
);
grant select, insert on suspense_releases to giro_service;
call add_tenant_policy('suspense_releases');

-- What crossed a reversal so far. Nothing has cleared it.
insert into suspense_items (tenant_id, id, reason, currency, amount, customer_id, account_id, reference_id, created_at)
select t.tenant_id, t.id, 'CrossedReturn', t.currency, t.amount, p.customer_id, p.sender_account_id, p.id, t.created_at
from ledger_transfers t join payments p on p.tenant_id = t.tenant_id and p.id = t.reference_id
where t.purpose = 'crossedReturn';

-- A release waits for a second person. The kinds that exist stay.
do $$
declare
  kinds text := (select substring(pg_get_constraintdef(oid) from '^CHECK (.*)$') from pg_constraint
    where conname = 'approvals_kind_check' and conrelid = 'approvals'::regclass);
begin
  alter table approvals drop constraint approvals_kind_check;
  execute format('alter table approvals add constraint approvals_kind_check check (%s or kind = %L)', kinds, 'suspenseRelease');
end $$;
