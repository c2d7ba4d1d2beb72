-- What the users and the programs of a customer may do: a role names entitlements, application by application.
create table roles (
  tenant_id             bigint      not null references institutions,
  id                    uuid        not null,
  customer_id           bigint      not null,
  external_reference_id text        not null,
  name                  text        not null,
  description           text        not null,
  -- Custom: made by a client. Default: made with the customer, when a consumer is onboarded.
  type                  text        not null check (type in ('Custom', 'Default')),
  -- [{name, entitlements, limits}], an application once; shape in roles.schema.ts. Always written as a whole.
  applications          jsonb       not null,
  version               bigint      not null default 1,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  primary key (tenant_id, id),
  -- What holds a role refers to it together with the customer, so that nobody can hold a role of another one. It is also the index of a customer's list.
  constraint roles_of_customer unique (tenant_id, customer_id, id),
  constraint roles_name        unique (tenant_id, customer_id, name),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id)
);
grant select, insert, update on roles to giro_service;
