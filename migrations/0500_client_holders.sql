-- Who may hold a secret or key of an API client, for good: a new secret does not take the old one's
-- knowledge away from whoever saw it, and the client itself can be in the hands of a holder. Only
-- two people who hold nothing of the client end what others hold, with keys in place of all before.
create table client_holders (
  tenant_id bigint not null references institutions,
  client_id text   not null,
  holder    text   not null,
  ends_at   timestamptz,
  ended_by  uuid,
  primary key (tenant_id, client_id, holder),
  constraint client_holders_client_id_fkey foreign key (tenant_id, client_id)
    references api_clients (tenant_id, client_id),
  constraint client_holders_ended_by_fkey foreign key (tenant_id, ended_by) references approvals (tenant_id, id),
  constraint client_holders_ended_by_with_ends_at check ((ends_at is null) = (ended_by is null))
);
create index client_holders_of on client_holders (tenant_id, holder);
grant select, insert on client_holders to giro_service;
grant update (ends_at, ended_by) on client_holders to giro_service;
call add_tenant_policy('client_holders');
call make_append_only('client_holders', 'ends_at', 'ended_by');

-- A hold ends by an approved change of the client, which no holder proposed or approved.
create function client_holders_end_by_two() returns trigger language plpgsql set search_path = giro, pg_temp as $$
begin
  if not exists (
    select from approvals a
     where a.tenant_id = new.tenant_id and a.id = new.ended_by
       and a.kind = 'apiClient' and a.subject_id = new.client_id and a.status = 'Approved'
       and not exists (
         select from client_holders h
          where h.tenant_id = new.tenant_id and h.client_id = new.client_id and h.ends_at is null
            and h.holder in (a.requested_by, a.decided_by, a.requested_by_user::text, a.decided_by_user::text))
  ) then
    raise exception 'a hold ends by a change of the client that two other people agreed on'
      using errcode = 'check_violation', table = 'client_holders', constraint = 'client_holders_end_by_two';
  end if;
  return new;
end $$;
create trigger client_holders_end_by_two before update on client_holders for each row
  when (new.ended_by is not null) execute function client_holders_end_by_two();

-- Those who saw a secret so far, also one that has ended, and chose the present keys. The contents of
-- the audit log are sealed: a client that was created with keys alone, and not changed since, had no
-- secret to show.
insert into client_holders (tenant_id, client_id, holder)
select s.tenant_id, s.client_id, s.shown_to from api_client_secrets s
 where s.shown_to is not null and s.shown_to <> 'giro_ConsoleOfTheServer0000'
union
select c.tenant_id, c.client_id, k.holder from api_clients c, unnest(c.keys_from) as k (holder)
union
select c.tenant_id, c.client_id, h.holder
  from api_clients c
  join audit_log a on a.tenant_id = c.tenant_id and a.subject_kind = 'api-client' and a.subject_id = c.client_id
  cross join unnest(array[nullif(a.actor, 'giro_ConsoleOfTheServer0000'), a.user_id::text]) as h (holder)
 where a.action in ('api-client.created', 'api-client.rotated') and a.actor <> 'operator' and h.holder is not null
   and (a.action = 'api-client.rotated' or c.authentication_method = 'client_secret' or exists (
     select from audit_log u
      where u.tenant_id = c.tenant_id and u.subject_kind = 'api-client' and u.subject_id = c.client_id
        and u.action = 'api-client.updated'));
