-- What left before the database was restored to an earlier moment, as the evidence outside of it
-- shows: files that it does not know otherwise, and the payments in them.
alter table rail_handovers add column from_evidence boolean not null default false;
alter table rail_handovers drop constraint rail_handovers_status_known;
alter table rail_handovers add constraint rail_handovers_status_known
  check (status in ('Waiting', 'Claimed', 'HandedOver', 'InDoubt', 'Replaced'));
alter table rail_handovers add constraint rail_handovers_replaced_from_evidence
  check (status <> 'Replaced' or from_evidence);

create or replace function rail_handovers_final() returns trigger language plpgsql as $$
begin
  if old.status in ('HandedOver', 'Replaced') or new.token < old.token or new.from_evidence <> old.from_evidence then
    raise exception 'a hand-over is final, and its token never falls'
      using errcode = 'check_violation', table = 'rail_handovers', constraint = 'rail_handovers_final';
  end if;
  return new;
end $$;

-- The payments are named as the evidence names them: the database may lack some of them.
create table rail_departures (
  tenant_id   bigint not null,
  handover_id uuid   not null,
  payment_id  uuid   not null,
  kind        text   not null,
  reference   text   not null,
  value_date  date   not null,
  primary key (tenant_id, handover_id, payment_id, kind),
  constraint rail_departures_handover_fkey foreign key (tenant_id, handover_id)
    references rail_handovers (tenant_id, id),
  constraint rail_departures_kind_known check (kind in ('Entry', 'Reversal'))
);
create index rail_departures_payment on rail_departures (tenant_id, payment_id);
grant select, insert on rail_departures to giro_service;
call add_tenant_policy('rail_departures');
call make_append_only('rail_departures');
