-- Keyed digests of what the worker makes payments of, which only the service can make: series, files
-- of payments and their records. Each names its row. Null in rows from before, until the sweep that
-- seals stored rows has given them theirs.
alter table payment_recurrences add column content_index text;
alter table payment_files add column content_index text;
alter table payment_file_records add column content_index text;
grant update (content_index) on payment_recurrences, payment_files, payment_file_records to giro_service;

-- The digests of series and files are of a version of the row. A node of the release before changes
-- the end of a series and leaves its digest: then the row counts as one without.
alter table payment_recurrences add column version bigint not null default 1;

-- Every change makes the next version, whatever the statement says: so a digest of an earlier row
-- never fits again.
create function take_next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
revoke execute on function take_next_version from public;
-- Safe for running nodes: they do not know the column.
create trigger payment_recurrences_next_version before update of pay_until, end_date, number_of_payments, version
  on payment_recurrences for each row execute function take_next_version();
-- Safe for running nodes: they count the versions of files in the same way.
create trigger payment_files_next_version before update of status, decided_by, decided_by_user, decided_at, stopped_at,
  reason, ended_at, version on payment_files for each row execute function take_next_version();

-- What is outside of the digests stays as it is: a series that has ended makes no more payments, and
-- a record makes one.
create function instruction_stays_carried_out() returns trigger language plpgsql as $$
begin
  raise exception 'what was carried out or has ended in % stays so', tg_table_name
    using errcode = 'check_violation', constraint = tg_name, table = tg_table_name;
end $$;
revoke execute on function instruction_stays_carried_out from public;
-- Safe for running nodes: they change only Active series.
create trigger payment_recurrences_stay_ended before update of status on payment_recurrences for each row
  when (old.status <> 'Active' and new.status <> old.status) execute function instruction_stays_carried_out();
-- Safe for running nodes: they write the payment of a record only if it has none.
create trigger payment_file_records_stay_made before update of payment_id on payment_file_records for each row
  when (old.payment_id is not null and new.payment_id is distinct from old.payment_id)
  execute function instruction_stays_carried_out();
