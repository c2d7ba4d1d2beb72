-- Mails to the address in a payment's notification: one for each state it is told of, kept until it is sent or given up.
create table payment_mails (
  tenant_id    bigint      not null,
  payment_id   uuid        not null,
  status       text        not null,
  created_at   timestamptz not null,
  -- When it is to be sent, or tried again; while a worker sends it, when another may take it over. Null when it is sent or given up.
  due_at       timestamptz,
  attempts     smallint    not null,
  sent_at      timestamptz,
  -- Why it was given up, or what the last attempt failed with.
  failure      text,
  primary key (tenant_id, payment_id, status),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint payment_mails_outcome check (sent_at is null or due_at is null)
);
create index payment_mails_due on payment_mails (tenant_id, due_at) where due_at is not null;
grant select, insert on payment_mails to giro_service;
grant update (due_at, attempts, sent_at, failure) on payment_mails to giro_service;

-- The state of the payment that its mail was made for. Nobody is told of what happened before there were mails.
alter table payments add column notified_status text;
update payments set notified_status = status
where status in ('PROCESSED', 'RETURNED', 'REVERSED', 'VALIDATION_FAILURE', 'REJECTED', 'CANCELLED')
  and details #>> '{notification,emailAddress}' is not null;
-- The state is looked at first: of a payment without an address, nothing else is as a rule.
create index payments_to_notify on payments (tenant_id, id)
where status in ('PROCESSED', 'RETURNED', 'REVERSED', 'VALIDATION_FAILURE', 'REJECTED', 'CANCELLED')
  and notified_status is distinct from status and details #>> '{notification,emailAddress}' is not null;
grant update (notified_status) on payments to giro_service;
