-- What applied when, for the rest of the terms: the institution's profile and settings (closed days, cut-offs, rails, rules of
-- approval), and the tiers that customers are on. As in 0135: a change adds a version, valid from its moment until the next one.

create table institution_versions (
  tenant_id      bigint      not null references institutions,
  version        bigint      not null,
  valid_from     timestamptz not null,
  name           text        not null,
  time_zone      text        not null,
  routing_number text        not null,
  bic            text,
  dual_control   boolean     not null,
  settings       jsonb       not null,
  primary key (tenant_id, version)
);
grant select, insert on institution_versions to giro_service;
call add_tenant_policy('institution_versions');
call make_append_only('institution_versions');

-- Versions before the upgrade are in the audit log. The present one began at the last change that the log has.
insert into institution_versions (tenant_id, version, valid_from, name, time_zone, routing_number, bic, dual_control, settings)
select i.tenant_id, i.version, coalesce(
    (select a.at from audit_log a where a.tenant_id = i.tenant_id and a.action = 'institution.updated' order by a.id desc limit 1),
    i.created_at),
  i.name, i.time_zone, i.routing_number, i.bic, i.dual_control, i.settings
from institutions i;

-- Tiers are replaced, and never removed.
create table customer_fee_versions (
  tenant_id       bigint      not null references institutions,
  id              bigint      generated always as identity,
  customer_fee_id bigint      not null,
  customer_id     bigint      not null,
  valid_from      timestamptz not null,
  application     text        not null,
  fee_tier        text        not null,
  fee_name        text,
  product         text,
  account_id      bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_fee_id) references customer_fees (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, account_id) references accounts (tenant_id, id)
);
create index customer_fee_versions_of_customer on customer_fee_versions (tenant_id, customer_id, id);
grant select, insert on customer_fee_versions to giro_service;
call add_tenant_policy('customer_fee_versions');
call make_append_only('customer_fee_versions');
insert into customer_fee_versions (tenant_id, customer_fee_id, customer_id, valid_from, application, fee_tier, fee_name, product, account_id)
select tenant_id, id, customer_id, updated_at, application, fee_tier, fee_name, product, account_id from customer_fees;
