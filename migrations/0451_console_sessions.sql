-- Who works in the console, in which browser. The browser's cookie names the session; only its
-- digest is here, and the person's tokens are sealed. Safe for running nodes: none knows the table.
create table console_sessions (
  tenant_id        bigint      not null references institutions,
  id               uuid        not null,
  user_id          uuid        not null,
  cookie_sha256    text        not null,
  sealed_tokens    bytea       not null,
  signed_in_at     timestamptz not null,
  refreshed_at     timestamptz not null,
  refreshing_until timestamptz,
  stepped_up_until timestamptz,
  idle_ends_at     timestamptz not null,
  ends_at          timestamptz not null,
  primary key (tenant_id, id),
  constraint console_sessions_cookie unique (tenant_id, cookie_sha256),
  constraint console_sessions_user_fkey foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint console_sessions_ends_in_order check (signed_in_at <= idle_ends_at and idle_ends_at <= ends_at)
);
create index console_sessions_of_user on console_sessions (tenant_id, user_id, signed_in_at);
create index console_sessions_expiry on console_sessions (tenant_id, idle_ends_at);
grant select, insert, delete on console_sessions to giro_service;
grant update (sealed_tokens, refreshed_at, refreshing_until, idle_ends_at) on console_sessions to giro_service;
call add_tenant_policy('console_sessions');
