-- Why an account was opened, as the client that opened it said.
alter table accounts add column opening_reason text;
grant update (opening_reason) on accounts to giro_service;
