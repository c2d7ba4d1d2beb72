-- The name of the originator as an entry carried it: the customer may have another name later.
alter table ach_entries add column originator_name text;
