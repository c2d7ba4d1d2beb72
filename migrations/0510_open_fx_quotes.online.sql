-- The quotes of a customer that have not become contracts, by expiry, to bound those that are open.
drop index concurrently if exists fx_quotes_open;
create index concurrently fx_quotes_open on fx_quotes (tenant_id, customer_id, expires_at) where status <> 'Accepted';
