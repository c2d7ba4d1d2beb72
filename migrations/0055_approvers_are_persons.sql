-- An approver is a person: proven by a token of the person, or named by a client that the
-- institution trusts to name persons.
alter table api_clients add column trusted_to_name_persons boolean not null default false;
-- The identity provider whose assertions about persons the client may exchange for their tokens:
-- {issuer, keys}, with public JWKs. The keys belong to the identity provider, never to the client.
alter table api_clients add column identity_provider jsonb;

-- How the approver is known: the client decided in its own name, a trusted client named the person,
-- or the person's token proved it.
alter table payment_approvals add column identified_by text;
update payment_approvals
   set identified_by = case when user_id is null and signatory_id is null then 'Client' else 'TrustedClient' end;
alter table payment_approvals alter column identified_by set not null;
alter table payment_approvals add constraint payment_approvals_identified_by
  check (identified_by in ('Client', 'TrustedClient', 'Token'));

-- The person whose token submitted the payment or the series. Null if the client submitted it in
-- its own name.
alter table payments add column created_by_user uuid;
alter table payments add foreign key (tenant_id, created_by_user) references users (tenant_id, id);
alter table payment_recurrences add column created_by_user uuid;
alter table payment_recurrences add foreign key (tenant_id, created_by_user) references users (tenant_id, id);

-- The person whose token made the change. A change sets giro.person for its transaction, so no
-- operation can forget the person. The hash chain covers the column.
alter table audit_log add column user_id uuid;
alter table audit_log alter column user_id set default nullif(current_setting('giro.person', true), '')::uuid;
create index audit_log_user on audit_log (tenant_id, user_id, at) where user_id is not null;
