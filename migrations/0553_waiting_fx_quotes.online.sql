-- The trades of a customer that wait for their approvers.
drop index concurrently if exists fx_quotes_waiting;
create index concurrently fx_quotes_waiting on fx_quotes (tenant_id, customer_id) where status = 'PendingApproval';
