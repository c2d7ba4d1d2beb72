-- What the simulated ACH operator of a sandbox sends, and when: a row first, then a file in the
-- directory where the files of the network come in. The same answer is made once, by its name.
create table simulated_ach_files (
  tenant_id  bigint      not null references institutions,
  id         uuid        not null,
  name       text        not null,
  content    text        not null,
  due_at     timestamptz not null,
  created_at timestamptz not null,
  written_at timestamptz,
  primary key (tenant_id, id),
  constraint simulated_ach_files_name unique (tenant_id, name)
);
create index simulated_ach_files_due on simulated_ach_files (tenant_id, due_at) where written_at is null;
grant select, insert on simulated_ach_files to giro_service;
grant update (written_at) on simulated_ach_files to giro_service;
call add_tenant_policy('simulated_ach_files');
call make_append_only('simulated_ach_files', 'written_at');
