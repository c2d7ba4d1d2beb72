-- What currencies are worth in the market, as the institution says, and what it earns on them.

-- The rate of a pair in the market's order, base before quote; the latest one only, earlier ones are in the audit trail.
create table fx_rates (
  tenant_id      bigint        not null references institutions,
  base_ccy       text          not null,
  quote_ccy      text          not null check (quote_ccy <> base_ccy),
  bid            numeric(15,8) not null check (bid > 0),
  mid            numeric(15,8) not null check (mid >= bid),
  ask            numeric(15,8) not null check (ask >= mid),
  -- What is added to the rate, as decimal text by tenor.
  forward_points jsonb         not null,
  as_of          timestamptz   not null,
  primary key (tenant_id, base_ccy, quote_ccy)
);
grant select, insert, update on fx_rates to giro_service;

-- Basis points of the rate, for a tier of customers and a pair of currencies; empty text for every tier and every pair.
create table fx_margins (
  tenant_id    bigint   not null references institutions,
  tier         text     not null,
  base_ccy     text     not null,
  quote_ccy    text     not null,
  basis_points smallint not null check (basis_points between 0 and 1000),
  primary key (tenant_id, tier, base_ccy, quote_ccy),
  check ((base_ccy = '') = (quote_ccy = ''))
);
grant select, insert, delete on fx_margins to giro_service;
