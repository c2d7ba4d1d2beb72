-- Held payments that have exchanged money fail once their value date is missed: one lookup finds
-- the first.
drop index concurrently if exists payment_states_held_until;
create index concurrently payment_states_held_until on payment_states (tenant_id, fails_at)
  where status = 'HELD' and fails_at is not null;
