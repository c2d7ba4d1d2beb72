-- The few files that only the evidence shows, among all that were handed over.
drop index concurrently if exists rail_handovers_from_evidence;
create index concurrently rail_handovers_from_evidence on rail_handovers (tenant_id, created_at, id) where from_evidence;
