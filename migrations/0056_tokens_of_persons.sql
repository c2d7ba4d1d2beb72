-- Increases each time the tokens of a person end: the user was changed, or a role that the user
-- holds lost an entitlement. A token carries the version it was issued with.
alter table users add column access_version bigint not null default 1;
-- When the version last increased. Every node reads the increases of the longest life of a token.
alter table users add column access_narrowed_at timestamptz;
create index users_narrowed on users (access_narrowed_at) where access_narrowed_at is not null;
-- The users who hold a role that loses an entitlement.
create index user_roles_role on user_roles (tenant_id, role_id, user_id);
