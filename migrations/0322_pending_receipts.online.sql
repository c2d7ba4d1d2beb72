-- What other banks pay to an account and has not settled, for its exposure limit.
drop index concurrently if exists receipts_pending_credits;
create index concurrently receipts_pending_credits on receipts (tenant_id, account_id)
  where status = 'PENDING' and direction = 'Credit' and hold_id is not null;
