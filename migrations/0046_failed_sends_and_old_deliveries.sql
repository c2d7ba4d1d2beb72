-- A payment that its rail can not carry fails when that is found, READY_TO_TRANSMIT → VALIDATION_FAILURE, and what it held is free again.
alter table payment_transitions drop constraint payment_transitions_step;
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
    ('READY_TO_TRANSMIT', 'TRANSMITTED'), ('READY_TO_TRANSMIT', 'VALIDATION_FAILURE'), ('READY_TO_TRANSMIT', 'CANCELLED'),
    ('TRANSMITTED', 'PROCESSED'), ('TRANSMITTED', 'RETURNED'),
    ('PROCESSED', 'RETURNED'), ('PROCESSED', 'REVERSED')) end);

-- The log of webhooks is kept for some time only.
grant delete on webhook_deliveries to giro_service;
