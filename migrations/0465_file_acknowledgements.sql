-- What the ACH operator says of the files that it got: accepted or rejected, with its totals.
create table ach_file_acknowledgements (
  tenant_id        bigint      not null references institutions,
  id               uuid        not null,
  file_id          uuid        not null,
  incoming_file_id uuid        not null,
  outcome          text        not null,
  reason           text,
  batches          integer     not null,
  entries          integer     not null,
  debit_total      bigint      not null,
  credit_total     bigint      not null,
  created_at       timestamptz not null,
  primary key (tenant_id, id),
  constraint ach_file_acknowledgements_file_fkey foreign key (tenant_id, file_id)
    references ach_files (tenant_id, id),
  constraint ach_file_acknowledgements_incoming_file_fkey foreign key (tenant_id, incoming_file_id)
    references incoming_files (tenant_id, id),
  constraint ach_file_acknowledgements_outcome_known check (outcome in ('Accepted', 'Rejected', 'Different')),
  constraint ach_file_acknowledgements_reason_unless_accepted check ((outcome = 'Accepted') = (reason is null))
);
create unique index ach_file_acknowledgements_once on ach_file_acknowledgements (tenant_id, incoming_file_id);
create index ach_file_acknowledgements_file on ach_file_acknowledgements (tenant_id, file_id, id);
grant select, insert on ach_file_acknowledgements to giro_service;
call add_tenant_policy('ach_file_acknowledgements');
call make_append_only('ach_file_acknowledgements');
