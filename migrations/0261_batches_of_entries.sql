-- The batch of an entry in its file. Null for entries of earlier releases.
alter table ach_entries add column batch_number integer;
alter table ach_reversals add column batch_number integer;
grant update (batch_number) on ach_reversals to giro_service;
