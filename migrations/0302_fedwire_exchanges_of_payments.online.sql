-- What was asked about a payment is found when it is answered.
drop index concurrently if exists fedwire_exchanges_payment;
create index concurrently fedwire_exchanges_payment on fedwire_exchanges (tenant_id, payment_id)
  where payment_id is not null;
