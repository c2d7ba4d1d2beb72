-- No earlier contact fits its digest again.
-- Safe for running nodes: each change makes the next version.
create trigger contacts_never_go_back before update of version on contacts for each row
  when (new.version < old.version) execute function refuse_step_back();
