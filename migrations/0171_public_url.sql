-- The base URL in an institution's access tokens, proofs and discovery document: one for all nodes. A node that starts with
-- GIRO_PUBLIC_URL fills it where it is null.
alter table institutions add column public_url text;
alter table institutions add constraint institutions_public_url_is_url check (public_url ~ '^https?://') not valid;
alter table institutions validate constraint institutions_public_url_is_url;
