-- Receipts of networks that carry messages: credits that are final at once, and credits that settle
-- after the answer of the institution. An entry of a file has its place in the file, and a message
-- its ids.
-- Safe for running nodes: no release has the table, and what nodes write for ACH meets every rule.
alter table receipts alter column file_id drop not null;
alter table receipts alter column entry_number drop not null;
alter table receipts alter column transaction_code drop not null;
alter table receipts alter column sec_code drop not null;
alter table receipts alter column trace_number drop not null;
alter table receipts alter column settles_at drop not null;
alter table receipts alter column return_by drop not null;
alter table receipts add column message_id text;
alter table receipts add column end_to_end_id text;
alter table receipts add column uetr text;
alter table receipts add column originator_account text;
alter table receipts add column parties jsonb;
alter table receipts add column returns_payment_id uuid;
alter table receipts add column answer_by timestamptz;
alter table receipts add column answer text;
alter table receipts add column return_settlement_id uuid;
alter table receipts add constraint receipts_origin check (
  num_nulls(file_id, entry_number, transaction_code, sec_code, trace_number, return_by) = 0
    and num_nonnulls(message_id, end_to_end_id, answer) = 0 and rail = 'ACH'
  or num_nonnulls(file_id, entry_number, transaction_code, sec_code, trace_number, return_by) = 0
    and num_nulls(message_id, end_to_end_id, parties) = 0 and rail <> 'ACH' and direction = 'Credit' and not is_prenote);
alter table receipts add constraint receipts_answer_known check (answer in ('Accepted', 'AcceptedWithoutPosting',
  'Rejected'));
alter table receipts add constraint receipts_returns_payment_fkey foreign key (tenant_id, returns_payment_id)
  references payments (tenant_id, id);
alter table receipts add constraint receipts_return_settlement_fkey foreign key (tenant_id, return_settlement_id)
  references rail_settlements (tenant_id, id);
grant update (answer, return_settlement_id) on receipts to giro_service;

-- A credit that the institution or its network refuses before it settles ends there.
alter table receipts drop constraint receipts_status_known;
alter table receipts add constraint receipts_status_known check (status in ('RECEIVED', 'SCREENING', 'PENDING',
  'UNPOSTED', 'POSTED', 'RETURN_QUEUED', 'RETURNED', 'DISHONORED', 'CONTESTED', 'REJECTED'));
alter table receipts drop constraint receipts_step_allowed;
alter table receipts add constraint receipts_step_allowed check (previous_status || ' ' || status in (
  'RECEIVED SCREENING', 'RECEIVED PENDING', 'RECEIVED UNPOSTED', 'RECEIVED POSTED', 'RECEIVED RETURN_QUEUED',
  'RECEIVED REJECTED',
  'SCREENING PENDING', 'SCREENING POSTED', 'SCREENING UNPOSTED', 'SCREENING RETURN_QUEUED', 'SCREENING REJECTED',
  'PENDING POSTED', 'PENDING UNPOSTED', 'PENDING RETURN_QUEUED', 'PENDING REJECTED',
  'UNPOSTED PENDING', 'UNPOSTED POSTED', 'UNPOSTED RETURN_QUEUED',
  'POSTED RETURN_QUEUED',
  'RETURN_QUEUED RETURNED', 'RETURN_QUEUED UNPOSTED',
  'RETURNED DISHONORED',
  'DISHONORED POSTED', 'DISHONORED CONTESTED'));

drop trigger receipts_never_change on receipts;
create trigger receipts_never_change before delete or update of tenant_id, id, identity, rail, file_id, entry_number,
  direction, is_prenote, amount, currency, account_number, transaction_code, receiver_name, receiver_identification,
  originator_name, originator_identification, originator_routing, sec_code, entry_description, discretionary_data,
  trace_number, addenda, effective_date, settlement_date, created_at, message_id, end_to_end_id, uetr,
  originator_account, parties, returns_payment_id, answer_by
  on receipts for each row execute function refuse_receipt_change();
-- A return settles once.
create trigger receipts_return_once before update of return_settlement_id on receipts for each row
  when (old.return_settlement_id is not null and new.return_settlement_id is distinct from old.return_settlement_id)
  execute function refuse_receipt_change();
