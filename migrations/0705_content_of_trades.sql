-- Keyed digests of what a quote offers, a contract promises and a cover costs, which only the
-- service can make. Null in rows from before: the sweep that seals stored rows gives contracts and
-- covers theirs.
alter table fx_quotes add column content_index text;
alter table fx_contracts add column content_index text;
alter table fx_covers add column content_index text;
grant update (content_index) on fx_contracts, fx_covers to giro_service;
-- Safe for running nodes: the trigger lets them write all that it did before, and one column more.
drop trigger fx_covers_append_only_columns on fx_covers;
create trigger fx_covers_append_only_columns before update on fx_covers
  for each row execute function refuse_change('settled_on', 'content_index');
