-- Requests for payment and drawdown requests that came in: somebody asks a customer to pay.
create table payment_requests (
  tenant_id      bigint        not null references institutions,
  id             uuid          not null,
  rail           text          not null,
  request_id     text          not null,
  end_to_end_id  text,
  is_drawdown    boolean       not null,
  amount         bigint        not null,
  currency       currency_code not null,
  creditor_name  text          not null,
  creditor_account text,
  creditor       jsonb         not null,
  debtor_name    text          not null,
  account_number text          not null,
  account_id     bigint,
  customer_id    bigint,
  remittance     text[]        not null,
  requested_on   date          not null,
  expires_at     timestamptz,
  evidence       jsonb         not null,
  created_at     timestamptz   not null,
  status         text          not null,
  payment_id     uuid,
  refusal_code   text,
  notes          text,
  decided_by     text,
  decided_at     timestamptz,
  primary key (tenant_id, id),
  constraint payment_requests_account_fkey foreign key (tenant_id, account_id) references accounts (tenant_id, id),
  constraint payment_requests_customer_fkey foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  constraint payment_requests_payment_fkey foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint payment_requests_rail_known check (rail in ('FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT')),
  constraint payment_requests_amount_positive check (amount > 0),
  constraint payment_requests_status_known check (status in ('Open', 'Accepted', 'Paid', 'Refused', 'Expired')),
  constraint payment_requests_account_of_customer check (num_nulls(account_id, customer_id) <> 1),
  constraint payment_requests_paid_by check ((status in ('Accepted', 'Paid')) <= (payment_id is not null)),
  constraint payment_requests_decided check ((status in ('Accepted', 'Paid', 'Refused')) = (decided_by is not null)
    and (decided_by is null) = (decided_at is null) and (status = 'Refused') = (refusal_code is not null))
);
-- A request that comes twice is one.
create unique index payment_requests_id on payment_requests (tenant_id, rail, request_id);
create index payment_requests_listed on payment_requests (tenant_id, created_at, id);
create index payment_requests_by_status on payment_requests (tenant_id, status, created_at, id);
create index payment_requests_customer on payment_requests (tenant_id, customer_id, created_at) where customer_id is not null;
create index payment_requests_accepted on payment_requests (tenant_id, payment_id) where status = 'Accepted';
create index payment_requests_expiring on payment_requests (tenant_id, expires_at)
  where status in ('Open', 'Accepted') and expires_at is not null;
grant select, insert on payment_requests to giro_service;
grant update (status, payment_id, refusal_code, notes, decided_by, decided_at) on payment_requests to giro_service;
call add_tenant_policy('payment_requests');
call make_append_only('payment_requests', 'status', 'payment_id', 'refusal_code', 'notes', 'decided_by', 'decided_at');
