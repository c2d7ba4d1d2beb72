-- The trace numbers of entries go on over days, so a day says where it began. Null for a day that
-- a node of the last release added: its numbers begin at 1.
alter table ach_days add column entries_before integer;
