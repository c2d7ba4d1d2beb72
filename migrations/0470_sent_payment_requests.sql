-- Requests for payment that customers send: somebody at another bank is to pay them.
create table sent_payment_requests (
  tenant_id         bigint        not null references institutions,
  id                uuid          not null,
  account_id        bigint        not null,
  customer_id       bigint        not null,
  contact_id        bigint        not null,
  rail              text          not null,
  message_id        text          not null,
  end_to_end_id     text          not null,
  amount            bigint        not null,
  currency          currency_code not null,
  debtor_name       text          not null,
  remittance        text,
  reference         text,
  requested_on      date          not null,
  expires_on        date          not null,
  may_change_amount boolean       not null,
  may_pay_early     boolean       not null,
  is_guaranteed     boolean       not null,
  requested_by      text          not null,
  created_at        timestamptz   not null,
  status            text          not null,
  answer_code       text,
  answer_reason     text,
  receipt_id        uuid,
  ended_at          timestamptz,
  primary key (tenant_id, id),
  constraint sent_payment_requests_account_fkey foreign key (tenant_id, account_id) references accounts (tenant_id, id),
  constraint sent_payment_requests_customer_fkey foreign key (tenant_id, customer_id)
    references customers (tenant_id, id),
  constraint sent_payment_requests_contact_fkey foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  constraint sent_payment_requests_receipt_fkey foreign key (tenant_id, receipt_id) references receipts (tenant_id, id),
  constraint sent_payment_requests_rail_known check (rail in ('RTP', 'FEDNOW')),
  constraint sent_payment_requests_status_known
    check (status in ('Open', 'Accepted', 'Paid', 'Refused', 'Expired')),
  constraint sent_payment_requests_amount_positive check (amount > 0),
  constraint sent_payment_requests_in_order check (expires_on >= requested_on),
  constraint sent_payment_requests_paid check ((status = 'Paid') <= (receipt_id is not null)),
  constraint sent_payment_requests_refused check ((status = 'Refused') <= (answer_code is not null)),
  constraint sent_payment_requests_ended check ((status in ('Paid', 'Refused', 'Expired')) = (ended_at is not null))
);
-- What pays a request names it so.
create unique index sent_payment_requests_end_to_end_id on sent_payment_requests (tenant_id, end_to_end_id);
create unique index sent_payment_requests_message_id on sent_payment_requests (tenant_id, rail, message_id);
create index sent_payment_requests_listed on sent_payment_requests (tenant_id, created_at, id);
create index sent_payment_requests_customer on sent_payment_requests (tenant_id, customer_id, created_at, id);
create index sent_payment_requests_expiring on sent_payment_requests (tenant_id, expires_on)
  where status in ('Open', 'Accepted');
create index sent_payment_requests_paid_by on sent_payment_requests (tenant_id, receipt_id)
  where receipt_id is not null and status <> 'Paid';
grant select, insert on sent_payment_requests to giro_service;
grant update (status, answer_code, answer_reason, receipt_id, ended_at) on sent_payment_requests to giro_service;
call add_tenant_policy('sent_payment_requests');
call make_append_only('sent_payment_requests', 'status', 'answer_code', 'answer_reason', 'receipt_id', 'ended_at');
