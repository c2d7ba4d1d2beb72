-- The XML signature of an outgoing message, made once, before its first hand-over: it leaves again
-- with the same bytes. It names nobody.
alter table rail_messages add column signature text;
grant update (signature) on rail_messages to giro_service;
