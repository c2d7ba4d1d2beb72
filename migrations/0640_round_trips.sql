-- What conversions there and back could have gained at the rates that were set alone on the business
-- day `on`: {"on": date, "cash": text, "held": {tenor: [start, worth]}}. Null from before, and
-- nodes of the release before leave it as it is.
alter table fx_rates add column round_trips jsonb;
