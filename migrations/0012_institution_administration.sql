-- What the institution administers over the API: its clients, its signing keys, its own settings.

alter table api_clients
  -- Changes with each change of the client: its entity tag.
  add column version            bigint      not null default 1,
  -- Rises whenever something is taken from what the client may do. Tokens carry the one they were issued under, and an older one is refused.
  add column access_version     bigint      not null default 1,
  add column access_narrowed_at timestamptz;
create index api_clients_created  on api_clients (tenant_id, created_at, client_id);
create index api_clients_entity   on api_clients (tenant_id, legal_entity_id, created_at, client_id);
-- Every node asks for what is new in these every two seconds, over all institutions.
create index api_clients_revoked  on api_clients (revoked_at) where revoked_at is not null;
create index api_clients_narrowed on api_clients (access_narrowed_at) where access_narrowed_at is not null;

-- A new key is published a while before it signs, so that whoever verifies knows it by then.
alter table signing_keys add column signs_from timestamptz;
update signing_keys set signs_from = created_at;
alter table signing_keys alter column signs_from set not null;

alter table institutions add column version bigint not null default 1;

-- The days on which the institution is closed beside weekends and the holidays of the Federal Reserve.
update institutions set settings = settings || '{"closedDays": []}';
