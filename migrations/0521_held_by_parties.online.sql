-- The walk of held payments leaves out those whose makers are stopped: they wait for a lookup of
-- each stopped actor (stopped_makers). The index before it serves nodes of the release before.
drop index concurrently if exists payment_states_held_by_parties;
create index concurrently payment_states_held_by_parties on payment_states (tenant_id, rail, sender_account_id,
  (case when contact_id is null then 0::bigint else contact_id end), payment_id)
  where status = 'HELD' and not ('makerStopped' = any(held_reasons));
