-- What leaves the institution, whatever the rail and the transport: claimed under a lease, handed
-- over outside of any transaction, and confirmed. The token of a claim is higher than those before
-- it, so a worker that slept past its lease can neither hand over nor confirm.
create table rail_handovers (
  tenant_id    bigint      not null references institutions,
  id           uuid        not null,
  rail         text        not null,
  name         text        not null,
  status       text        not null default 'Waiting',
  token        integer     not null default 0,
  open_tokens  integer[]   not null default '{}',
  claimed_by   text,
  leased_until timestamptz,
  doubt        text,
  decision     text,
  evidence     text,
  left_at      timestamptz,
  created_at   timestamptz not null,
  primary key (tenant_id, id),
  constraint rail_handovers_name unique (tenant_id, rail, name),
  constraint rail_handovers_rail_known check (rail in ('ACH', 'FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT')),
  constraint rail_handovers_status_known check (status in ('Waiting', 'Claimed', 'HandedOver', 'InDoubt')),
  constraint rail_handovers_decision_known check (decision in ('HandedOver', 'HandOverAgain')),
  constraint rail_handovers_claimed_by_whom check ((status = 'Claimed') = (claimed_by is not null)
    and (status = 'Claimed') = (leased_until is not null)),
  constraint rail_handovers_doubt_in_doubt check ((status = 'InDoubt') = (doubt is not null)),
  constraint rail_handovers_left_at_handed_over check ((status = 'HandedOver') = (left_at is not null))
);
create index rail_handovers_open on rail_handovers (tenant_id, created_at, id) where status in ('Waiting', 'Claimed');
create index rail_handovers_in_doubt on rail_handovers (tenant_id, id) where status = 'InDoubt';
create index rail_handovers_left on rail_handovers (tenant_id, left_at) where left_at is not null;
grant select, insert on rail_handovers to giro_service;
grant update (status, token, open_tokens, claimed_by, leased_until, doubt, decision, evidence, left_at) on rail_handovers
  to giro_service;
call add_tenant_policy('rail_handovers');

-- What is handed over has left for good, and a token never falls.
create function rail_handovers_final() returns trigger language plpgsql as $$
begin
  if old.status = 'HandedOver' or new.token < old.token then
    raise exception 'a hand-over is final, and its token never falls'
      using errcode = 'check_violation', table = 'rail_handovers', constraint = 'rail_handovers_final';
  end if;
  return new;
end $$;
create trigger rail_handovers_final before update on rail_handovers for each row execute function rail_handovers_final();

-- Files that were marked as written have left. The others wait, as before.
insert into rail_handovers (tenant_id, id, rail, name, status, left_at, created_at)
select tenant_id, id, 'ACH', name, case when written_at is null then 'Waiting' else 'HandedOver' end, written_at, created_at
from ach_files;
drop index ach_files_unwritten;

-- The place to which the consignments of an institution go. A worker with another one hands nothing
-- over: it does not see what has left.
create table rail_outboxes (
  tenant_id  bigint      not null references institutions,
  rail       text        not null,
  identity   text        not null,
  adopted_by text        not null,
  adopted_at timestamptz not null,
  primary key (tenant_id, rail),
  constraint rail_outboxes_rail_known check (rail in ('ACH', 'FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT'))
);
grant select, insert on rail_outboxes to giro_service;
grant update (identity, adopted_by, adopted_at) on rail_outboxes to giro_service;
call add_tenant_policy('rail_outboxes');

-- The evidence of what left can also be damaged.
alter table rail_holds drop constraint rail_holds_reason_known;
alter table rail_holds add constraint rail_holds_reason_known
  check (reason in ('BooksBroken', 'DatabaseOlder', 'EvidenceBroken', 'Operator'));
