-- Receipts are found by the reference that all banks of a payment share, and listed by rail.
drop index concurrently if exists receipts_uetr;
create index concurrently receipts_uetr on receipts (tenant_id, uetr, id) where uetr is not null;
drop index concurrently if exists receipts_rail;
create index concurrently receipts_rail on receipts (tenant_id, rail, id);
