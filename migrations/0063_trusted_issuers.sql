-- The OpenID Connect issuers outside Giro whose access tokens an institution accepts. The operator of the service writes these rows.
-- An issuer speaks only for the institutions that list it: two institutions may list the same one, and each accepts the tokens that name it.
create table trusted_issuers (
  tenant_id           bigint      not null references institutions,
  issuer              text        not null check (length(issuer) between 1 and 500),
  -- What `aud` must contain.
  audience            text        not null check (length(audience) between 1 and 200),
  -- The names of the claims; a null client_claim means `client_id`, or else `azp`.
  tenant_claim        text        not null,
  client_claim        text,
  legal_entity_claim  text        not null,
  entitlements_claim  text        not null,
  -- The longest life of a token, from `iat` to `exp`. A revocation is remembered for the longest that any issuer may have.
  max_token_seconds   integer     not null check (max_token_seconds between 60 and 86400),
  -- Whether Giro's own token service no longer speaks for the institution.
  replaces_own        boolean     not null,
  created_at          timestamptz not null,
  primary key (tenant_id, issuer)
);
grant select, insert, update, delete on trusted_issuers to giro_service;
