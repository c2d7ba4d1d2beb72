-- How many people of the customer must approve a payment, if that is more than when it was made.
alter table payment_states add column approvers_needed smallint;
grant update (approvers_needed) on payment_states to giro_service;
