-- Keyed digests of the reversals and returns that the worker collects into ACH files: each sends money
-- to another bank. Null in rows from before, until the sweep that seals stored rows has given them
-- theirs.
alter table ach_reversals add column content_index text;
alter table ach_returns add column content_index text;
grant update (content_index) on ach_reversals, ach_returns to giro_service;

-- Each goes once: what is in a file stays in it.
-- Safe for running nodes: they write the file once.
create trigger ach_reversals_never_go_back before update of file_id on ach_reversals for each row
  when (old.file_id is not null and new.file_id is distinct from old.file_id)
  execute function refuse_step_back();
-- Safe for running nodes: they write the file once.
create trigger ach_returns_never_go_back before update of file_id on ach_returns for each row
  when (old.file_id is not null and new.file_id is distinct from old.file_id)
  execute function refuse_step_back();
