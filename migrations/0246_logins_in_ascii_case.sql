-- Logins that differ in the case of A to Z are one user. Other letters keep their case: some of them
-- fold into an ASCII letter, so that a login with the Kelvin sign would have been one with a k.
drop index users_login;
-- Safe for running nodes: it refuses no login that the index before it took, and users are few.
create unique index users_login on users (tenant_id, lower(login_id collate "C"))
  where login_twin is null or login_twin = 'First';
