-- The file of a closed day for the institution's general ledger. It is committed with the close and then written to disk, so a
-- worker that is killed writes the same bytes again.
create table ledger_exports (
  tenant_id     bigint      not null,
  business_date date        not null,
  name          text        not null,
  -- Account: a line for each account. Entry: a line for each entry.
  detail        text        not null check (detail in ('Account', 'Entry')),
  content       text        not null,
  created_at    timestamptz not null,
  written_at    timestamptz,
  primary key (tenant_id, business_date),
  foreign key (tenant_id, business_date) references ledger_days (tenant_id, business_date)
);
create index ledger_exports_unwritten on ledger_exports (tenant_id, business_date) where written_at is null;
grant select, insert on ledger_exports to giro_service;
grant update (written_at) on ledger_exports to giro_service;
call add_tenant_policy('ledger_exports');
