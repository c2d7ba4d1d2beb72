-- The day on which a payment is paid since a change of the calendar moved it. Null for the day that
-- it was made for, and for payments that a node of the release before moves.
alter table payment_states add column pays_on date;
grant update (pays_on) on payment_states to giro_service;
