-- Files of payments of customers. The records name accounts and contacts by their ids, so they
-- contain no account numbers.
create table payment_files (
  tenant_id        bigint      not null,
  id               uuid        not null,
  customer_id      bigint      not null,
  file_type        text        not null,
  name             text        not null,
  sha256           text        not null,
  records          integer     not null,
  totals           jsonb       not null,
  status           text        not null,
  uploaded_by      text        not null,
  uploaded_by_user uuid,
  legal_entity_id  bigint      not null,
  created_at       timestamptz not null,
  decided_by       text,
  decided_at       timestamptz,
  reason           text,
  ended_at         timestamptz,
  version          bigint      not null,
  primary key (tenant_id, id),
  constraint payment_files_customer_fkey foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  constraint payment_files_legal_entity_fkey
    foreign key (tenant_id, legal_entity_id) references customers (tenant_id, id),
  constraint payment_files_user_fkey foreign key (tenant_id, uploaded_by_user) references users (tenant_id, id),
  constraint payment_files_file_type_known check (file_type in ('csv', 'ach')),
  constraint payment_files_status_known check (status in ('PENDING_APPROVAL', 'PROCESSING', 'PROCESSED', 'REJECTED')),
  constraint payment_files_ended_at_when_over check ((ended_at is not null) = (status in ('PROCESSED', 'REJECTED')))
);
-- The same content makes its payments once, unless it was rejected before.
create unique index payment_files_content on payment_files (tenant_id, customer_id, sha256) where status <> 'REJECTED';
create index payment_files_listed on payment_files (tenant_id, customer_id, id);
create index payment_files_open on payment_files (tenant_id, id) where status = 'PROCESSING';
grant select, insert on payment_files to giro_service;
grant update (status, decided_by, decided_at, reason, ended_at, version) on payment_files to giro_service;
call add_tenant_policy('payment_files');

create table payment_file_records (
  tenant_id  bigint  not null,
  file_id    uuid    not null,
  record     integer not null,
  entry_type text    not null,
  request    jsonb   not null,
  payment_id uuid,
  code       text,
  refusal    text,
  primary key (tenant_id, file_id, record),
  constraint payment_file_records_file_fkey foreign key (tenant_id, file_id) references payment_files (tenant_id, id),
  constraint payment_file_records_payment_fkey foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint payment_file_records_entry_type_known check (entry_type in ('CREDIT', 'DEBIT')),
  constraint payment_file_records_one_outcome check (payment_id is null or refusal is null),
  constraint payment_file_records_refusal_with_code check ((refusal is null) = (code is null))
);
create index payment_file_records_open on payment_file_records (tenant_id, file_id, record)
  where payment_id is null and refusal is null;
grant select, insert on payment_file_records to giro_service;
grant update (payment_id, code, refusal) on payment_file_records to giro_service;
call add_tenant_policy('payment_file_records');
