-- People sign in through clients: where a client may send them back to, and who is signed in.
-- Safe for running nodes: they write neither the columns nor the method, and know no session.
alter table api_clients
  add column redirect_uris             text[] not null default '{}',
  add column post_logout_redirect_uris text[] not null default '{}';
alter table api_clients drop constraint api_clients_authentication_method_known;
alter table api_clients add constraint api_clients_authentication_method_known check (authentication_method in
  ('client_secret', 'private_key_jwt', 'self_signed_tls_client_auth', 'none'));

-- Who is signed in with which browser. The browser's cookie names the session; only its digest is
-- here.
create table person_sessions (
  tenant_id     bigint      not null references institutions,
  id            uuid        not null,
  user_id       uuid        not null,
  handle        text        not null,
  credentials   text        not null,
  cookie_sha256 text        not null,
  payload       jsonb       not null,
  address       text        not null,
  user_agent    text        not null,
  started_at    timestamptz not null,
  last_used_at  timestamptz not null,
  idle_ends_at  timestamptz not null,
  ends_at       timestamptz not null,
  primary key (tenant_id, id),
  constraint person_sessions_handle unique (tenant_id, handle),
  constraint person_sessions_cookie unique (tenant_id, cookie_sha256),
  constraint person_sessions_user_fkey foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint person_sessions_ends_in_order check (started_at <= idle_ends_at and idle_ends_at <= ends_at)
);
create index person_sessions_of_user on person_sessions (tenant_id, user_id, started_at);
create index person_sessions_expiry on person_sessions (idle_ends_at);
grant select, insert, delete on person_sessions to giro_service;
grant update (cookie_sha256, credentials, payload, address, user_agent, last_used_at, idle_ends_at) on person_sessions to giro_service;
call add_tenant_policy('person_sessions');
