-- Reads the events beside the work.
alter table events validate constraint events_one_or_steps;
