-- Prenotifications that the institution sends: entries without money that check the account of a
-- contact. Each waits for a file, leaves once, and ends by a return or by the time for returns.
create table prenotes (
  tenant_id                     bigint      not null,
  id                            uuid        not null,
  customer_id                   bigint      not null,
  account_id                    bigint      not null,
  contact_id                    bigint      not null,
  external_reference_id         text        not null,
  entry_type                    text        not null,
  sec_code                      text        not null,
  receiver_name                 text        not null,
  receiver_bank_code            text        not null,
  receiver_account_number       text        not null,
  receiver_account_number_index text        not null,
  receiver_account_type         text        not null,
  status                        text        not null,
  created_at                    timestamptz not null,
  created_by                    text        not null,
  file_id                       uuid,
  trace_number                  text,
  batch_number                  integer,
  effective_entry_date          date,
  sent_at                       timestamptz,
  settles_on                    date,
  first_entry_on                date,
  accept_due_at                 timestamptz,
  ended_at                      timestamptz,
  return_code                   text,
  change_code                   text,
  refused_reason                text,
  primary key (tenant_id, id),
  constraint prenotes_customer_fkey foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  constraint prenotes_account_fkey foreign key (tenant_id, account_id) references accounts (tenant_id, id),
  constraint prenotes_contact_fkey foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  constraint prenotes_file_fkey foreign key (tenant_id, file_id) references ach_files (tenant_id, id),
  constraint prenotes_entry_type_known check (entry_type in ('CREDIT', 'DEBIT')),
  constraint prenotes_sec_code_known check (sec_code in ('PPD', 'CCD', 'CTX', 'WEB', 'TEL')),
  constraint prenotes_receiver_account_type_known check (receiver_account_type in ('Checking', 'Savings')),
  constraint prenotes_status_known check (status in ('Queued', 'Sent', 'Accepted', 'Returned', 'Refused')),
  constraint prenotes_file_with_trace check ((file_id is null) = (trace_number is null)
    and (file_id is null) = (effective_entry_date is null)),
  constraint prenotes_sent_with_file check (sent_at is null or file_id is not null),
  constraint prenotes_sent_with_days check ((sent_at is null) = (settles_on is null)
    and (sent_at is null) = (first_entry_on is null) and (sent_at is null) = (accept_due_at is null)),
  constraint prenotes_sent_by_status check (case status when 'Queued' then sent_at is null
    when 'Refused' then true else sent_at is not null end),
  constraint prenotes_ended_by_status check ((status in ('Queued', 'Sent')) = (ended_at is null)),
  constraint prenotes_returned_with_code check ((status = 'Returned') = (return_code is not null)),
  constraint prenotes_refused_with_reason check ((status = 'Refused') = (refused_reason is not null))
);
-- One that is open or came back stands for the account of a contact, as it was.
create unique index prenotes_standing on prenotes (tenant_id, contact_id, receiver_account_number_index, receiver_bank_code)
  where status in ('Queued', 'Sent', 'Returned');
create index prenotes_listed on prenotes (tenant_id, customer_id, created_at desc, id desc);
create index prenotes_waiting on prenotes (tenant_id, created_at, id) where status = 'Queued' and file_id is null;
create index prenotes_on_their_way on prenotes (tenant_id, file_id, id) where status = 'Queued' and file_id is not null;
create index prenotes_open on prenotes (tenant_id, accept_due_at) where status = 'Sent';
create index prenotes_file on prenotes (tenant_id, file_id) where file_id is not null;
create index prenotes_trace on prenotes (tenant_id, trace_number) where trace_number is not null;
grant select, insert on prenotes to giro_service;
grant update (status, file_id, trace_number, batch_number, effective_entry_date, sent_at, settles_on, first_entry_on,
  accept_due_at, ended_at, return_code, change_code, refused_reason) on prenotes to giro_service;
call add_tenant_policy('prenotes');

-- What left stays in its file with its trace number, and one that came back stays so.
create function prenotes_final() returns trigger language plpgsql as $$
begin
  if old.status = 'Returned' or (old.file_id is not null and (old.file_id, old.trace_number, old.effective_entry_date)
    is distinct from (new.file_id, new.trace_number, new.effective_entry_date)) then
    raise exception 'the entry of a prenotification is final, and so is its return'
      using errcode = 'check_violation', table = 'prenotes', constraint = 'prenotes_final';
  end if;
  return new;
end $$;
create trigger prenotes_final before update on prenotes for each row execute function prenotes_final();

-- The evidence of files that left names their prenotifications, too. Only the list grows longer.
alter table rail_departures drop constraint rail_departures_kind_known;
alter table rail_departures add constraint rail_departures_kind_known
  check (kind in ('Entry', 'Reversal', 'Return', 'Contest', 'Dishonor', 'Refusal', 'Prenote'));

-- What another bank answers can be about a prenotification.
alter table ach_answers add column prenote_id uuid;
-- Safe for running nodes: they leave the column null.
alter table ach_answers add constraint ach_answers_prenote_fkey foreign key (tenant_id, prenote_id)
  references prenotes (tenant_id, id);
-- Safe for running nodes: they leave the column null.
alter table ach_answers add constraint ach_answers_about_one check (num_nonnulls(payment_id, prenote_id) <= 1);
