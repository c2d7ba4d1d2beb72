-- Who approved a trade that waits, or the end of one: one row for each approver.
create table trade_approvals (
  tenant_id        bigint      not null,
  approval_id      uuid        not null,
  approver         text        not null,
  client_id        text        not null,
  user_id          uuid,
  signatory_id     bigint,
  identified_by    text        not null,
  approvers_needed smallint    not null,
  limit_amount     bigint,
  decided_on       date        not null,
  decided_at       timestamptz not null,
  primary key (tenant_id, approval_id, approver),
  constraint trade_approvals_approval_fkey foreign key (tenant_id, approval_id) references approvals (tenant_id, id),
  constraint trade_approvals_user_fkey foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint trade_approvals_signatory_fkey foreign key (tenant_id, signatory_id) references signatories (tenant_id, id),
  constraint trade_approvals_identified_by_known check (identified_by in ('Client', 'TrustedClient', 'Token')),
  constraint trade_approvals_one_person check (user_id is null or signatory_id is null),
  constraint trade_approvals_approver_named check (
    approver = coalesce(user_id::text, signatory_id::text, client_id)),
  constraint trade_approvals_identified_by_person check (
    case identified_by when 'Client' then user_id is null and signatory_id is null
      when 'Token' then user_id is not null
      else user_id is not null or signatory_id is not null end),
  constraint trade_approvals_approvers_needed_positive check (approvers_needed >= 1),
  constraint trade_approvals_limit_amount_positive check (limit_amount > 0)
);
-- What a user approved on a day, for their daily limit.
create index trade_approvals_user on trade_approvals (tenant_id, user_id, decided_on) where user_id is not null;
create index trade_approvals_signatory on trade_approvals (tenant_id, signatory_id) where signatory_id is not null;
grant select, insert on trade_approvals to giro_service;
call add_tenant_policy('trade_approvals');
call make_append_only('trade_approvals');

-- Nobody approves a trade that they quoted or asked for. A token tells its person from another;
-- otherwise nobody knows for whom a client acted, so the client counts.
create function trade_approvals_four_eyes() returns trigger language plpgsql set search_path = giro, pg_temp as $$
begin
  if exists (
    select from (
      select requested_by as client_id, requested_by_user as user_id from approvals
      where tenant_id = new.tenant_id and id = new.approval_id
      union all
      select q.made_by, q.made_by_user from approvals a
        join fx_quotes q on q.tenant_id = a.tenant_id
          and q.id = case a.action when 'create' then a.subject_id::uuid end
      where a.tenant_id = new.tenant_id and a.id = new.approval_id) as maker
    where maker.user_id = new.user_id
      or (maker.client_id = new.client_id and (new.identified_by <> 'Token' or maker.user_id is null)))
  then
    raise exception 'who made trade % cannot approve it', new.approval_id
      using errcode = 'check_violation', table = 'trade_approvals', constraint = 'trade_approvals_four_eyes';
  end if;
  return null;
end $$;
revoke execute on function trade_approvals_four_eyes from public;
create trigger trade_approvals_four_eyes after insert on trade_approvals for each row
  execute function trade_approvals_four_eyes();

-- A trade is not approved before as many have approved it as it needs.
create function approvals_enough_approvers() returns trigger language plpgsql set search_path = giro, pg_temp as $$
begin
  if (
    select count(*) < greatest(new.approvers_needed, max(t.approvers_needed)) from trade_approvals t
    where t.tenant_id = new.tenant_id and t.approval_id = new.id)
  then
    raise exception 'approval % lacks approvers', new.id
      using errcode = 'check_violation', table = 'approvals', constraint = 'approvals_enough_approvers';
  end if;
  return null;
end $$;
revoke execute on function approvals_enough_approvers from public;
-- Safe for running nodes: they write no approvals of this kind.
create trigger approvals_enough_approvers after insert or update of status on approvals for each row
  when (new.kind = 'fxTrade' and new.status = 'Approved') execute function approvals_enough_approvers();
