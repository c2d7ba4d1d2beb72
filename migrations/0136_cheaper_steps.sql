-- The allowed steps as one array of pairs. PostgreSQL reads a check's expression from the catalogue for each statement, and
-- the tree of forty comparisons was 37 kB.
alter table payment_transitions drop constraint payment_transitions_step;
alter table payment_transitions add constraint payment_transitions_step check (
  (case when from_status is null then 'none' else from_status end || ' ' || to_status) = any (array[
    'none PENDING_APPROVAL', 'none FUTURE_DATED', 'none VALIDATED',
    'PENDING_APPROVAL PARTIALLY_APPROVED', 'PENDING_APPROVAL FUTURE_DATED', 'PENDING_APPROVAL HELD',
    'PENDING_APPROVAL VALIDATED', 'PENDING_APPROVAL PROCESSED', 'PENDING_APPROVAL VALIDATION_FAILURE',
    'PENDING_APPROVAL REJECTED', 'PENDING_APPROVAL CANCELLED',
    'PARTIALLY_APPROVED FUTURE_DATED', 'PARTIALLY_APPROVED HELD', 'PARTIALLY_APPROVED VALIDATED',
    'PARTIALLY_APPROVED PROCESSED', 'PARTIALLY_APPROVED VALIDATION_FAILURE', 'PARTIALLY_APPROVED REJECTED',
    'PARTIALLY_APPROVED CANCELLED',
    'FUTURE_DATED HELD', 'FUTURE_DATED VALIDATED', 'FUTURE_DATED VALIDATION_FAILURE', 'FUTURE_DATED PROCESSED',
    'FUTURE_DATED PENDING_APPROVAL', 'FUTURE_DATED CANCELLED',
    'HELD FUTURE_DATED', 'HELD VALIDATED', 'HELD VALIDATION_FAILURE', 'HELD CANCELLED',
    'VALIDATED READY_TO_TRANSMIT', 'VALIDATED HELD', 'VALIDATED PROCESSED', 'VALIDATED CANCELLED',
    'READY_TO_TRANSMIT TRANSMITTED', 'READY_TO_TRANSMIT HELD', 'READY_TO_TRANSMIT VALIDATION_FAILURE',
    'READY_TO_TRANSMIT CANCELLED',
    'TRANSMITTED PROCESSED', 'TRANSMITTED RETURNED',
    'PROCESSED RETURNED', 'PROCESSED REVERSED']));

-- The first step refers to its payment, and every later step to the one before: only the first needs to look for the payment.
alter table payment_transitions drop constraint payment_transitions_tenant_id_payment_id_fkey;
alter table payment_transitions
  add column begins uuid generated always as (case when step = 1 then payment_id end) stored;
alter table payment_transitions add constraint payment_transitions_begins_fkey
  foreign key (tenant_id, begins) references payments (tenant_id, id);
