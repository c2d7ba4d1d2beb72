-- How an API client proves who it is, and where, until when and with which tokens it may work.
alter table api_clients
  add column authentication_method  text        not null default 'client_secret'
    check (authentication_method in ('client_secret', 'private_key_jwt', 'self_signed_tls_client_auth')),
  -- Public JWKs that verify its assertions (RFC 7523).
  add column public_keys            jsonb       not null default '[]',
  -- SHA-256 of its certificates in DER, base64url: x5t#S256 of RFC 8705.
  add column certificate_thumbprints text[]     not null default '{}',
  -- The clients that proposed these keys and certificates. Each may hold the private keys, so it is no second person beside this client.
  add column keys_from              text[]      not null default '{}',
  -- The proof that its access tokens require: none, a DPoP key (RFC 9449) or its certificate (RFC 8705).
  add column sender_constraint      text        not null default 'none'
    check (sender_constraint in ('none', 'dpop', 'certificate')),
  -- Null for the default of its method.
  add column access_token_seconds   integer     check (access_token_seconds between 60 and 14400),
  -- Addresses and CIDR networks; empty for any.
  add column allowed_networks       text[]      not null default '{}',
  add column expires_at             timestamptz;

-- When a client last called the API. Not a column of api_clients, whose row changes lock and version.
create table api_client_uses (
  tenant_id     bigint      not null,
  client_id     text        not null,
  last_used_at  timestamptz not null,
  primary key (tenant_id, client_id),
  foreign key (tenant_id, client_id) references api_clients
);
grant select, insert, update on api_client_uses to giro_service;
