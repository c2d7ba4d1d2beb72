-- API clients and their credentials, and what the token service and retried requests must remember.

-- The programs that may call the API, for the institution or for a customer.
create table api_clients (
  tenant_id               bigint      not null references institutions,
  client_id               text        not null,
  name                    text        not null,
  legal_entity_id         bigint      not null,
  entitlements            text[]      not null,
  created_at              timestamptz not null,
  revoked_at              timestamptz,
  version                 bigint      not null default 1,
  access_version          bigint      not null default 1,
  access_narrowed_at      timestamptz,
  trusted_to_name_persons boolean     not null default false,
  identity_provider       jsonb,
  authentication_method   text        not null default 'client_secret',
  public_keys             jsonb       not null default '[]',
  certificate_thumbprints text[]      not null default '{}',
  keys_from               text[]      not null default '{}',
  sender_constraint       text        not null default 'none',
  access_token_seconds    integer,
  allowed_networks        text[]      not null default '{}',
  expires_at              timestamptz,
  primary key (tenant_id, client_id),
  constraint api_clients_legal_entity_id_fkey foreign key (tenant_id, legal_entity_id)
    references customers (tenant_id, id),
  constraint api_clients_authentication_method_known check (authentication_method in ('client_secret', 'private_key_jwt',
    'self_signed_tls_client_auth')),
  constraint api_clients_sender_constraint_known check (sender_constraint in ('none', 'dpop', 'certificate')),
  constraint api_clients_access_token_seconds_range check (access_token_seconds between 60 and 14400)
);
create index api_clients_created on api_clients (tenant_id, created_at, client_id);
create index api_clients_entity on api_clients (tenant_id, legal_entity_id, created_at, client_id);
-- Every node asks for new revocations every two seconds, over all institutions.
create index api_clients_revoked on api_clients (revoked_at) where revoked_at is not null;
create index api_clients_narrowed on api_clients (access_narrowed_at) where access_narrowed_at is not null;
grant select, insert, update on api_clients to giro_service;
call add_tenant_policy('api_clients');

-- The secrets with which clients authenticate: one, or two while a rotation overlaps.
create table api_client_secrets (
  tenant_id     bigint      not null,
  client_id     text        not null,
  secret_sha256 bytea       not null,
  created_at    timestamptz not null,
  expires_at    timestamptz,
  shown_to      text,
  primary key (tenant_id, client_id, secret_sha256),
  foreign key (tenant_id, client_id) references api_clients (tenant_id, client_id),
  constraint api_client_secrets_secret_sha256_length check (length(secret_sha256) = 32)
);
grant select, insert, update, delete on api_client_secrets to giro_service;
call add_tenant_policy('api_client_secrets');

-- Which roles an API client holds, besides its own entitlements.
create table api_client_roles (
  tenant_id   bigint not null references institutions,
  client_id   text   not null,
  customer_id bigint not null,
  role_id     uuid   not null,
  primary key (tenant_id, client_id, role_id),
  foreign key (tenant_id, client_id) references api_clients (tenant_id, client_id),
  foreign key (tenant_id, customer_id, role_id) references roles (tenant_id, customer_id, id)
);
create index api_client_roles_role on api_client_roles (tenant_id, role_id, client_id);
grant select, insert, delete on api_client_roles to giro_service;
call add_tenant_policy('api_client_roles');

-- When each client last called the API.
create table api_client_uses (
  tenant_id    bigint      not null,
  client_id    text        not null,
  last_used_at timestamptz not null,
  primary key (tenant_id, client_id),
  foreign key (tenant_id, client_id) references api_clients (tenant_id, client_id)
);
grant select, insert, update on api_client_uses to giro_service;
call add_tenant_policy('api_client_uses');

-- Successes and failures of client authentication, by network, which decide when an API key is
-- locked.
create table client_attempts (
  tenant_id    bigint      not null,
  client_id    text        not null,
  origin       text        not null,
  failures     integer     not null,
  failed_at    timestamptz,
  locked_until timestamptz,
  succeeded_at timestamptz,
  expires_at   timestamptz not null,
  primary key (tenant_id, client_id, origin),
  foreign key (tenant_id, client_id) references api_clients (tenant_id, client_id),
  constraint client_attempts_failures_not_negative check (failures >= 0)
);
create index client_attempts_expiry on client_attempts (tenant_id, expires_at);
grant select, insert, update, delete on client_attempts to giro_service;
call add_tenant_policy('client_attempts');

-- The OpenID Connect issuers outside this service whose access tokens the institution accepts.
create table trusted_issuers (
  tenant_id          bigint      not null references institutions,
  issuer             text        not null,
  audience           text        not null,
  tenant_claim       text        not null,
  client_claim       text,
  legal_entity_claim text        not null,
  entitlements_claim text        not null,
  max_token_seconds  integer     not null,
  replaces_own       boolean     not null,
  created_at         timestamptz not null,
  primary key (tenant_id, issuer),
  constraint trusted_issuers_issuer_length check (length(issuer) between 1 and 500),
  constraint trusted_issuers_audience_length check (length(audience) between 1 and 200),
  constraint trusted_issuers_max_token_seconds_range check (max_token_seconds between 60 and 86400)
);
grant select, insert, update, delete on trusted_issuers to giro_service;
call add_tenant_policy('trusted_issuers');

-- What the token service must remember: grants, refresh tokens, and which one-time proofs were
-- used.
create table token_records (
  tenant_id   bigint      not null references institutions,
  kind        text        not null,
  id          text        not null,
  payload     jsonb       not null,
  grant_id    text,
  created_at  timestamptz not null,
  consumed_at timestamptz,
  expires_at  timestamptz not null,
  primary key (tenant_id, kind, id)
);
create index token_records_grant on token_records (tenant_id, grant_id) where grant_id is not null;
create index token_records_expiry on token_records (expires_at);
grant select, insert, update, delete on token_records to giro_service;
call add_tenant_policy('token_records');

-- Access tokens that were revoked before their expiry (RFC 7009).
create table revoked_access_tokens (
  tenant_id  bigint      not null references institutions,
  jti        text        not null,
  revoked_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, jti)
);
create index revoked_access_tokens_recent on revoked_access_tokens (revoked_at);
create index revoked_access_tokens_expiry on revoked_access_tokens (expires_at);
grant select, insert, delete on revoked_access_tokens to giro_service;
call add_tenant_policy('revoked_access_tokens');

-- The replies to requests with an idempotency key, so that a repeated request gets the same reply
-- and changes nothing again.
create table idempotency_keys (
  tenant_id   bigint      not null,
  client_id   text        not null,
  operation   text        not null,
  key         text        not null,
  fingerprint jsonb       not null,
  status      smallint,
  response    jsonb,
  created_at  timestamptz not null,
  expires_at  timestamptz,
  etag        text,
  primary key (tenant_id, client_id, operation, key),
  constraint idempotency_keys_key_length check (length(key) between 1 and 255)
);
create index idempotency_keys_expiry on idempotency_keys (tenant_id, expires_at) where expires_at is not null;
grant select, insert, update, delete on idempotency_keys to giro_service;
call add_tenant_policy('idempotency_keys');
