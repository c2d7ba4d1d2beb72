-- What became of payments by SWIFT, which no operator settles: the answers of the banks on the way
-- come in by other messages, hours or days later, or never. Each is found by its UETR.
create table swift_payments (
  tenant_id          bigint        not null references institutions,
  payment_id         uuid          not null,
  uetr               uuid          not null,
  status             text          not null default 'Open',
  amount             bigint        not null,
  currency           currency_code not null,
  message_id         text          not null,
  cover_message_id   text,
  refused_message_id text,
  answer_by          timestamptz   not null,
  asked_at           timestamptz,
  ended_at           timestamptz,
  created_at         timestamptz   not null,
  primary key (tenant_id, payment_id),
  constraint swift_payments_payment_fkey foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint swift_payments_status_known check (status in ('Open', 'Settled', 'Rejected', 'Returned')),
  constraint swift_payments_amount_positive check (amount > 0),
  constraint swift_payments_ended_at_when_over check ((status = 'Open') = (ended_at is null))
);
create unique index swift_payments_uetr on swift_payments (tenant_id, uetr);
create index swift_payments_unanswered on swift_payments (tenant_id, answer_by)
  where status = 'Open' and asked_at is null;
grant select, insert on swift_payments to giro_service;
grant update (status, refused_message_id, asked_at, ended_at) on swift_payments to giro_service;
call add_tenant_policy('swift_payments');
call make_append_only('swift_payments', 'status', 'refused_message_id', 'asked_at', 'ended_at');
