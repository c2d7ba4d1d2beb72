-- Keyed digests of what the worker makes payments of, which only the service can make: series, files
-- of payments and their records. Each names its row. Null in rows from before, until the sweep that
-- seals stored rows has given them theirs.
alter table payment_recurrences add column content_index text;
alter table payment_files add column content_index text;
alter table payment_file_records add column content_index text;
grant update (content_index) on payment_recurrences, payment_files, payment_file_records to giro_service;

-- The digests of series and files are of a version of the row.
alter table payment_recurrences add column version bigint not null default 1;
grant update (version) on payment_recurrences to giro_service;

-- Nothing goes back: no earlier row fits its digest again, a series that has ended makes no more
-- payments, and a record makes one.
create function refuse_step_back() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % never go back: what was replaced or carried out, or has ended, stays so', tg_table_name
    using errcode = 'check_violation', constraint = tg_name, table = tg_table_name;
end $$;
revoke execute on function refuse_step_back from public;
-- Safe for running nodes: they do not know the version, and change only Active series.
create trigger payment_recurrences_never_go_back before update of status, version on payment_recurrences for each row
  when (new.version < old.version or (old.status <> 'Active' and new.status <> old.status))
  execute function refuse_step_back();
-- Safe for running nodes: each change makes the next version.
create trigger payment_files_never_go_back before update of version on payment_files for each row
  when (new.version < old.version) execute function refuse_step_back();
-- Safe for running nodes: they write the payment of a record only if it has none.
create trigger payment_file_records_never_go_back before update of payment_id on payment_file_records for each row
  when (old.payment_id is not null and new.payment_id is distinct from old.payment_id)
  execute function refuse_step_back();
