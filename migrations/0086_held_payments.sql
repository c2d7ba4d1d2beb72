-- A payment whose customer, account, contact or rail is suspended waits as HELD before its next
-- step towards its rail, until the suspension is lifted or it is cancelled.
alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_status_check check (status in ('PENDING_APPROVAL', 'PARTIALLY_APPROVED',
  'FUTURE_DATED', 'INITIATED', 'HELD', 'VALIDATED', 'VALIDATION_FAILURE', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'PROCESSED',
  'RETURNED', 'REJECTED', 'CANCELLED', 'REVERSED'));

-- Why it waits: reasons of src/payments/held/hold-reasons.ts.
alter table payments add column held_reasons text[];
alter table payments add constraint payments_held check ((status = 'HELD') = (held_reasons is not null));
grant update (held_reasons) on payments to giro_service;

-- The accounts with held payments are looked up several times a second: one lookup for each account.
create index payments_held on payments (tenant_id, sender_account_id, contact_id, rail, id) where status = 'HELD';

alter table payment_transitions drop constraint payment_transitions_step;
alter table payment_transitions add constraint payment_transitions_step check (
  case when from_status is null then to_status in ('PENDING_APPROVAL', 'FUTURE_DATED', 'VALIDATED')
  else (from_status, to_status) in (
    ('PENDING_APPROVAL', 'PARTIALLY_APPROVED'), ('PENDING_APPROVAL', 'FUTURE_DATED'), ('PENDING_APPROVAL', 'HELD'),
    ('PENDING_APPROVAL', 'VALIDATED'), ('PENDING_APPROVAL', 'PROCESSED'), ('PENDING_APPROVAL', 'VALIDATION_FAILURE'),
    ('PENDING_APPROVAL', 'REJECTED'), ('PENDING_APPROVAL', 'CANCELLED'),
    ('PARTIALLY_APPROVED', 'FUTURE_DATED'), ('PARTIALLY_APPROVED', 'HELD'), ('PARTIALLY_APPROVED', 'VALIDATED'),
    ('PARTIALLY_APPROVED', 'PROCESSED'), ('PARTIALLY_APPROVED', 'VALIDATION_FAILURE'), ('PARTIALLY_APPROVED', 'REJECTED'),
    ('PARTIALLY_APPROVED', 'CANCELLED'),
    ('FUTURE_DATED', 'HELD'), ('FUTURE_DATED', 'VALIDATED'), ('FUTURE_DATED', 'VALIDATION_FAILURE'),
    ('FUTURE_DATED', 'PROCESSED'), ('FUTURE_DATED', 'PENDING_APPROVAL'), ('FUTURE_DATED', 'CANCELLED'),
    ('HELD', 'FUTURE_DATED'), ('HELD', 'VALIDATED'), ('HELD', 'CANCELLED'),
    ('VALIDATED', 'READY_TO_TRANSMIT'), ('VALIDATED', 'HELD'), ('VALIDATED', 'PROCESSED'), ('VALIDATED', 'CANCELLED'),
    ('READY_TO_TRANSMIT', 'TRANSMITTED'), ('READY_TO_TRANSMIT', 'HELD'), ('READY_TO_TRANSMIT', 'VALIDATION_FAILURE'),
    ('READY_TO_TRANSMIT', 'CANCELLED'),
    ('TRANSMITTED', 'PROCESSED'), ('TRANSMITTED', 'RETURNED'),
    ('PROCESSED', 'RETURNED'), ('PROCESSED', 'REVERSED')) end);
