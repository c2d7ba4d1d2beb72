-- Everything moves from the schema public into a schema of its own: a database can be shared with other software, a dump of one
-- schema is a dump of the service, and nobody else creates objects where the service looks for its tables.
do $$
begin
  if not exists (select from pg_namespace where nspname = 'giro') then
    create schema giro;
  end if;
end $$;
grant usage on schema giro to giro_service;

do $$
declare
  statement text;
begin
  for statement in
    select format('alter table public.%I set schema giro', relname) from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and relowner = current_user::regrole
    union all
    -- The sequence of an identity column has moved with its table.
    select format('alter sequence public.%I set schema giro', c.relname) from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and c.relowner = current_user::regrole
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i'))
    union all
    select format('alter domain public.%I set schema giro', typname) from pg_type
    where typnamespace = 'public'::regnamespace and typtype = 'd' and typowner = current_user::regrole
    union all
    select format('alter routine %s set schema giro', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proowner = current_user::regrole
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute statement;
  end loop;
  for statement in
    select format('alter routine %s set search_path = giro, pg_temp', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = 'giro'::regnamespace and 'search_path=public, pg_temp' = any(p.proconfig)
  loop
    execute statement;
  end loop;
end $$;

revoke usage on schema public from giro_service;
-- For the rest of this session, the record of this migration included.
set search_path = giro;
