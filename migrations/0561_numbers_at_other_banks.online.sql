-- Numbers of the institution are unique in it, and numbers at other banks for each customer.
create unique index concurrently if not exists accounts_number_of_bank on accounts (tenant_id,
  (case when account_number_index is null then account_number else account_number_index end), routing_number,
  (coalesce(elsewhere_of, 0)))
  where deleted_at is null;
-- Safe for running nodes: the new index refuses less, and gets the name by which they know it.
drop index if exists accounts_number;
-- Safe for running nodes: see above.
alter index if exists accounts_number_of_bank rename to accounts_number;
