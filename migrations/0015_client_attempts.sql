-- How API clients authenticated at the token service, by where from: what locks a key that is guessed at, and spares the addresses it is used from.
-- Only keys that exist have rows; expires_at is when nothing in a row matters any more.
create table client_attempts (
  tenant_id        bigint      not null,
  client_id        text        not null,
  -- An IPv4 address or an IPv6 network; empty for all of them together.
  origin           text        not null,
  failures         integer     not null check (failures >= 0),
  failed_at        timestamptz,
  locked_until     timestamptz,
  succeeded_at     timestamptz,
  expires_at       timestamptz not null,
  primary key (tenant_id, client_id, origin),
  foreign key (tenant_id, client_id) references api_clients
);
create index client_attempts_expiry on client_attempts (tenant_id, expires_at);
grant select, insert, update, delete on client_attempts to giro_service;
