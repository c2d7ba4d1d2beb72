-- Recurring payments. A series keeps what its next payment is made of; each of its payments is a payment like any other.
create table payment_recurrences (
  tenant_id             bigint      not null,
  id                    uuid        not null,
  customer_id           bigint      not null,
  sender_account_id     bigint      not null,
  contact_id            bigint      not null,
  -- As the credit request said; each payment carries it.
  external_reference_id text        not null,
  amount                bigint      not null check (amount > 0),
  currency              text        not null,
  speed                 text        not null,
  sec_code              text,
  payment_notes         text,
  details               jsonb       not null,
  frequency             text        not null check (frequency in ('Daily', 'Weekly', 'BiWeekly', 'Monthly', 'Quarterly', 'SemiAnnual', 'Yearly')),
  -- The nominal date of the first payment; all others are counted from it.
  start_date            date        not null,
  pay_until             text        not null check (pay_until in ('Cancelled', 'EndDate', 'NumberOfPayments')),
  end_date              date        check (end_date >= start_date),
  number_of_payments    integer     check (number_of_payments between 1 and 1000),
  status                text        not null check (status in ('Active', 'Completed', 'Cancelled')),
  -- How many payments it has; the next one has the number after this.
  payments_made         integer     not null check (payments_made >= 1),
  -- The day on which the worker looks at it again: to make the next payment, or to complete it.
  due_on                date,
  created_by            text        not null,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, sender_account_id) references accounts (tenant_id, id),
  foreign key (tenant_id, contact_id)        references contacts (tenant_id, id),
  check ((end_date is not null) = (pay_until = 'EndDate')),
  check ((number_of_payments is not null) = (pay_until = 'NumberOfPayments')),
  check ((due_on is not null) = (status = 'Active'))
);
create index payment_recurrences_due on payment_recurrences (tenant_id, due_on, id) where status = 'Active';
-- Whether an account can be closed.
create index payment_recurrences_sender on payment_recurrences (tenant_id, sender_account_id) where status = 'Active';
grant select, insert on payment_recurrences to giro_service;
grant update (pay_until, end_date, number_of_payments, status, payments_made, due_on, updated_at) on payment_recurrences to giro_service;

-- The payments of a series: one for each number, however often a worker is killed. Append-only.
create table payment_occurrences (
  tenant_id      bigint  not null,
  recurrence_id  uuid    not null,
  number         integer not null check (number >= 1),
  payment_id     uuid    not null,
  primary key (tenant_id, recurrence_id, number),
  constraint payment_occurrences_payment unique (tenant_id, payment_id),
  foreign key (tenant_id, recurrence_id) references payment_recurrences (tenant_id, id),
  foreign key (tenant_id, payment_id)    references payments (tenant_id, id)
);
grant select, insert on payment_occurrences to giro_service;
