-- A message that is larger than the service takes has neither a hash nor bytes. One whose booking
-- fails is tried again later, and does not delay others.
-- Safe for running nodes: no release has the table.
alter table rail_messages
  alter column sha256 drop not null,
  drop constraint rail_messages_sealed_unless_double,
  add constraint rail_messages_sealed_unless_double check (sealed is not null or double_of is not null or sha256 is null),
  add constraint rail_messages_unread_quarantined check (sha256 is not null or status in ('Quarantined', 'Dismissed'));
