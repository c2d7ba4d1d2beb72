-- Autovacuum analysed these tables after every tenth more rows, which is every few seconds while a
-- database is young. They are read by keys, so statistics matter only once they are large.
do $$
declare
  name text;
begin
  foreach name in array '{payments,payment_states,payment_transitions,idempotency_keys,ledger_transfers,ledger_entries,ledger_holds,events}'::text[]
  loop
    execute format('alter table %I set (autovacuum_analyze_threshold = 20000)', name);
  end loop;
end $$;

-- No condition names these columns, and sorting them was most of the work.
alter table idempotency_keys
  alter fingerprint set statistics 0,
  alter response set statistics 0;
alter table payments
  alter details set statistics 0,
  alter payment_notes set statistics 0;
