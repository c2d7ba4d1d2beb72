-- The walk of held payments also leaves out those that lack approvals: a person has to approve them.
-- The index payment_states_held_by_parties serves nodes of the release before.
drop index concurrently if exists payment_states_held_for_parties;
create index concurrently payment_states_held_for_parties on payment_states (tenant_id, rail, sender_account_id,
  (case when contact_id is null then 0::bigint else contact_id end), payment_id)
  where status = 'HELD' and not (held_reasons && array['makerStopped', 'approvalsMissing']);
