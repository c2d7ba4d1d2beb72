-- Payments, their history, and what goes to and comes from the rails.

create table payments (
  tenant_id               bigint      not null,
  id                      uuid        not null,
  external_reference_id   text        not null,
  customer_id             bigint      not null,
  sender_account_id       bigint      not null,
  contact_id              bigint      not null,
  amount                  bigint      not null check (amount > 0),
  currency                text        not null,
  speed                   text        not null,
  rail                    text        not null check (rail in ('BOOK', 'ACH', 'FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT')),
  sec_code                text,
  status                  text        not null check (status in ('PENDING_APPROVAL', 'PARTIALLY_APPROVED', 'FUTURE_DATED', 'INITIATED',
                            'VALIDATED', 'VALIDATION_FAILURE', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'PROCESSED', 'RETURNED', 'REJECTED',
                            'CANCELLED', 'REVERSED')),
  payment_date            date        not null,
  -- Who is paid, as the contact stood when the payment was made: a later change of the contact does not redirect it.
  receiver_name           text        not null,
  receiver_account_number text        not null,
  receiver_account_type   text        not null,
  receiver_bank_code      text        not null,
  payment_notes           text,
  -- notification, ultimate parties, additionalInfo; shape in payments.schema.ts.
  details                 jsonb       not null,
  created_by              text        not null,
  created_at              timestamptz not null,
  updated_at              timestamptz not null,
  -- When its funds were held: what a collection of its rail goes by.
  validated_at            timestamptz,
  -- The hold of the amount, from VALIDATED on; a book transfer has none.
  hold_transfer_id        uuid,
  failure_reason          text,
  -- When a transmitted payment counts as settled where the rail sends no confirmation (ACH: no return is good news).
  settlement_due_at       timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, sender_account_id) references accounts (tenant_id, id),
  foreign key (tenant_id, contact_id)        references contacts (tenant_id, id)
);
-- What the worker takes further, one index for each question it asks.
create index payments_to_advance on payments (tenant_id, status, rail, id) where status in ('VALIDATED', 'READY_TO_TRANSMIT');
create index payments_collectable on payments (tenant_id, speed, validated_at, id) where status = 'READY_TO_TRANSMIT' and rail = 'ACH';
create index payments_scheduled  on payments (tenant_id, payment_date, id) where status = 'FUTURE_DATED';
create index payments_settling   on payments (tenant_id, settlement_due_at, id) where status = 'TRANSMITTED' and settlement_due_at is not null;
grant select, insert on payments to giro_service;
grant update (status, rail, updated_at, validated_at, hold_transfer_id, failure_reason, settlement_due_at) on payments to giro_service;

-- Each step of each payment: when, by whom, why, with what the rail gave as evidence. Append-only.
create table payment_transitions (
  tenant_id   bigint      not null,
  payment_id  uuid        not null,
  to_status   text        not null,
  from_status text,
  at          timestamptz not null,
  actor       text        not null,
  evidence    jsonb,
  -- A payment never enters a state twice.
  primary key (tenant_id, payment_id, to_status),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id)
);
grant select, insert on payment_transitions to giro_service;

-- How many files and entries the institution has made on a day: the source of file sequence and trace numbers.
create table ach_days (
  tenant_id  bigint   not null references institutions,
  day        date     not null,
  files      integer  not null,
  entries    integer  not null,
  primary key (tenant_id, day)
);
grant select, insert, update on ach_days to giro_service;

-- A NACHA file is committed here first, written to the transport next, and marked written last: whatever happens in between, the
-- same bytes are written again under the same name, and no entry is lost or doubled.
create table ach_files (
  tenant_id    bigint      not null references institutions,
  id           uuid        not null,
  name         text        not null,
  content      text        not null,
  entries      integer     not null,
  created_at   timestamptz not null,
  written_at   timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
create index ach_files_unwritten on ach_files (tenant_id, id) where written_at is null;
grant select, insert on ach_files to giro_service;
grant update (written_at) on ach_files to giro_service;

-- A payment is in one file, once.
create table ach_entries (
  tenant_id            bigint not null,
  payment_id           uuid   not null,
  file_id              uuid   not null,
  trace_number         text   not null,
  effective_entry_date date   not null,
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  foreign key (tenant_id, file_id)    references ach_files (tenant_id, id)
);
create index ach_entries_file on ach_entries (tenant_id, file_id);
grant select, insert on ach_entries to giro_service;

-- The other side of the simulated networks: what it received, and when it will have settled.
create table simulator_messages (
  tenant_id    bigint      not null references institutions,
  payment_id   uuid        not null,
  rail         text        not null,
  reference    text        not null,
  received_at  timestamptz not null,
  settles_at   timestamptz not null,
  settled_at   timestamptz,
  primary key (tenant_id, payment_id)
);
create index simulator_messages_unsettled on simulator_messages (tenant_id, settles_at) where settled_at is null;
grant select, insert on simulator_messages to giro_service;
grant update (settled_at) on simulator_messages to giro_service;
