-- The keys of payments in the order of their age, for the sweep that deletes the oldest.
drop index concurrently if exists idempotency_keys_payments;
create index concurrently idempotency_keys_payments on idempotency_keys (tenant_id, created_at) where expires_at is null;
