-- Steps of payments, held against the table of src/payments/domain/payment-state.ts.
alter table payment_transitions add constraint payment_transitions_step check (
  case when from_status is null then to_status in ('FUTURE_DATED', 'VALIDATED')
  else (from_status, to_status) in (
    ('FUTURE_DATED', 'VALIDATED'), ('FUTURE_DATED', 'VALIDATION_FAILURE'), ('FUTURE_DATED', 'PROCESSED'),
    ('VALIDATED', 'READY_TO_TRANSMIT'), ('VALIDATED', 'PROCESSED'),
    ('READY_TO_TRANSMIT', 'TRANSMITTED'),
    ('TRANSMITTED', 'PROCESSED')) end);
