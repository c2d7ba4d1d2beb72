-- What correspondents report of the institution's accounts with them (camt.052, camt.053 and
-- camt.054), as they report it: one entry can be in several reports.
create table nostro_entries (
  tenant_id      bigint        not null references institutions,
  id             uuid          not null,
  message_id     text          not null,
  message_type   text          not null,
  bic            text          not null,
  account_number text          not null,
  currency       currency_code not null,
  direction      text          not null,
  amount         bigint        not null,
  status         text          not null,
  booked_on      date,
  value_date     date,
  reference      text,
  uetr           uuid,
  payment_id     uuid,
  created_at     timestamptz   not null,
  primary key (tenant_id, id),
  constraint nostro_entries_payment_fkey foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint nostro_entries_direction_known check (direction in ('Credit', 'Debit')),
  constraint nostro_entries_amount_not_negative check (amount >= 0)
);
create index nostro_entries_account on nostro_entries (tenant_id, bic, account_number, value_date, id);
create index nostro_entries_uetr on nostro_entries (tenant_id, uetr) where uetr is not null;
create index nostro_entries_payment on nostro_entries (tenant_id, payment_id) where payment_id is not null;
grant select, insert on nostro_entries to giro_service;
call add_tenant_policy('nostro_entries');
call make_append_only('nostro_entries');
