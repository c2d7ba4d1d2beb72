-- A hold that was found to have more differences is replaced by one that has them all: who releases
-- a hold accepts what that hold shows, and nothing else.
alter table rail_holds add column replaces uuid;
alter table rail_holds add constraint rail_holds_replaces_fkey foreign key (tenant_id, replaces)
  references rail_holds (tenant_id, id);
create unique index rail_holds_replaced on rail_holds (tenant_id, replaces) where replaces is not null;

-- The few files that only the evidence shows, among all that were handed over.
create index rail_handovers_from_evidence on rail_handovers (tenant_id, created_at, id) where from_evidence;
