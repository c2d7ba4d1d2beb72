-- Fees that are taken out of a payment. Amounts are minor units of the paying account's currency.
alter table payments
  -- Charges BEN: what the receiver gets less, because it pays the fees of the payment. Null if nothing is deducted.
  add column deducted_amount bigint check (deducted_amount > 0),
  -- Whether the fees of a debit come out of what it collects.
  add column fee_from_proceeds boolean not null default false;
grant update (deducted_amount, fee_from_proceeds) on payments to giro_service;

-- The fees of such a debit are posted when it settles.
grant update (transfer_id) on payment_fees to giro_service;

-- What a message said of the amount and its charges; null for a message from before.
alter table simulator_messages
  add column amount bigint,
  add column currency text,
  add column charge_bearer text,
  add column charges bigint,
  add column charges_currency text;
