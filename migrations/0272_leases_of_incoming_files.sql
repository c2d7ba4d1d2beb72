-- A worker that imports a file keeps others from reading it as well. The lease ends by itself if the
-- worker does, and is no lock: each transaction checks how far the file is.
-- Safe for running nodes: no release has the table, and later nodes write both columns together.
alter table incoming_files
  add column leased_by text,
  add column leased_until timestamptz,
  add constraint incoming_files_leased check ((leased_by is null) = (leased_until is null)
    and (leased_until is null or ended_at is null));
grant update (leased_by, leased_until) on incoming_files to giro_service;
