-- A clock that was met can start again for its item, as an obligation of its own: a return that is
-- queued after the item was posted has a time, too. One of a kind runs for an item at a time.
drop index obligations_subject;
-- Safe for running nodes: it refuses less than the index before it, and no release has the table.
create unique index obligations_subject on obligations (tenant_id, subject_kind, subject_id, kind)
  where met_at is null;
