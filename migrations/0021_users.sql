-- Users of every customer, with roles and limits of their own.
alter table users add column external_reference_id text;
alter table users add column phone_number          text;
-- [{name, limits}], an application once; shape in users.schema.ts. Always written as a whole.
alter table users add column limits                jsonb       not null default '[]';
alter table users add column version               bigint      not null default 1;
alter table users add column updated_at            timestamptz;
update users set external_reference_id = login_id, updated_at = created_at;
alter table users alter column external_reference_id set not null;
alter table users alter column limits                drop default;
alter table users alter column updated_at            set not null;

-- What holds a role refers to the user together with the customer. It is also the index of a customer's list.
drop index users_customer;
alter table users add constraint users_of_customer unique (tenant_id, customer_id, id);
-- What few of one customer's many users have.
create index users_first_name   on users (tenant_id, customer_id, first_name, id);
create index users_last_name    on users (tenant_id, customer_id, last_name, id);
create index users_email        on users (tenant_id, customer_id, email, id);
create index users_phone_number on users (tenant_id, customer_id, phone_number, id);
create index users_status       on users (tenant_id, customer_id, status, id);

-- The roles a user holds; by the two foreign keys they are of the user's own customer.
create table user_roles (
  tenant_id   bigint not null references institutions,
  user_id     uuid   not null,
  role_id     uuid   not null,
  customer_id bigint not null,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, customer_id, user_id) references users (tenant_id, customer_id, id),
  foreign key (tenant_id, customer_id, role_id) references roles (tenant_id, customer_id, id)
);
grant select, insert, delete on user_roles to giro_service;
