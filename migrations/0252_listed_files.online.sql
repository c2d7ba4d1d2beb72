-- The files of both directions are listed newest first, and found by their names. A file that was
-- sent again shows its hand-overs.
drop index concurrently if exists rail_handovers_resends;
create index concurrently rail_handovers_resends on rail_handovers (tenant_id, resends) where resends is not null;
drop index concurrently if exists rail_handovers_listed;
create index concurrently rail_handovers_listed on rail_handovers (tenant_id, created_at, id);
drop index concurrently if exists rail_handovers_named;
create index concurrently rail_handovers_named on rail_handovers (tenant_id, name);
