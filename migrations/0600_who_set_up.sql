-- Who last said where a webhook sends to, and what a rule of positive pay allows: a client, and the
-- person whose token it sent. While one of them is stopped, it waits. Null: nobody is known, as of
-- what was set up before.
alter table webhooks add column set_by text, add column set_by_user uuid;
grant update (set_by, set_by_user) on webhooks to giro_service;
alter table positive_pay_rules add column set_by text, add column set_by_user uuid;
grant update (set_by, set_by_user) on positive_pay_rules to giro_service;

-- The person whose token asked for a payment, beside the client: while a request waits to be sent,
-- it is not sent if one of them is stopped.
alter table sent_payment_requests add column requested_by_user uuid;
