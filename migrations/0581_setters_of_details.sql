-- Who last set the bank details of a contact alone: clients, with the persons whose tokens they
-- sent, and which details. Empty if a second person approved them. Null: nobody is known.
alter table contacts add column details_set_by jsonb;

-- As before, and nobody decides about a payment to a contact whose bank details they set alone.
create or replace function payment_approvals_four_eyes() returns trigger language plpgsql set search_path = giro, pg_temp as $$
begin
  if exists (
    select from (
      select created_by as client_id, created_by_user as user_id from payments
      where tenant_id = new.tenant_id and id = new.payment_id
      union all
      select client_id, user_id from payment_makers
      where tenant_id = new.tenant_id and payment_id = new.payment_id
      union all
      select set_by."clientId", set_by."userId"
      from payments p join contacts k on k.tenant_id = p.tenant_id and k.id = p.contact_id
        cross join lateral jsonb_to_recordset(case when k.details_version = k.version then k.details_set_by end)
          as set_by ("clientId" text, "userId" uuid)
      where p.tenant_id = new.tenant_id and p.id = new.payment_id) as maker
    where maker.user_id = new.user_id
      or (maker.client_id = new.client_id and (new.identified_by <> 'Token' or maker.user_id is null)))
  then
    raise exception 'who made payment % cannot decide about it', new.payment_id
      using errcode = 'check_violation', table = 'payment_approvals', constraint = 'payment_approvals_four_eyes';
  end if;
  if new.revision > (
    select coalesce(max(revision), 0) from payment_makers
    where tenant_id = new.tenant_id and payment_id = new.payment_id)
  then
    raise exception 'payment % has no revision %', new.payment_id, new.revision
      using errcode = 'check_violation', table = 'payment_approvals', constraint = 'payment_approvals_revision';
  end if;
  return null;
end $$;
