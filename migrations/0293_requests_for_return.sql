-- Requests for the return of funds, in both directions.
--
-- What the institution asks of other banks: one at a time for a payment.
create table payment_return_requests (
  tenant_id     bigint      not null references institutions,
  id            uuid        not null,
  payment_id    uuid        not null,
  code          text        not null,
  reason        text        not null,
  status        text        not null,
  answer_code   text,
  answer_reason text,
  requested_by  text        not null,
  created_at    timestamptz not null,
  answered_at   timestamptz,
  primary key (tenant_id, id),
  constraint payment_return_requests_payment_fkey foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint payment_return_requests_status_known check (status in ('Asked', 'Pending', 'Accepted', 'Refused', 'Returned')),
  constraint payment_return_requests_answered_at check ((status = 'Asked') = (answered_at is null))
);
create unique index payment_return_requests_open on payment_return_requests (tenant_id, payment_id)
  where status in ('Asked', 'Pending', 'Accepted');
create index payment_return_requests_payment on payment_return_requests (tenant_id, payment_id, created_at);
grant select, insert on payment_return_requests to giro_service;
grant update (status, answer_code, answer_reason, answered_at) on payment_return_requests to giro_service;
call add_tenant_policy('payment_return_requests');
call make_append_only('payment_return_requests', 'status', 'answer_code', 'answer_reason', 'answered_at');

-- What other banks ask of the institution, about credits that it received.
create table return_requests (
  tenant_id         bigint      not null references institutions,
  id                uuid        not null,
  rail              text        not null,
  case_id           text        not null,
  original_identity text        not null,
  receipt_id        uuid,
  code              text        not null,
  reason            text        not null,
  status            text        not null,
  answer_by         timestamptz not null,
  evidence          jsonb       not null,
  created_at        timestamptz not null,
  answer_code       text,
  answer_notes      text,
  answered_by       text,
  answered_at       timestamptz,
  primary key (tenant_id, id),
  constraint return_requests_receipt_fkey foreign key (tenant_id, receipt_id) references receipts (tenant_id, id),
  constraint return_requests_rail_known check (rail in ('FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT')),
  constraint return_requests_status_known check (status in ('Open', 'Accepted', 'Refused')),
  constraint return_requests_answered check ((status = 'Open') = (answered_at is null)
    and (status = 'Open') = (answered_by is null) and (status = 'Refused') = (answer_code is not null)),
  constraint return_requests_accepted_receipt check (status <> 'Accepted' or receipt_id is not null)
);
-- A request that comes twice is one.
create unique index return_requests_case on return_requests (tenant_id, rail, case_id);
create index return_requests_listed on return_requests (tenant_id, created_at, id);
create index return_requests_by_status on return_requests (tenant_id, status, created_at, id);
create index return_requests_receipt on return_requests (tenant_id, receipt_id) where receipt_id is not null;
grant select, insert on return_requests to giro_service;
grant update (status, answer_code, answer_notes, answered_by, answered_at) on return_requests to giro_service;
call add_tenant_policy('return_requests');
call make_append_only('return_requests', 'status', 'answer_code', 'answer_notes', 'answered_by', 'answered_at');

-- The clocks of requests.
alter table obligations drop constraint obligations_kind_known;
alter table obligations add constraint obligations_kind_known check (kind in ('ReceiptReturn', 'ExtendedReturn',
  'WrittenStatementReturn', 'ReturnRequestAnswer', 'DishonoredReturn', 'ContestedReturn', 'NotificationOfChange',
  'Reversal', 'DiscoveredReversal', 'FedNowFinalAnswer', 'FedNowAnswer', 'FundsReturnReply', 'FundsReturnAnswer',
  'PaymentRequestAnswer')) not valid;
alter table obligations validate constraint obligations_kind_known;
