-- Who imposed a state that restricts an account, a user or a contact: the customer itself, or the
-- institution. What the institution imposed, only the institution lifts. A state without an owner
-- counts as the institution's.
alter table accounts add column suspended_by text check (suspended_by in ('Customer', 'Institution'));
alter table users    add column suspended_by text check (suspended_by in ('Customer', 'Institution'));
alter table contacts add column rejected_by  text check (rejected_by  in ('Customer', 'Institution'));

-- The audit log says which client did it. If it does not, the institution did: it can lift the state.
create function pg_temp.imposer(tenant bigint, kind text, subject text, actions text[]) returns text
language sql stable as $$
  select coalesce((
    select case when c.legal_entity_id = i.legal_entity_id then 'Institution' else 'Customer' end
    from (
      select l.actor from audit_log l
      where l.tenant_id = tenant and l.subject_kind = kind and l.subject_id = subject and l.action = any(actions)
      order by l.at desc, l.id desc limit 1
    ) latest
    join api_clients c on c.tenant_id = tenant and c.client_id = latest.actor
    join institutions i on i.tenant_id = tenant
  ), 'Institution')
$$;
update accounts set suspended_by = pg_temp.imposer(tenant_id, 'account', id::text, array['account.suspended'])
where status = 'Suspended';
update users set suspended_by = pg_temp.imposer(tenant_id, 'user', id::text, array['user.suspended'])
where status = 'Suspended';
-- A proposal that expired was rejected by nobody: the customer may send the contact again.
update contacts set rejected_by = 'Customer' where status = 'Rejected';

alter table accounts add constraint accounts_suspended_by check (suspended_by is null or status = 'Suspended');
alter table users    add constraint users_suspended_by    check (suspended_by is null or status = 'Suspended');
alter table contacts add constraint contacts_rejected_by  check (rejected_by is null or status = 'Rejected');
