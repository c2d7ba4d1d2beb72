-- What the institution takes back of all that a stopped client, user or customer set up: the request,
-- and each thing that it found. A worker carries it out and notes what became of each.
create table outstanding_cancellations (
  tenant_id         bigint      not null references institutions,
  id                uuid        not null,
  actor_kind        text        not null,
  actor_id          text        not null,
  reason            text        not null,
  requested_by      text        not null,
  requested_by_user uuid,
  created_at        timestamptz not null,
  status            text        not null,
  status_reason     text,
  ended_at          timestamptz,
  primary key (tenant_id, id),
  constraint outstanding_cancellations_user_fkey foreign key (tenant_id, requested_by_user)
    references users (tenant_id, id),
  constraint outstanding_cancellations_actor_kind_known check (actor_kind in ('ApiClient', 'User', 'Customer')),
  constraint outstanding_cancellations_status_known check (status in ('Running', 'Done', 'Stopped')),
  constraint outstanding_cancellations_ended check ((status = 'Running') = (ended_at is null)),
  constraint outstanding_cancellations_stopped check ((status = 'Stopped') = (status_reason is not null))
);
-- One at a time for an actor: what it finds is taken back once.
create unique index outstanding_cancellations_running on outstanding_cancellations (tenant_id, actor_kind, actor_id)
  where status = 'Running';
grant select, insert on outstanding_cancellations to giro_service;
grant update (status, status_reason, ended_at) on outstanding_cancellations to giro_service;
call add_tenant_policy('outstanding_cancellations');
call make_append_only('outstanding_cancellations', 'status', 'status_reason', 'ended_at');

create table outstanding_items (
  tenant_id       bigint      not null,
  cancellation_id uuid        not null,
  rank            smallint    not null,
  item_id         text        not null,
  kind            text        not null,
  currency        currency_code,
  amount          bigint,
  remedy          text        not null,
  outcome         text        not null,
  why             text,
  decided_at      timestamptz,
  primary key (tenant_id, cancellation_id, rank, item_id),
  constraint outstanding_items_cancellation_fkey foreign key (tenant_id, cancellation_id)
    references outstanding_cancellations (tenant_id, id),
  constraint outstanding_items_kind_known check (kind in ('Series', 'PaymentFile', 'Payment', 'Proposal', 'FxQuote',
    'PositivePayRule', 'Webhook', 'PaymentRequest', 'FxContract', 'ApiClient', 'User')),
  constraint outstanding_items_remedy_known check (remedy in ('Cancel', 'RequestReturn', 'Reverse', 'LetExpire',
    'CancelContract', 'Revoke', 'Suspend')),
  constraint outstanding_items_outcome_known check (outcome in ('Open', 'Cancelled', 'NotCancelled')),
  constraint outstanding_items_amount_of_currency check ((currency is null) = (amount is null)),
  constraint outstanding_items_decided check ((outcome = 'Open') = (decided_at is null)),
  constraint outstanding_items_why check ((outcome = 'NotCancelled') = (why is not null))
);
create index outstanding_items_open on outstanding_items (tenant_id, cancellation_id, rank, item_id)
  where outcome = 'Open';
grant select, insert on outstanding_items to giro_service;
grant update (remedy, outcome, why, decided_at) on outstanding_items to giro_service;
call add_tenant_policy('outstanding_items');
call make_append_only('outstanding_items', 'remedy', 'outcome', 'why', 'decided_at');
