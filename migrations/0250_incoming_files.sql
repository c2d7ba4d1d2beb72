-- Files that came in from the networks. Their bytes are kept whole and sealed, in parts, because
-- they contain names and account numbers. The same content of a rail is one file, whatever its name
-- and however often it comes. Parts are added while it is RECEIVING, each in its own transaction,
-- because storage can be slow. A file that is larger than the service takes is not read: it has
-- neither a hash nor parts.
create table incoming_files (
  tenant_id        bigint      not null references institutions,
  id               uuid        not null,
  rail             text        not null,
  name             text        not null,
  sha256           text,
  size_bytes       bigint      not null,
  status           text        not null default 'RECEIVING',
  imported_entries integer     not null default 0,
  entries          integer,
  debit_total      bigint,
  credit_total     bigint,
  notes            jsonb,
  refusal          jsonb,
  release          jsonb,
  received_at      timestamptz not null,
  ended_at         timestamptz,
  primary key (tenant_id, id),
  constraint incoming_files_rail_known check (rail in ('ACH', 'FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT')),
  constraint incoming_files_status_known check (status in ('RECEIVING', 'RECEIVED', 'IMPORTING', 'IMPORTED', 'QUARANTINED')),
  constraint incoming_files_size_bytes_not_negative check (size_bytes >= 0),
  constraint incoming_files_imported_entries_not_negative check (imported_entries >= 0),
  constraint incoming_files_unread_quarantined check (sha256 is not null or status = 'QUARANTINED'),
  constraint incoming_files_refusal_quarantined check ((status = 'QUARANTINED') = (refusal is not null)),
  constraint incoming_files_ended_at_when_over check ((status in ('IMPORTED', 'QUARANTINED')) = (ended_at is not null)),
  constraint incoming_files_totals_imported check ((status = 'IMPORTED') = (entries is not null)
    and (entries is null) = (debit_total is null) and (entries is null) = (credit_total is null)
    and (entries is null) = (notes is null))
);
create unique index incoming_files_content on incoming_files (tenant_id, rail, sha256);
create index incoming_files_open on incoming_files (tenant_id, rail, received_at, id)
  where status in ('RECEIVED', 'IMPORTING');
create index incoming_files_unread on incoming_files (tenant_id, rail, name, size_bytes) where sha256 is null;
create index incoming_files_named on incoming_files (tenant_id, name);
create index incoming_files_listed on incoming_files (tenant_id, received_at, id);
grant select, insert on incoming_files to giro_service;
grant update (status, received_at, imported_entries, entries, debit_total, credit_total, notes, refusal, release, ended_at)
  on incoming_files to giro_service;
call add_tenant_policy('incoming_files');

-- What was imported is imported for good, and its number of entries never falls.
create function incoming_files_final() returns trigger language plpgsql as $$
begin
  if old.status = 'IMPORTED' or new.imported_entries < old.imported_entries then
    raise exception 'an imported file is final, and its entries are never forgotten'
      using errcode = 'check_violation', table = 'incoming_files', constraint = 'incoming_files_final';
  end if;
  return new;
end $$;
create trigger incoming_files_final before update on incoming_files for each row execute function incoming_files_final();

create table incoming_file_parts (
  tenant_id bigint  not null,
  file_id   uuid    not null,
  part      integer not null,
  sealed    bytea   not null,
  primary key (tenant_id, file_id, part),
  constraint incoming_file_parts_file_fkey foreign key (tenant_id, file_id) references incoming_files (tenant_id, id),
  constraint incoming_file_parts_part_not_negative check (part >= 0)
);
alter table incoming_file_parts alter column sealed set storage external;
grant select, insert on incoming_file_parts to giro_service;
call add_tenant_policy('incoming_file_parts');
call make_append_only('incoming_file_parts');
