-- The way of a file from the outbox to the server of a network: claimed under a lease, uploaded
-- under another name, and renamed. begun_token is durable before the rename: the claim of that
-- token may have renamed it.
-- Safe for running nodes: they do not know the table, and deliver nothing.
create table rail_deliveries (
  tenant_id    bigint      not null references institutions,
  handover_id  uuid        not null,
  status       text        not null default 'Waiting',
  token        integer     not null default 0,
  open_tokens  integer[]   not null default '{}',
  claimed_by   text,
  leased_until timestamptz,
  begun_token  integer,
  doubt        text,
  decision     text,
  delivered_at timestamptz,
  missed_at    timestamptz,
  settles_at   timestamptz,
  created_at   timestamptz not null,
  primary key (tenant_id, handover_id),
  constraint rail_deliveries_handover_fkey foreign key (tenant_id, handover_id)
    references rail_handovers (tenant_id, id),
  constraint rail_deliveries_status_known check (status in ('Waiting', 'Claimed', 'Delivered', 'InDoubt')),
  constraint rail_deliveries_decision_known check (decision in ('HandedOver', 'HandOverAgain')),
  constraint rail_deliveries_claimed_by_whom check ((status = 'Claimed') = (claimed_by is not null)
    and (status = 'Claimed') = (leased_until is not null)),
  constraint rail_deliveries_doubt_in_doubt check ((status = 'InDoubt') = (doubt is not null)),
  constraint rail_deliveries_delivered_at_delivered check ((status = 'Delivered') = (delivered_at is not null)),
  constraint rail_deliveries_missed_settles check ((missed_at is null) = (settles_at is null))
);
create index rail_deliveries_open on rail_deliveries (tenant_id, handover_id) where status in ('Waiting', 'Claimed');
create index rail_deliveries_in_doubt on rail_deliveries (tenant_id, handover_id) where status = 'InDoubt';
grant select, insert on rail_deliveries to giro_service;
grant update (status, token, open_tokens, claimed_by, leased_until, begun_token, doubt, decision, delivered_at,
  missed_at, settles_at) on rail_deliveries to giro_service;
call add_tenant_policy('rail_deliveries');

-- What is delivered is delivered for good, and a token never falls.
create function rail_deliveries_final() returns trigger language plpgsql as $$
begin
  if old.status = 'Delivered' or new.token < old.token then
    raise exception 'a delivery is final, and its token never falls'
      using errcode = 'check_violation', table = 'rail_deliveries', constraint = 'rail_deliveries_final';
  end if;
  return new;
end $$;
create trigger rail_deliveries_final before update on rail_deliveries for each row
  execute function rail_deliveries_final();
