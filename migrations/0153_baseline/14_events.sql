-- The event feed, and the delivery of its events to webhooks.

-- What happened, for the institution's other systems to follow.
create table events (
  tenant_id     bigint      not null references institutions,
  id            uuid        not null,
  type          text        not null,
  subject_kind  text        not null,
  subject_id    text,
  customer_id   bigint,
  data          jsonb       not null,
  created_at    timestamptz not null,
  size          integer     not null default 1,
  payment_ids   uuid[],
  from_statuses text[],
  to_statuses   text[],
  primary key (tenant_id, id),
  constraint events_size_positive check (size > 0),
  constraint events_one_or_steps check (case
    when payment_ids is null then subject_id is not null and size = 1 and from_statuses is null and to_statuses is null
    else subject_id is null and cardinality(from_statuses) = cardinality(payment_ids)
      and cardinality(to_statuses) = cardinality(payment_ids) end)
);
grant select, insert on events to giro_service;
call add_tenant_policy('events');
-- The sweep that seals stored data writes it once more.
call make_append_only('events', 'data');

-- The place of each row of events in the feed of the institution: the order of commits, without
-- gaps.
create table event_positions (
  tenant_id bigint  not null references institutions,
  position  bigint  not null,
  event_id  uuid    not null,
  size      integer not null,
  primary key (tenant_id, position),
  constraint event_positions_event unique (tenant_id, event_id),
  constraint event_positions_size check (size > 0 and size <= position)
);
grant select, insert on event_positions to giro_service;
call add_tenant_policy('event_positions');
call make_append_only('event_positions');

-- The events that still wait for their place in the feed.
create table events_unplaced (
  tenant_id bigint  not null references institutions,
  -- The order in which the events were written.
  written   bigint  generated always as identity,
  event_id  uuid    not null,
  size      integer not null,
  primary key (tenant_id, written)
);
grant select, insert, delete on events_unplaced to giro_service;
call add_tenant_policy('events_unplaced');

-- Where the institution's events are sent: the addresses of its other systems.
create table webhooks (
  tenant_id     bigint      not null references institutions,
  id            uuid        not null,
  url           text        not null,
  event_types   text[]      not null,
  description   text,
  status        text        not null,
  status_reason text,
  position      bigint      not null,
  failing_since timestamptz,
  created_at    timestamptz not null,
  version       bigint      not null,
  primary key (tenant_id, id),
  constraint webhooks_status_known check (status in ('Active', 'Paused', 'Disabled', 'Deleted'))
);
create index webhooks_listed on webhooks (tenant_id, id) where status <> 'Deleted';
grant select, insert on webhooks to giro_service;
grant update (url, event_types, description, status, status_reason, position, failing_since, version)
  on webhooks to giro_service;
call add_tenant_policy('webhooks');

-- The secrets that sign deliveries: one, or two while a rotation overlaps.
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
grant update (sealed, expires_at) on webhook_secrets to giro_service;
call add_tenant_policy('webhook_secrets');

-- One event on its way to one webhook, and what became of it.
create table webhook_deliveries (
  tenant_id        bigint      not null,
  id               uuid        not null,
  webhook_id       uuid        not null,
  event_id         uuid        not null,
  position         bigint      not null,
  event_type       text        not null,
  subject_kind     text        not null,
  subject_id       text        not null,
  status           text        not null,
  is_replay        boolean     not null,
  created_at       timestamptz not null,
  due_at           timestamptz not null,
  leased_until     timestamptz,
  attempts         integer     not null,
  first_attempt_at timestamptz,
  last_attempt_at  timestamptz,
  ended_at         timestamptz,
  response_status  integer,
  error            text,
  primary key (tenant_id, id),
  foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id),
  constraint webhook_deliveries_status_known check (status in ('Pending', 'Delivered', 'Failed')),
  constraint webhook_deliveries_attempts_not_negative check (attempts >= 0)
);
create index webhook_deliveries_log on webhook_deliveries (tenant_id, webhook_id, id);
create index webhook_deliveries_log_status on webhook_deliveries (tenant_id, webhook_id, status, id);
create index webhook_deliveries_log_event on webhook_deliveries (tenant_id, webhook_id, event_id, id);
create index webhook_deliveries_subject on webhook_deliveries (tenant_id, subject_kind, subject_id, id);
-- What is due, and whether something of the same subject goes before it.
create index webhook_deliveries_due on webhook_deliveries (tenant_id, webhook_id, due_at, position)
  where status = 'Pending';
create index webhook_deliveries_order on webhook_deliveries (tenant_id, webhook_id, subject_kind, subject_id, position,
  id) where status = 'Pending';
-- How much waits for its first attempt.
create index webhook_deliveries_untried on webhook_deliveries (tenant_id, webhook_id)
  where status = 'Pending' and attempts = 0;
grant select, insert, delete on webhook_deliveries to giro_service;
grant update (status, due_at, leased_until, attempts, first_attempt_at, last_attempt_at, ended_at, response_status, error)
  on webhook_deliveries to giro_service;
call add_tenant_policy('webhook_deliveries');

-- The sweep that seals stored data (src/db/seal-rows.ts) writes with it; the service has no right
-- to these columns. It accepts only sealed values, and null keeps a column as it is.
create function reseal_events(tenant bigint, row_id uuid, sealed_data jsonb)
  returns void language sql security definer set search_path = giro, pg_temp
as $$
  update events set data = sealed_data
   where tenant_id = tenant and id = row_id and current_setting('giro.tenant', true) in ('all', tenant::text)
     and sealed_data #>> '{}' like 'sealed:%'
$$;
revoke execute on function reseal_events from public;
grant execute on function reseal_events to giro_service;
