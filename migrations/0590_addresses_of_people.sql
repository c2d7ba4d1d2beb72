-- Who set each address of a user, and the mail that tells the address before. An invitation or a
-- reset goes to the last address, so who set it decides nothing about credentials that go there.
create table user_addresses (
  tenant_id    bigint      not null references institutions,
  id           uuid        not null,
  user_id      uuid        not null,
  email        text        not null,
  earlier      text,
  set_by       text        not null,
  set_by_user  uuid,
  approval_id  uuid,
  set_at       timestamptz not null,
  due_at       timestamptz,
  leased_until timestamptz,
  attempts     smallint    not null,
  sent_at      timestamptz,
  failure      text,
  primary key (tenant_id, id),
  constraint user_addresses_user_fkey foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint user_addresses_approval_fkey foreign key (tenant_id, approval_id) references approvals (tenant_id, id),
  constraint user_addresses_is_another check (earlier <> email),
  constraint user_addresses_attempts_not_negative check (attempts >= 0)
);
create index user_addresses_of on user_addresses (tenant_id, user_id, id);
create index user_addresses_due on user_addresses (tenant_id, due_at) where due_at is not null;
grant select, insert on user_addresses to giro_service;
grant update (due_at, leased_until, attempts, sent_at, failure) on user_addresses to giro_service;
call add_tenant_policy('user_addresses');
call make_append_only('user_addresses', 'due_at', 'leased_until', 'attempts', 'sent_at', 'failure');

-- Who may hold the credentials of a person: who changed the address that an invitation or a reset
-- went to, and in a sandbox who was shown its link. They are no other person beside that one.
create table person_holders (
  tenant_id bigint not null references institutions,
  user_id   uuid   not null,
  holder    text   not null,
  ends_at   timestamptz,
  primary key (tenant_id, user_id, holder),
  constraint person_holders_user_fkey foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint person_holders_is_another check (holder <> user_id::text)
);
grant select, insert on person_holders to giro_service;
grant update (ends_at) on person_holders to giro_service;
call add_tenant_policy('person_holders');
call make_append_only('person_holders', 'ends_at');

-- Who created the users whose address nobody can have changed since: the contents of the audit log
-- are sealed, but not who acted.
insert into user_addresses (tenant_id, id, user_id, email, set_by, set_by_user, set_at, attempts)
select u.tenant_id, u.id, u.id, u.email, a.actor, a.user_id, a.at, 0
  from users u
  join audit_log a on a.tenant_id = u.tenant_id and a.subject_kind = 'user' and a.subject_id = u.id::text
   and a.action = 'user.created'
 where not exists (
   select from audit_log c
    where c.tenant_id = u.tenant_id and c.subject_kind = 'user' and c.subject_id = u.id::text
      and c.action = 'user.updated')
    on conflict do nothing;
