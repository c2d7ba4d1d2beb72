-- How people prove who they are: invitations, passwords, second factors, recovery codes and failed
-- attempts. No secret is stored: a token and a code as a hash, a password as argon2id, and the
-- secret of a TOTP factor sealed.
create table user_credentials (
  tenant_id     bigint      not null references institutions,
  user_id       uuid        not null,
  id            uuid        not null,
  password_hash text        not null,
  created_at    timestamptz not null,
  primary key (tenant_id, user_id),
  constraint user_credentials_user_fkey foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint user_credentials_password_is_argon2id check (password_hash like '$argon2id$%')
);
grant select, insert, delete on user_credentials to giro_service;
grant update (id) on user_credentials to giro_service;
call add_tenant_policy('user_credentials');

create table user_invitations (
  tenant_id    bigint      not null references institutions,
  user_id      uuid        not null,
  id           uuid        not null,
  token_sha256 text        not null,
  mail_to      text        not null,
  invited_by   text        not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  due_at       timestamptz,
  leased_until timestamptz,
  attempts     smallint    not null,
  sent_at      timestamptz,
  failure      text,
  primary key (tenant_id, user_id),
  constraint user_invitations_user_fkey foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint user_invitations_token_hashed check (token_sha256 ~ '^[0-9a-f]{64}$'),
  constraint user_invitations_ends_after_start check (expires_at > created_at),
  constraint user_invitations_attempts_not_negative check (attempts >= 0)
);
create unique index user_invitations_token on user_invitations (tenant_id, token_sha256);
create index user_invitations_due on user_invitations (tenant_id, due_at) where due_at is not null;
grant select, insert, delete on user_invitations to giro_service;
grant update (due_at, leased_until, attempts, sent_at, failure) on user_invitations to giro_service;
call add_tenant_policy('user_invitations');

create table user_factors (
  tenant_id     bigint      not null references institutions,
  id            uuid        not null,
  user_id       uuid        not null,
  kind          text        not null,
  sealed_secret bytea,
  last_step     bigint,
  credential_id text,
  public_key    bytea,
  sign_count    bigint,
  transports    text[],
  created_at    timestamptz not null,
  confirmed_at  timestamptz,
  used_at       timestamptz,
  primary key (tenant_id, id),
  constraint user_factors_user_fkey foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint user_factors_kind_known check (kind in ('Totp', 'Passkey')),
  constraint user_factors_totp check ((kind = 'Totp') = (sealed_secret is not null)),
  constraint user_factors_passkey check ((kind = 'Passkey') = (credential_id is not null)
    and (kind = 'Passkey') = (public_key is not null) and (kind = 'Passkey') = (sign_count is not null)),
  constraint user_factors_passkey_confirmed check (kind = 'Totp' or confirmed_at is not null),
  constraint user_factors_sign_count_not_negative check (sign_count >= 0)
);
create unique index user_factors_credential on user_factors (tenant_id, credential_id);
-- One app in use, and one being set up.
create unique index user_factors_one_totp on user_factors (tenant_id, user_id, (confirmed_at is null))
  where kind = 'Totp';
create index user_factors_of_user on user_factors (tenant_id, user_id, id);
grant select, insert, delete on user_factors to giro_service;
grant update (sealed_secret, last_step, sign_count, confirmed_at, used_at) on user_factors to giro_service;
call add_tenant_policy('user_factors');

-- A code that is used is deleted.
create table user_recovery_codes (
  tenant_id   bigint      not null references institutions,
  user_id     uuid        not null,
  code_sha256 text        not null,
  created_at  timestamptz not null,
  primary key (tenant_id, user_id, code_sha256),
  constraint user_recovery_codes_user_fkey foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint user_recovery_codes_hashed check (code_sha256 ~ '^[0-9a-f]{64}$')
);
grant select, insert, delete on user_recovery_codes to giro_service;
call add_tenant_policy('user_recovery_codes');

-- The subject is a user, one of a fixed number of stand-ins for logins that do not exist, or one
-- of a fixed number of groups of addresses. So strangers cannot make the table grow.
create table sign_in_attempts (
  tenant_id    bigint      not null references institutions,
  subject      text        not null,
  origin       text        not null,
  failures     integer     not null,
  failed_at    timestamptz,
  locked_until timestamptz,
  succeeded_at timestamptz,
  in_a_row     integer     not null default 0,
  expires_at   timestamptz not null,
  primary key (tenant_id, subject, origin),
  constraint sign_in_attempts_failures_not_negative check (failures >= 0),
  constraint sign_in_attempts_in_a_row_not_negative check (in_a_row >= 0)
);
create index sign_in_attempts_expiry on sign_in_attempts (tenant_id, expires_at);
grant select, insert, update, delete on sign_in_attempts to giro_service;
call add_tenant_policy('sign_in_attempts');
