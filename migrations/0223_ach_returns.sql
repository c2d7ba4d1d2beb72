-- Returns that the institution sends for received entries, and contested dishonored returns. Each
-- waits for a file, leaves once, and settles.
create table ach_returns (
  tenant_id            bigint      not null,
  receipt_id           uuid        not null,
  kind                 text        not null,
  code                 text        not null,
  requested_at         timestamptz not null,
  file_id              uuid,
  trace_number         text,
  effective_entry_date date,
  left_at              timestamptz,
  settlement_due_at    timestamptz,
  settlement_id        uuid,
  dishonored_at        timestamptz,
  dishonor_code        text,
  dishonor_trace_number text,
  dishonor_settlement_id uuid,
  dishonor_settlement_date date,
  set_aside_at         timestamptz,
  set_aside_reason     text,
  primary key (tenant_id, receipt_id, kind),
  constraint ach_returns_receipt_fkey foreign key (tenant_id, receipt_id) references receipts (tenant_id, id),
  constraint ach_returns_file_fkey foreign key (tenant_id, file_id) references ach_files (tenant_id, id),
  constraint ach_returns_settlement_fkey foreign key (tenant_id, settlement_id)
    references rail_settlements (tenant_id, id),
  constraint ach_returns_dishonor_settlement_fkey foreign key (tenant_id, dishonor_settlement_id)
    references rail_settlements (tenant_id, id),
  constraint ach_returns_kind_known check (kind in ('Return', 'Contest')),
  constraint ach_returns_file_with_trace check ((file_id is null) = (trace_number is null)
    and (file_id is null) = (effective_entry_date is null)),
  constraint ach_returns_left_with_file check (left_at is null or file_id is not null),
  constraint ach_returns_set_aside check ((set_aside_at is null) = (set_aside_reason is null)),
  constraint ach_returns_dishonored check ((dishonored_at is null) = (dishonor_code is null)
    and (dishonored_at is null) = (dishonor_trace_number is null))
);
create index ach_returns_waiting on ach_returns (tenant_id, requested_at, receipt_id, kind) where file_id is null;
create index ach_returns_file on ach_returns (tenant_id, file_id) where file_id is not null;
create index ach_returns_on_its_way on ach_returns (tenant_id, file_id, receipt_id) where file_id is not null and left_at is null;
create index ach_returns_unsettled on ach_returns (tenant_id, settlement_due_at)
  where settlement_due_at is not null and settlement_id is null;
create index ach_returns_trace on ach_returns (tenant_id, trace_number) where trace_number is not null;
grant select, insert on ach_returns to giro_service;
grant update (file_id, trace_number, effective_entry_date, left_at, settlement_due_at, settlement_id, dishonored_at,
  dishonor_code, dishonor_trace_number, dishonor_settlement_id, dishonor_settlement_date, code, requested_at,
  set_aside_at, set_aside_reason) on ach_returns to giro_service;
call add_tenant_policy('ach_returns');
-- A return that can leave no more, because its time is over or no file can carry it, is set aside for
-- a person. Only what was set aside, and is in no file, is requested again.
create trigger ach_returns_code_stands before update of code, requested_at on ach_returns for each row
  when ((old.code, old.requested_at) is distinct from (new.code, new.requested_at)
    and (old.set_aside_at is null or old.file_id is not null))
  execute function refuse_receipt_change();

-- The evidence of files that left names their returns, too. Only the list grows longer.
alter table rail_departures drop constraint rail_departures_kind_known;
alter table rail_departures add constraint rail_departures_kind_known
  check (kind in ('Entry', 'Reversal', 'Return', 'Contest'));
