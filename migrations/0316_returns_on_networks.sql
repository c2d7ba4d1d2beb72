-- Which message a return gives back, on the books of the simulated networks: RTP returns a payment by
-- one of its own, with a UETR of its own.
-- Safe for running nodes: no release has the table, which only sandboxes fill.
alter table simulated_payments add column returns text;
alter table simulated_payments add constraint simulated_payments_returns_return check (returns is null or kind = 'Return');
create index simulated_payments_returns on simulated_payments (tenant_id, rail, returns) where returns is not null;
