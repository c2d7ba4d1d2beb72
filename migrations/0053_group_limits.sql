-- A payment counts for the customer that pays, for each customer above it (its groups), and for the
-- institution. The usage of a customer has two parts: its own payments, under the key of the limit,
-- and those of the customers below it, under BELOW_ and the key. A payment of a customer without
-- groups therefore writes its own rows and the institution's, which are locked only while they are
-- written, as the clearing accounts are.

-- The customers above the payer that a payment counts for, besides the institution, which it always
-- counts for. Recorded with the payment: the hierarchy can change before the payment gives its
-- amount back.
create table payment_limit_groups (
  tenant_id    bigint not null,
  payment_id   uuid   not null,
  customer_id  bigint not null,
  primary key (tenant_id, payment_id, customer_id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id)
);
grant select, insert on payment_limit_groups to giro_service;

insert into payment_limit_groups (tenant_id, payment_id, customer_id)
select p.tenant_id, p.id, a.id
from payments p
  join institutions i on i.tenant_id = p.tenant_id
  join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id and cardinality(c.ancestor_ids) > 1
  cross join lateral unnest(c.ancestor_ids) as a (id)
where p.limit_date is not null and a.id <> i.legal_entity_id;

insert into limit_usage (tenant_id, customer_id, key, period_start, used)
select u.tenant_id, a.id, 'BELOW_' || u.key, u.period_start, sum(u.used)
from limit_usage u
  join customers c on c.tenant_id = u.tenant_id and c.id = u.customer_id
  cross join lateral unnest(c.ancestor_ids) as a (id)
where u.key not like 'FEE\_%'
group by 1, 2, 3, 4;

-- The most that all customers of the institution may pay together. Keys as in institution_limits.
create table institution_totals (
  tenant_id    bigint      not null references institutions,
  key          text        not null,
  amount       bigint      not null check (amount >= 0),
  currency     text        not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, key)
);
grant select, insert, update, delete on institution_totals to giro_service;
