-- The import of a file that fails is tried again later, and does not delay the files after it.
alter table incoming_files
  add column attempts integer not null default 0,
  add column next_attempt_at timestamptz,
  add constraint incoming_files_attempts_not_negative check (attempts >= 0);
grant update (attempts, next_attempt_at) on incoming_files to giro_service;
