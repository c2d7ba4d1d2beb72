-- Limits on payments, their history, and how much of them is used.

-- The limits that the institution sets for every customer that has none of its own under the key.
create table institution_limits (
  tenant_id      bigint        not null references institutions,
  key            text          not null,
  amount         bigint        not null,
  currency       currency_code not null,
  updated_at     timestamptz   not null,
  approval_above bigint,
  primary key (tenant_id, key),
  constraint institution_limits_key_form check (key ~ '^[A-Z0-9_]{1,100}$'),
  constraint institution_limits_amount_not_negative check (amount >= 0),
  constraint institution_limits_approval_above_not_negative check (approval_above >= 0)
);
grant select, insert, update, delete on institution_limits to giro_service;
call add_tenant_policy('institution_limits');

-- The most that all customers of the institution may pay together, by the same keys.
create table institution_totals (
  tenant_id  bigint        not null references institutions,
  key        text          not null,
  amount     bigint        not null,
  currency   currency_code not null,
  updated_at timestamptz   not null,
  primary key (tenant_id, key),
  constraint institution_totals_key_form check (key ~ '^[A-Z0-9_]{1,100}$'),
  constraint institution_totals_amount_not_negative check (amount >= 0)
);
grant select, insert, update, delete on institution_totals to giro_service;
call add_tenant_policy('institution_totals');

-- The limits of one customer, in place of `institution_limits`.
create table customer_limits (
  tenant_id   bigint        not null references institutions,
  customer_id bigint        not null,
  key         text          not null,
  amount      bigint        not null,
  currency    currency_code not null,
  updated_at  timestamptz   not null,
  primary key (tenant_id, customer_id, key),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  constraint customer_limits_key_form check (key ~ '^[A-Z0-9_]{1,100}$'),
  constraint customer_limits_amount_not_negative check (amount >= 0)
);
grant select, insert, update, delete on customer_limits to giro_service;
call add_tenant_policy('customer_limits');

-- What each limit was, and from when: of customers, of the institution, and its totals.
create table limit_versions (
  tenant_id      bigint        not null references institutions,
  id             bigint        generated always as identity,
  holder         text          not null,
  customer_id    bigint,
  key            text          not null,
  valid_from     timestamptz   not null,
  amount         bigint,
  currency       currency_code not null,
  approval_above bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  constraint limit_versions_holder_known check (holder in ('Customer', 'Institution', 'Total')),
  constraint limit_versions_customer_id_of_holder check ((customer_id is not null) = (holder = 'Customer')),
  constraint limit_versions_amount_not_negative check (amount >= 0)
);
create index limit_versions_of_holder on limit_versions (tenant_id, holder, customer_id, key, id);
grant select, insert on limit_versions to giro_service;
call add_tenant_policy('limit_versions');
call make_append_only('limit_versions');

-- What a customer has used of each limit in a period, whether or not a limit is set.
create table limit_usage (
  tenant_id    bigint not null,
  customer_id  bigint not null,
  key          text   not null,
  period_start date   not null,
  used         bigint not null,
  primary key (tenant_id, customer_id, key, period_start),
  -- A row is added once for a customer, limit and period, and then only changed, which does not
  -- check its reference again.
  constraint limit_usage_customer_id_fkey foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  constraint limit_usage_used_not_negative check (used >= 0)
) with (fillfactor = 70);
grant select, insert, update on limit_usage to giro_service;
call add_tenant_policy('limit_usage');

-- The customers above the payer that a payment counts for, besides the institution.
create table payment_limit_groups (
  tenant_id   bigint not null,
  payment_id  uuid   not null,
  customer_id bigint not null,
  primary key (tenant_id, payment_id, customer_id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id)
);
grant select, insert on payment_limit_groups to giro_service;
call add_tenant_policy('payment_limit_groups');
call make_append_only('payment_limit_groups');
