-- One name for one thing. A column that ends in _id holds an id of this service. An id that another party gave ends in _ref. Amounts
-- of a trade are of the currency sold and the currency bought; only a rate has a base and a quote currency.

alter table customers rename column customer_id to customer_ref;
alter index customers_customer_id rename to customers_customer_ref;
alter table fx_quotes rename column customer_id_type to customer_ref_type;
alter table fx_quotes rename column customer_reference to customer_ref;
alter table fx_quotes rename constraint fx_quotes_customer_id_type_known to fx_quotes_customer_ref_type_known;
alter table accounts rename column external_id to external_ref;

alter table fx_quotes rename column base_ccy to base_currency;
alter table fx_quotes rename column fwd_points to forward_points;
alter table fx_quotes rename constraint fx_quotes_base_ccy_of_pair to fx_quotes_base_currency_of_pair;
alter table fx_covers rename column quote_amount to market_amount;
alter table fx_covers rename constraint fx_covers_quote_amount_positive to fx_covers_market_amount_positive;
alter table fx_rates rename column base_ccy to base_currency;
alter table fx_rates rename column quote_ccy to quote_currency;
alter table fx_rates rename constraint fx_rates_quote_ccy_other to fx_rates_quote_currency_other;
alter table fx_rate_versions rename column base_ccy to base_currency;
alter table fx_rate_versions rename column quote_ccy to quote_currency;
alter table fx_margins rename column base_ccy to base_currency;
alter table fx_margins rename column quote_ccy to quote_currency;
alter table fx_margins rename constraint fx_margins_base_ccy_form to fx_margins_base_currency_form;
alter table fx_margins rename constraint fx_margins_quote_ccy_form to fx_margins_quote_currency_form;
alter table fx_margin_versions rename column base_ccy to base_currency;
alter table fx_margin_versions rename column quote_ccy to quote_currency;

-- The names that PostgreSQL gave to its "not null" constraints follow the columns.
do $$
declare
  old record;
begin
  for old in
    select c.conrelid::regclass as of_table, c.conname, format('%s_%s_not_null', t.relname, a.attname) as new_name
    from pg_constraint c
      join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'n' and c.connamespace = 'giro'::regnamespace
      and t.relname in ('customers', 'accounts', 'fx_quotes', 'fx_covers', 'fx_rates', 'fx_rate_versions', 'fx_margins', 'fx_margin_versions')
      and c.conname <> format('%s_%s_not_null', t.relname, a.attname)
  loop
    execute format('alter table %s rename constraint %I to %I', old.of_table, old.conname, old.new_name);
  end loop;
end $$;

-- When a cover or a desk trade was made is in the audit log, and when a revaluation was made follows from its business date. Nothing
-- read these columns.
alter table fx_covers drop column covered_at;
alter table fx_desk_trades drop column made_at;
alter table fx_revaluations drop column revalued_at;
