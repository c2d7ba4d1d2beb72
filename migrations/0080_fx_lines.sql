-- The credit that the institution gives a customer for FX contracts, and the money that a customer without credit puts up.

-- Limits in minor units of the institution's currency. They bound the customer and all customers below it together.
create table fx_lines (
  tenant_id   bigint      not null references institutions,
  customer_id bigint      not null,
  -- What the institution would lose if the open contracts ended at the market rate of the moment.
  exposure    bigint      not null check (exposure >= 0),
  -- What the open contracts exchange, by product.
  spot        bigint      not null check (spot >= 0),
  forward     bigint      not null check (forward >= 0),
  updated_at  timestamptz not null,
  primary key (tenant_id, customer_id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id)
);
grant select, insert, update, delete on fx_lines to giro_service;
call add_tenant_policy('fx_lines');

-- The account that holds the amount still to be sold, and the hold; null for a contract on a line, and once nothing is left to sell.
-- Contracts from before the lines have neither a line nor a hold. They count against a line that their customer gets.
alter table fx_contracts add column customer_id bigint;
update fx_contracts c set customer_id = q.customer_id from fx_quotes q where q.tenant_id = c.tenant_id and q.id = c.quote_id;
alter table fx_contracts alter column customer_id set not null;
alter table fx_contracts add foreign key (tenant_id, customer_id) references customers (tenant_id, id);
alter table fx_contracts add column funding_account_id bigint;
alter table fx_contracts add foreign key (tenant_id, funding_account_id) references accounts (tenant_id, id);
alter table fx_contracts add column funding_hold_id uuid;
alter table fx_contracts add constraint fx_contracts_funding check (funding_hold_id is null or funding_account_id is not null);
grant update (funding_account_id, funding_hold_id) on fx_contracts to giro_service;

-- The contracts that use a line.
create index fx_contracts_on_line on fx_contracts (tenant_id, customer_id)
  where funding_account_id is null and status in ('Open', 'PartiallyDrawn');

-- Adds a kind to those that exist, whatever they are.
do $$
declare
  kinds text := (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'approvals'::regclass and conname = 'approvals_kind_check');
begin
  alter table approvals drop constraint approvals_kind_check;
  execute 'alter table approvals add constraint approvals_kind_check ' || replace(kinds, 'ARRAY[', 'ARRAY[''fxLine''::text, ');
end $$;
