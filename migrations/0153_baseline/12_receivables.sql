-- What customers owe the institution, and money that the institution holds for an owner it must
-- still find.

-- What a customer owes in a currency after returns and close-outs of FX contracts that its accounts
-- did not cover: the ledger account that has the amount.
create table receivables (
  tenant_id         bigint        not null,
  customer_id       bigint        not null,
  currency          currency_code not null,
  ledger_account_id bigint        not null,
  created_at        timestamptz   not null,
  primary key (tenant_id, customer_id, currency),
  unique (tenant_id, ledger_account_id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, ledger_account_id, currency) references ledger_accounts (tenant_id, id, currency)
);
grant select, insert on receivables to giro_service;
call add_tenant_policy('receivables');

-- Debts that the institution gave up, in whole or in part.
create table receivable_write_offs (
  tenant_id             bigint        not null,
  id                    uuid          not null,
  customer_id           bigint        not null,
  currency              currency_code not null,
  amount                bigint        not null,
  reason                text          not null,
  external_reference_id text          not null,
  transfer_id           uuid          not null,
  created_by            text          not null,
  created_at            timestamptz   not null,
  business_date         date,
  primary key (tenant_id, id),
  foreign key (tenant_id, transfer_id) references ledger_transfers (tenant_id, id),
  foreign key (tenant_id, customer_id, currency) references receivables (tenant_id, customer_id, currency),
  constraint receivable_write_offs_amount_positive check (amount > 0)
);
grant select, insert on receivable_write_offs to giro_service;
call add_tenant_policy('receivable_write_offs');
call make_append_only('receivable_write_offs');

-- Money in the ledger accounts `suspense:unposted` and crossed-returns, item by item.
create table suspense_items (
  tenant_id    bigint        not null,
  id           uuid          not null,
  reason       text          not null,
  currency     currency_code not null,
  amount       bigint        not null,
  customer_id  bigint        not null,
  account_id   bigint,
  reference_id uuid          not null,
  created_at   timestamptz   not null,
  released_at  timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references ledger_transfers (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, account_id) references accounts (tenant_id, id),
  constraint suspense_items_reason_known check (reason in ('AccountClosed', 'NoAccount', 'CrossedReturn')),
  constraint suspense_items_amount_positive check (amount > 0)
);
create index suspense_items_open on suspense_items (tenant_id, id) where released_at is null;
grant select, insert on suspense_items to giro_service;
grant update (released_at) on suspense_items to giro_service;
call add_tenant_policy('suspense_items');
call make_append_only('suspense_items', 'released_at');

-- Where an item in suspense went: to an account of its customer, or against an account of the
-- institution.
create table suspense_releases (
  tenant_id             bigint      not null,
  item_id               uuid        not null,
  account_id            bigint,
  contra_account        text,
  reason                text        not null,
  external_reference_id text        not null,
  transfer_id           uuid        not null,
  business_date         date        not null,
  created_by            text        not null,
  created_at            timestamptz not null,
  primary key (tenant_id, item_id),
  foreign key (tenant_id, item_id) references suspense_items (tenant_id, id),
  foreign key (tenant_id, account_id) references accounts (tenant_id, id),
  foreign key (tenant_id, transfer_id) references ledger_transfers (tenant_id, id),
  constraint suspense_releases_target_one check ((account_id is null) <> (contra_account is null)),
  constraint suspense_releases_contra_account_known check (contra_account in ('settlement', 'adjustment-cash',
    'adjustment-transit', 'adjustment-correction', 'adjustment-expense', 'rail-settlement'))
);
grant select, insert on suspense_releases to giro_service;
call add_tenant_policy('suspense_releases');
call make_append_only('suspense_releases');
