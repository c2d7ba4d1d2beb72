-- The messages of one network are listed, the newest first.
drop index concurrently if exists rail_messages_rail;
create index concurrently rail_messages_rail on rail_messages (tenant_id, rail, created_at, id);
