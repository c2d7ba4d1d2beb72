-- Messages are found by the id that the network knows them by, in both directions.
drop index concurrently if exists rail_messages_message_id;
create index concurrently rail_messages_message_id on rail_messages (tenant_id, message_id, created_at, id)
  where message_id is not null;
