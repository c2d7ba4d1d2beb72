-- Steps of payments, held against the table of src/payments/domain/payment-state.ts.
alter table payment_transitions add constraint payment_transitions_step check (
  case when from_status is null then to_status in ('PENDING_APPROVAL', 'FUTURE_DATED', 'VALIDATED')
  else (from_status, to_status) in (
    ('PENDING_APPROVAL', 'PARTIALLY_APPROVED'), ('PENDING_APPROVAL', 'FUTURE_DATED'), ('PENDING_APPROVAL', 'VALIDATED'),
    ('PENDING_APPROVAL', 'PROCESSED'), ('PENDING_APPROVAL', 'VALIDATION_FAILURE'), ('PENDING_APPROVAL', 'REJECTED'),
    ('PENDING_APPROVAL', 'CANCELLED'),
    ('PARTIALLY_APPROVED', 'FUTURE_DATED'), ('PARTIALLY_APPROVED', 'VALIDATED'), ('PARTIALLY_APPROVED', 'PROCESSED'),
    ('PARTIALLY_APPROVED', 'VALIDATION_FAILURE'), ('PARTIALLY_APPROVED', 'REJECTED'), ('PARTIALLY_APPROVED', 'CANCELLED'),
    ('FUTURE_DATED', 'VALIDATED'), ('FUTURE_DATED', 'VALIDATION_FAILURE'), ('FUTURE_DATED', 'PROCESSED'),
    ('FUTURE_DATED', 'PENDING_APPROVAL'), ('FUTURE_DATED', 'CANCELLED'),
    ('VALIDATED', 'READY_TO_TRANSMIT'), ('VALIDATED', 'PROCESSED'), ('VALIDATED', 'CANCELLED'),
    ('READY_TO_TRANSMIT', 'TRANSMITTED'), ('READY_TO_TRANSMIT', 'CANCELLED'),
    ('TRANSMITTED', 'PROCESSED'), ('TRANSMITTED', 'RETURNED'),
    ('PROCESSED', 'RETURNED'), ('PROCESSED', 'REVERSED')) end);

-- Searching payments, newest first: an id begins with its moment, so each index ends with it, and a page is the end of one of its ranges.
-- Every index here is written again with each state of a payment; those with a condition are written only where it holds.
-- What is not at rest: the worker's questions (formerly payments_to_advance), and a search by any status but PROCESSED, rail by rail.
drop index payments_to_advance;
create index payments_open             on payments (tenant_id, status, rail, id) include (payment_date) where status <> 'PROCESSED';
-- By sending account, and through it by customer and by legal entity.
create index payments_sender           on payments (tenant_id, sender_account_id, id) include (payment_date);
create index payments_reference        on payments (tenant_id, external_reference_id, id);
create index payments_receiver_account on payments (tenant_id, receiver_account_number, id);
create index payments_receiver_name    on payments (tenant_id, receiver_name, id);
create index payments_amount           on payments (tenant_id, currency, amount, id);
create index payments_date             on payments (tenant_id, payment_date, id);
create index payments_wires            on payments (tenant_id, rail, id) where rail in ('FEDWIRE', 'SWIFT');
create index payments_forex            on payments (tenant_id, (details #>> '{additionalInfo,fxContractNumber}'), id)
  where details #>> '{additionalInfo,fxContractNumber}' is not null;

-- Payments of deleted accounts are found too.
create index accounts_any_customer on accounts (tenant_id, customer_id, id);
create index accounts_any_number on accounts (tenant_id, account_number, id);
