-- What payments drew of a contract that has ended stands, and is covered when its time comes.
alter table fx_contracts drop constraint fx_contracts_cover;
alter table fx_contracts add constraint fx_contracts_cover
  check (cover_due_at is null or status not in ('Cancelled', 'Expired') or drawn_sell_amount > 0);
