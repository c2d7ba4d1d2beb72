-- A hold that was found to have more differences is replaced by one that has them all: who releases
-- a hold accepts what that hold shows, and nothing else.
alter table rail_holds add column replaces uuid;
