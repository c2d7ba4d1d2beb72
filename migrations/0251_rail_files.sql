-- A file that is sent again is a file of its own, with the same bytes under another name and without
-- payments, so that nodes of 0.2.0 hand it over too.
-- Safe for running nodes: they leave the column null.
alter table rail_handovers add column resends uuid;
alter table rail_handovers add constraint rail_handovers_resends_fkey
  foreign key (tenant_id, resends) references rail_handovers (tenant_id, id);
