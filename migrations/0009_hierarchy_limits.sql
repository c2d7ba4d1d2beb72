-- Who stands directly above a customer: the institution, who onboarded it, its parent, partner and processing organisation.
-- ancestor_ids follows from it, at any distance.
alter table customers add column parent_ids bigint[] not null default '{}';
alter table customers add column onboarded_by bigint;
update customers set parent_ids = ancestor_ids;
alter table customers alter column parent_ids drop default;

-- How much may be paid: by the institution for every customer, and for one customer instead. Keys as in src/limits/domain/limit-key.ts.
create table institution_limits (
  tenant_id    bigint      not null references institutions,
  key          text        not null,
  amount       bigint      not null check (amount >= 0),
  currency     text        not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, key)
);
grant select, insert, update, delete on institution_limits to giro_service;

create table customer_limits (
  tenant_id    bigint      not null references institutions,
  customer_id  bigint      not null,
  key          text        not null,
  amount       bigint      not null check (amount >= 0),
  currency     text        not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, customer_id, key),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id)
);
grant select, insert, update, delete on customer_limits to giro_service;

-- What a customer has paid against each limit of a period, in the institution's time zone. Counted in the transaction that accepts the payment,
-- whether or not a limit is set, so that one set today knows of this morning.
create table limit_usage (
  tenant_id    bigint      not null,
  customer_id  bigint      not null,
  key          text        not null,
  period_start date        not null,
  used         bigint      not null check (used >= 0),
  primary key (tenant_id, customer_id, key, period_start)
) with (fillfactor = 70);
grant select, insert, update on limit_usage to giro_service;
