-- The balances of the statements that correspondents send of the institution's accounts (camt.053).
-- Each begins where the one before it ended; if it does not, a statement is missing.
create table nostro_statements (
  tenant_id      bigint        not null references institutions,
  id             uuid          not null,
  message_id     text          not null,
  reference      text          not null,
  bic            text          not null,
  account_number text          not null,
  currency       currency_code not null,
  opening        bigint        not null,
  closing        bigint        not null,
  closed_on      date          not null,
  created_at     timestamptz   not null,
  primary key (tenant_id, id)
);
create index nostro_statements_account on nostro_statements (tenant_id, bic, account_number, closed_on, id);
grant select, insert on nostro_statements to giro_service;
call add_tenant_policy('nostro_statements');
call make_append_only('nostro_statements');
