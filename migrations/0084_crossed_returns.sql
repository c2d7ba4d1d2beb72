-- The return of a debit that was reversed before it came back. A reversing entry that is in no file yet is then never sent.
alter table ach_reversals add column returned_at timestamptz;
alter table ach_reversals add column return_code text;
-- The settlement of the return.
alter table ach_reversals add column return_settlement_id uuid;
alter table ach_reversals add constraint ach_reversals_returned check (
  (returned_at is null) = (return_code is null) and (returned_at is null) = (return_settlement_id is null));
grant update (returned_at, return_code, return_settlement_id) on ach_reversals to giro_service;
drop index ach_reversals_waiting;
create index ach_reversals_waiting on ach_reversals (tenant_id, requested_at, payment_id)
  where file_id is null and returned_at is null;
