-- The revision of the payment that an approval was given for. Nodes of the release before leave it
-- at the first one.
alter table payment_approvals add column revision integer not null default 0;

-- Nobody decides about a payment that they made or changed, and nobody approves a revision ahead. A
-- token tells its person from another; otherwise nobody knows for whom a client acted, so the
-- client counts.
create or replace function payment_approvals_four_eyes() returns trigger language plpgsql set search_path = giro, pg_temp as $$
begin
  if exists (
    select from (
      select created_by as client_id, created_by_user as user_id from payments
      where tenant_id = new.tenant_id and id = new.payment_id
      union all
      select client_id, user_id from payment_makers
      where tenant_id = new.tenant_id and payment_id = new.payment_id) as maker
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
