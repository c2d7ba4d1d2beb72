-- A keyed digest of what a client may do and how it proves who it is, which only the service can
-- make, behind the version that it was made for. Null in clients from before, until the sweep that
-- seals stored rows has given them theirs.
alter table api_clients add column content_index text;

-- A client that was revoked stays so, and no earlier row of it fits its digest again.
-- Safe for running nodes: they never take a revocation or a version back.
create trigger api_clients_never_go_back before update of revoked_at, version, access_version on api_clients for each row
  when ((old.revoked_at is not null and new.revoked_at is null)
    or new.version < old.version or new.access_version < old.access_version)
  execute function refuse_step_back();
