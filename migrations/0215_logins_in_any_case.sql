-- Logins that differ in case alone are one user. Users that already differ so keep their logins, and
-- only their exact spelling names them: the oldest is First, the others are Later.
alter table users add column login_twin text;
alter table users add constraint users_login_twin_known check (login_twin in ('First', 'Later'));
-- Safe for running nodes: they do not read the column, and users are few.
update users u
   set login_twin = case when t.place = 1 then 'First' else 'Later' end
  from (select tenant_id, id, row_number() over same as place, count(*) over (partition by tenant_id, lower(login_id)) as twins
          from users window same as (partition by tenant_id, lower(login_id) order by created_at, id)) t
 where u.tenant_id = t.tenant_id and u.id = t.id and t.twins > 1;
-- Safe for running nodes: it refuses only a second login of the same person, and users are few.
create unique index users_login on users (tenant_id, lower(login_id)) where login_twin is null or login_twin = 'First';
