-- Which way a payment moves money: a CREDIT pays the contact or account that it names; a DEBIT collects from the contact, by ACH, into the
-- customer's account, which is sender_account_id here too: the account whose customer gave the instruction.
alter table payments add column entry_type text not null default 'CREDIT' check (entry_type in ('CREDIT', 'DEBIT'));
alter table payments add constraint payments_debit check (entry_type = 'CREDIT' or (rail = 'ACH' and contact_id is not null));
alter table payment_recurrences add column entry_type text not null default 'CREDIT' check (entry_type in ('CREDIT', 'DEBIT'));
alter table payment_recurrences add constraint payment_recurrences_debit check (entry_type = 'CREDIT' or contact_id is not null);

-- The reversing entries of settled debits: each credits the debtor with the amount, in a later file.
create table ach_reversals (
  tenant_id            bigint      not null,
  payment_id           uuid        not null,
  requested_at         timestamptz not null,
  -- These three from when it is collected into a file.
  file_id              uuid,
  trace_number         text,
  effective_entry_date date,
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  foreign key (tenant_id, file_id)    references ach_files (tenant_id, id),
  check ((file_id is null) = (trace_number is null) and (file_id is null) = (effective_entry_date is null))
);
create index ach_reversals_waiting on ach_reversals (tenant_id, requested_at, payment_id) where file_id is null;
grant select, insert on ach_reversals to giro_service;
grant update (file_id, trace_number, effective_entry_date) on ach_reversals to giro_service;
