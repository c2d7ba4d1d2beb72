-- A claimed mail belongs to its worker until its lease ends. Until now, the lease was the time at
-- which the mail was due again, so nobody could tell a claim from a wait.
alter table payment_mails add column leased_until timestamptz;
alter table payment_mails add constraint payment_mails_leased_while_open
  check (leased_until is null or due_at is not null) not valid;
alter table payment_mails validate constraint payment_mails_leased_while_open;
grant update (leased_until) on payment_mails to giro_service;
