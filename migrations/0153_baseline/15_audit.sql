-- The record of every change, and the hash chain that proves it complete.

-- One row for each change, with the record before and after.
create table audit_log (
  tenant_id    bigint      not null references institutions,
  id           uuid        not null,
  at           timestamptz not null,
  actor        text        not null,
  action       text        not null,
  subject_kind text        not null,
  subject_id   text        not null,
  customer_id  bigint,
  before       jsonb,
  after        jsonb,
  user_id      uuid        default nullif(current_setting('giro.person', true), '')::uuid,
  primary key (tenant_id, id)
);
create index audit_log_at on audit_log (tenant_id, at, id);
create index audit_log_customer on audit_log (tenant_id, customer_id, at, id) where customer_id is not null;
create index audit_log_actor on audit_log (tenant_id, actor, at, id);
create index audit_log_action on audit_log (tenant_id, action, at, id);
create index audit_log_subject on audit_log (tenant_id, subject_kind, subject_id, at, id);
create index audit_log_user on audit_log (tenant_id, user_id, at) where user_id is not null;
grant select, insert on audit_log to giro_service;
call add_tenant_policy('audit_log');
call make_append_only('audit_log');

-- The place of each audit record in the hash chain of its institution.
create table audit_chain (
  tenant_id     bigint not null,
  sequence      bigint not null,
  audit_id      uuid   not null,
  previous_hash bytea  not null,
  hash          bytea  not null,
  primary key (tenant_id, sequence),
  constraint audit_chain_record unique (tenant_id, audit_id),
  constraint audit_chain_sequence_positive check (sequence > 0),
  constraint audit_chain_previous_hash_length check (length(previous_hash) = 32),
  constraint audit_chain_hash_length check (length(hash) = 32)
);
grant select, insert on audit_chain to giro_service;
call add_tenant_policy('audit_chain');
call make_append_only('audit_chain');

-- The audit records that still wait for their place in the chain.
create table audit_unchained (
  tenant_id bigint not null,
  audit_id  uuid   not null,
  primary key (tenant_id, audit_id)
);
grant select, insert, delete on audit_unchained to giro_service;
call add_tenant_policy('audit_unchained');
