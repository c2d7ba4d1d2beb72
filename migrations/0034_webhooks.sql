-- Where events are sent.
create table webhooks (
  tenant_id     bigint      not null references institutions,
  id            uuid        not null,
  url           text        not null,
  event_types   text[]      not null,
  description   text,
  status        text        not null check (status in ('Active', 'Paused', 'Disabled', 'Deleted')),
  -- Why it is disabled.
  status_reason text,
  -- The place in the feed up to which there are deliveries.
  position      bigint      not null,
  -- Since when it has accepted nothing; null while it does.
  failing_since timestamptz,
  created_at    timestamptz not null,
  version       bigint      not null,
  primary key (tenant_id, id)
);
create index webhooks_listed on webhooks (tenant_id, id) where status <> 'Deleted';
grant select, insert on webhooks to giro_service;
grant update (url, event_types, description, status, status_reason, position, failing_since, version) on webhooks to giro_service;

-- What deliveries are signed with: one, or two while a rotation overlaps. Sealed.
create table webhook_secrets (
  tenant_id  bigint      not null,
  webhook_id uuid        not null,
  id         uuid        not null,
  sealed     bytea       not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (tenant_id, webhook_id, id),
  foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id)
);
grant select, insert, delete on webhook_secrets to giro_service;
grant update (expires_at) on webhook_secrets to giro_service;

-- An event on its way to a webhook, and what became of it.
create table webhook_deliveries (
  tenant_id        bigint      not null,
  id               uuid        not null,
  webhook_id       uuid        not null,
  -- The event: its id, its place in the feed, and of what it tells.
  event_id         uuid        not null,
  position         bigint      not null,
  event_type       text        not null,
  subject_kind     text        not null,
  subject_id       text        not null,
  status           text        not null check (status in ('Pending', 'Delivered', 'Failed')),
  is_replay        boolean     not null,
  created_at       timestamptz not null,
  -- When it is tried next, where nobody is trying it ...
  due_at           timestamptz not null,
  -- ... and until when it is left to who is: if that worker is killed, another one takes it up then.
  leased_until     timestamptz,
  attempts         integer     not null check (attempts >= 0),
  first_attempt_at timestamptz,
  last_attempt_at  timestamptz,
  ended_at         timestamptz,
  response_status  integer,
  error            text,
  primary key (tenant_id, id),
  foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id)
);
-- The log, newest first, by each of its filters; and of one subject, for its timeline.
create index webhook_deliveries_log        on webhook_deliveries (tenant_id, webhook_id, id);
create index webhook_deliveries_log_status on webhook_deliveries (tenant_id, webhook_id, status, id);
create index webhook_deliveries_log_event  on webhook_deliveries (tenant_id, webhook_id, event_id, id);
create index webhook_deliveries_subject    on webhook_deliveries (tenant_id, subject_kind, subject_id, id);
-- What is due, and whether something of the same subject goes before it.
create index webhook_deliveries_due        on webhook_deliveries (tenant_id, webhook_id, due_at, position) where status = 'Pending';
create index webhook_deliveries_order      on webhook_deliveries (tenant_id, webhook_id, subject_kind, subject_id, position, id)
  where status = 'Pending';
-- How much waits for its first attempt.
create index webhook_deliveries_untried    on webhook_deliveries (tenant_id, webhook_id) where status = 'Pending' and attempts = 0;
grant select, insert on webhook_deliveries to giro_service;
grant update (status, due_at, leased_until, attempts, first_attempt_at, last_attempt_at, ended_at, response_status, error)
  on webhook_deliveries to giro_service;
