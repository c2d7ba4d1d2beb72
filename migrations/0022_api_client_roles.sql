-- The roles through which an API client holds entitlements, beside those it holds itself. They are roles of its legal entity, which customer_id
-- repeats, so that no client can hold a role of another one.
create table api_client_roles (
  tenant_id   bigint not null references institutions,
  client_id   text   not null,
  customer_id bigint not null,
  role_id     uuid   not null,
  primary key (tenant_id, client_id, role_id),
  foreign key (tenant_id, client_id) references api_clients,
  foreign key (tenant_id, customer_id, role_id) references roles (tenant_id, customer_id, id)
);
-- Who holds a role that something is taken from.
create index api_client_roles_role on api_client_roles (tenant_id, role_id, client_id);
grant select, insert, delete on api_client_roles to giro_service;
