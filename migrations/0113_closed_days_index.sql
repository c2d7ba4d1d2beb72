-- Every entry asks whether a day from its own on is closed. Days are prepared a year ahead, so without this index the
-- question reads all of them.
create index ledger_days_closed on ledger_days (tenant_id, business_date) where closed_at is not null;
