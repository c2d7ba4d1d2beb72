-- The participant lists of the networks, as the bank imports them: which banks exist, and which
-- rails each of them takes. An institution without a list knows nothing of banks.
create table bank_directories (
  tenant_id    bigint      not null references institutions,
  rail         text        not null,
  listed_on    date        not null,
  participants integer     not null,
  file_name    text        not null,
  sha256       text        not null,
  imported_by  text        not null,
  imported_at  timestamptz not null,
  primary key (tenant_id, rail),
  constraint bank_directories_rail_known check (rail in ('ACH', 'FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT'))
);
grant select, insert, update on bank_directories to giro_service;
call add_tenant_policy('bank_directories');

-- The bank comes first in the key: it is what contacts and payments look for.
create table bank_participants (
  tenant_id      bigint  not null,
  bank_id        text    not null,
  rail           text    not null,
  name           text    not null,
  takes_payments boolean not null,
  details        jsonb   not null,
  primary key (tenant_id, bank_id, rail),
  constraint bank_participants_directory_fkey foreign key (tenant_id, rail)
    references bank_directories (tenant_id, rail)
);
grant select, insert, update, delete on bank_participants to giro_service;
call add_tenant_policy('bank_participants');
