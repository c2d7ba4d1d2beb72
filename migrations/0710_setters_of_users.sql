-- Who alone set how a new user is reached: its login id and its first address, and in a sandbox who
-- alone was shown the link of its invitation. They are no other person beside the user until
-- somebody independent has confirmed it. Those of the institution count under dual control.
create table user_setters (
  tenant_id      bigint      not null references institutions,
  user_id        uuid        not null,
  holder         text        not null,
  of_institution boolean     not null,
  set_at         timestamptz not null,
  ends_at        timestamptz,
  confirmed_by   text,
  primary key (tenant_id, user_id, holder),
  constraint user_setters_user_fkey foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint user_setters_is_another check (holder <> user_id::text),
  constraint user_setters_confirmed_by_with_ends_at check ((ends_at is null) = (confirmed_by is null)),
  constraint user_setters_confirmed_by_another check (confirmed_by <> holder)
);
grant select, insert on user_setters to giro_service;
grant update (ends_at, confirmed_by) on user_setters to giro_service;
call add_tenant_policy('user_setters');
call make_append_only('user_setters', 'ends_at', 'confirmed_by');

-- Who created the users of before, unless another person has activated the user or approved a change
-- of it since. The contents of the audit log are sealed, but not who acted.
insert into user_setters (tenant_id, user_id, holder, of_institution, set_at)
select u.tenant_id, u.id, made.holder, made.entity_id is null or made.entity_id = i.legal_entity_id, made.at
  from users u
  join institutions i on i.tenant_id = u.tenant_id
  cross join lateral (
    select coalesce(a.user_id::text, a.actor) as holder, a.at,
      case when a.user_id is null
        then (select c.legal_entity_id from api_clients c where c.tenant_id = u.tenant_id and c.client_id = a.actor)
        else (select p.customer_id from users p where p.tenant_id = u.tenant_id and p.id = a.user_id)
      end as entity_id
      from audit_log a
     where a.tenant_id = u.tenant_id and a.subject_kind = 'user' and a.subject_id = u.id::text
       and a.action = 'user.created' and a.actor <> 'operator'
     order by a.at, a.id limit 1) as made
 where made.holder <> u.id::text and not exists (
   select from audit_log c cross join lateral (select coalesce(c.user_id::text, c.actor) as who) as other
    where c.tenant_id = u.tenant_id and c.subject_kind = 'user' and c.subject_id = u.id::text
      and (c.action = 'user.activated' or c.action = 'user.updated' and c.after #>> '{approval,approvalUID}' is not null)
      and other.who <> made.holder and not exists (
        select from client_holders h
         where h.tenant_id = u.tenant_id
           and (h.client_id, h.holder) in ((other.who, made.holder), (made.holder, other.who))))
    on conflict do nothing;
