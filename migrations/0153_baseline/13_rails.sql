-- Files and entries of ACH, settlements of rails, and the other side of simulated networks.

-- How many files and entries the institution has made on a day: the source of file IDs and trace
-- numbers.
create table ach_days (
  tenant_id bigint  not null references institutions,
  day       date    not null,
  files     integer not null,
  entries   integer not null,
  primary key (tenant_id, day)
);
grant select, insert, update on ach_days to giro_service;
call add_tenant_policy('ach_days');

-- The NACHA files, one row each.
create table ach_files (
  tenant_id  bigint      not null references institutions,
  id         uuid        not null,
  name       text        not null,
  content    text        not null,
  entries    integer     not null,
  created_at timestamptz not null,
  written_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
create index ach_files_unwritten on ach_files (tenant_id, id) where written_at is null;
grant select, insert on ach_files to giro_service;
grant update (written_at) on ach_files to giro_service;
call add_tenant_policy('ach_files');

-- The entry of a payment in an ACH file: each payment is in one file, once.
create table ach_entries (
  tenant_id            bigint not null,
  payment_id           uuid   not null,
  file_id              uuid   not null,
  trace_number         text   not null,
  effective_entry_date date   not null,
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, file_id) references ach_files (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id)
);
create index ach_entries_file on ach_entries (tenant_id, file_id);
grant select, insert on ach_entries to giro_service;
call add_tenant_policy('ach_entries');
call make_append_only('ach_entries');

-- One settlement of a rail: at one moment, in one currency, the payments in transit move from
-- clearing to the account in which the rail settles.
create table rail_settlements (
  tenant_id  bigint        not null references institutions,
  id         uuid          not null,
  rail       text          not null,
  currency   currency_code not null,
  settled_at timestamptz   not null,
  is_opening boolean       not null default false,
  created_at timestamptz   not null,
  primary key (tenant_id, id),
  constraint rail_settlements_moment unique (tenant_id, rail, currency, settled_at, is_opening),
  constraint rail_settlements_rail_known check (rail in ('ACH', 'FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT'))
);
grant select, insert on rail_settlements to giro_service;
call add_tenant_policy('rail_settlements');
call make_append_only('rail_settlements');

-- The reversing entries of settled debits: each pays the debtor back in a later file.
create table ach_reversals (
  tenant_id            bigint      not null,
  payment_id           uuid        not null,
  requested_at         timestamptz not null,
  file_id              uuid,
  trace_number         text,
  effective_entry_date date,
  returned_at          timestamptz,
  return_code          text,
  return_settlement_id uuid,
  settlement_due_at    timestamptz,
  settlement_id        uuid,
  settled_on           date,
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, file_id) references ach_files (tenant_id, id),
  foreign key (tenant_id, settlement_id) references rail_settlements (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint ach_reversals_return_settlement_id_fkey foreign key (tenant_id, return_settlement_id)
    references rail_settlements (tenant_id, id) deferrable initially deferred,
  constraint ach_reversals_file_id_with_trace check ((file_id is null) = (trace_number is null)
    and (file_id is null) = (effective_entry_date is null)),
  constraint ach_reversals_returned check ((returned_at is null) = (return_code is null)
    and (returned_at is null) = (return_settlement_id is null))
);
create index ach_reversals_waiting on ach_reversals (tenant_id, requested_at, payment_id)
  where file_id is null and returned_at is null;
create index ach_reversals_unsettled on ach_reversals (tenant_id, settlement_due_at)
  where settlement_due_at is not null and settlement_id is null;
create index ach_reversals_file on ach_reversals (tenant_id, file_id) where file_id is not null;
grant select, insert on ach_reversals to giro_service;
grant update (file_id, trace_number, effective_entry_date, returned_at, return_code, return_settlement_id,
  settlement_due_at, settlement_id, settled_on) on ach_reversals to giro_service;
call add_tenant_policy('ach_reversals');

-- What the simulated networks of a sandbox received, and when they settle it.
create table simulator_messages (
  tenant_id        bigint        not null references institutions,
  payment_id       uuid          not null,
  rail             text          not null,
  reference        text          not null,
  received_at      timestamptz   not null,
  settles_at       timestamptz   not null,
  settled_at       timestamptz,
  amount           bigint,
  currency         currency_code,
  charge_bearer    text,
  charges          bigint,
  charges_currency currency_code,
  primary key (tenant_id, payment_id)
);
create index simulator_messages_unsettled on simulator_messages (tenant_id, settles_at) where settled_at is null;
grant select, insert on simulator_messages to giro_service;
grant update (settled_at) on simulator_messages to giro_service;
call add_tenant_policy('simulator_messages');

-- The sweep that seals stored data (src/db/seal-rows.ts) writes with it; the service has no right
-- to these columns. It accepts only sealed values, and null keeps a column as it is. It leaves
-- files that wait to be written.
create function reseal_ach_files(tenant bigint, row_id uuid, sealed_content text)
  returns void language sql security definer set search_path = giro, pg_temp
as $$
  update ach_files set content = sealed_content
   where tenant_id = tenant and id = row_id and current_setting('giro.tenant', true) in ('all', tenant::text)
     and written_at is not null and sealed_content like 'sealed:%'
$$;
revoke execute on function reseal_ach_files from public;
grant execute on function reseal_ach_files to giro_service;
