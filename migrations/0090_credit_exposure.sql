-- The ACH credits in flight of a customer, and the accounts whose limit bounds them.
create index payments_credits_in_flight on payments (tenant_id, customer_id) include (amount)
  where rail = 'ACH' and entry_type = 'CREDIT' and hold_transfer_id is not null
    and status in ('VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'HELD');
create index accounts_credit_exposure on accounts (tenant_id, customer_id)
  where features #> '{achFeature,creditExposureLimit}' is not null and deleted_at is null;
