-- Recurring payments: a series, and the payments made from it.

-- A series of payments: its terms and its progress.
create table payment_recurrences (
  tenant_id             bigint        not null,
  id                    uuid          not null,
  customer_id           bigint        not null,
  sender_account_id     bigint        not null,
  contact_id            bigint,
  external_reference_id text          not null,
  amount                bigint        not null,
  currency              currency_code not null,
  speed                 text          not null,
  sec_code              text,
  payment_notes         text,
  details               jsonb         not null,
  frequency             text          not null,
  start_date            date          not null,
  pay_until             text          not null,
  end_date              date,
  number_of_payments    integer,
  status                text          not null,
  payments_made         integer       not null,
  due_on                date,
  created_by            text          not null,
  created_at            timestamptz   not null,
  updated_at            timestamptz   not null,
  receiver_account_id   bigint,
  entry_type            text          not null default 'CREDIT',
  created_by_user       uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, sender_account_id) references accounts (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, receiver_account_id) references accounts (tenant_id, id),
  foreign key (tenant_id, created_by_user) references users (tenant_id, id),
  constraint payment_recurrences_customer_id_fkey foreign key (tenant_id, customer_id)
    references customers (tenant_id, id),
  constraint payment_recurrences_receiver_one check ((contact_id is null) <> (receiver_account_id is null)),
  constraint payment_recurrences_amount_positive check (amount > 0),
  constraint payment_recurrences_frequency_known check (frequency in ('Daily', 'Weekly', 'BiWeekly', 'Monthly',
    'Quarterly', 'SemiAnnual', 'Yearly')),
  constraint payment_recurrences_pay_until_known check (pay_until in ('Cancelled', 'EndDate', 'NumberOfPayments')),
  constraint payment_recurrences_end_date_after_start check (end_date >= start_date),
  constraint payment_recurrences_end_date_with_pay_until check ((end_date is not null) = (pay_until = 'EndDate')),
  constraint payment_recurrences_number_of_payments_range check (number_of_payments between 1 and 1000),
  constraint payment_recurrences_number_with_pay_until check ((number_of_payments is not null) = (pay_until =
    'NumberOfPayments')),
  constraint payment_recurrences_status_known check (status in ('Active', 'Completed', 'Cancelled')),
  constraint payment_recurrences_payments_made_positive check (payments_made >= 1),
  constraint payment_recurrences_due_on_while_active check ((due_on is not null) = (status = 'Active')),
  constraint payment_recurrences_entry_type_known check (entry_type in ('CREDIT', 'DEBIT')),
  constraint payment_recurrences_debit check (entry_type = 'CREDIT' or contact_id is not null)
);
create index payment_recurrences_due on payment_recurrences (tenant_id, due_on, id) where status = 'Active';
create index payment_recurrences_sender on payment_recurrences (tenant_id, sender_account_id) where status = 'Active';
grant select, insert on payment_recurrences to giro_service;
grant update (pay_until, end_date, number_of_payments, status, payments_made, due_on, updated_at)
  on payment_recurrences to giro_service;
call add_tenant_policy('payment_recurrences');

-- Which payment has which number in a series: exactly one for each number, however often a worker
-- is killed.
create table payment_occurrences (
  tenant_id     bigint  not null,
  recurrence_id uuid    not null,
  number        integer not null,
  payment_id    uuid    not null,
  primary key (tenant_id, recurrence_id, number),
  constraint payment_occurrences_payment unique (tenant_id, payment_id),
  foreign key (tenant_id, recurrence_id) references payment_recurrences (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint payment_occurrences_number_positive check (number >= 1)
);
grant select, insert on payment_occurrences to giro_service;
call add_tenant_policy('payment_occurrences');
call make_append_only('payment_occurrences');

-- The sweep that seals stored data (src/db/seal-rows.ts) writes with it; the service has no right
-- to these columns. It accepts only sealed values, and null keeps a column as it is.
create function reseal_payment_recurrences(tenant bigint, row_id uuid, sealed_details jsonb)
  returns void language sql security definer set search_path = giro, pg_temp
as $$
  update payment_recurrences set details = sealed_details
   where tenant_id = tenant and id = row_id and current_setting('giro.tenant', true) in ('all', tenant::text)
     and sealed_details ->> 'sealed' like 'sealed:%'
$$;
revoke execute on function reseal_payment_recurrences from public;
grant execute on function reseal_payment_recurrences to giro_service;
