-- A file whose uploader or approver loses the right before all its payments are made stops. It then
-- waits for the approval of another person, whose right alone counts from then on.
alter table payment_files add column decided_by_user uuid;
alter table payment_files add column stopped_at timestamptz;
-- Safe for running nodes: they leave the column null, and no node of 0.2.0 writes files.
alter table payment_files add constraint payment_files_decider_fkey
  foreign key (tenant_id, decided_by_user) references users (tenant_id, id);
grant update (decided_by_user, stopped_at) on payment_files to giro_service;
