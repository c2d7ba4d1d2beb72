-- The verification looks up the rate that the price of a contract was made of.
drop index concurrently if exists fx_rate_versions_by_time;
create index concurrently fx_rate_versions_by_time on fx_rate_versions (tenant_id, base_currency, quote_currency, valid_from);
