-- A keyed digest of the bank details of a contact, its name and its status, which only the service
-- can make, behind the version that it was made for. Null in contacts from before, until the sweep
-- that seals stored rows has given them theirs; of an earlier version if a node of the release
-- before has changed the contact since.
alter table contacts add column content_index text;
