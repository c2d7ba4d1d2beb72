-- A fee in another currency than the account that pays it: what the schedule says, in minor units of the fee's currency, and
-- the mid rate of the day, of the pair in market order. Null for a fee in the account's currency.
alter table payment_fees
  add column scheduled_amount bigint,
  add column scheduled_currency text,
  add column rate numeric;
