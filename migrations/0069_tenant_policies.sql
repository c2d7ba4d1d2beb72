-- Row-level security by tenant: a second wall behind the tenant_id in every statement. A connection of the service sees the
-- rows of the institution in its setting giro.tenant, of every institution if that is 'all' (sweeps, the token service), and
-- none without the setting. The owner of the tables, who migrates, is not restricted.
create procedure add_tenant_policy(name text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format($policy$
    create policy tenant on %I to giro_service using (
      tenant_id = (select nullif(current_setting('giro.tenant', true), 'all')::bigint)
      or (select current_setting('giro.tenant', true)) = 'all')
    $policy$, name);
end $$;
revoke execute on procedure add_tenant_policy from public;

-- The migration of a new table calls it for that table.
do $$
declare
  name text;
begin
  for name in
    select c.table_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE'
  loop
    call add_tenant_policy(name);
  end loop;
end $$;

-- An entity and every customer below it. The index on ancestor_ids cannot be used behind row-level security, because its
-- operator is not leakproof. So the function reads as the owner of the table, and checks the setting itself.
create function customers_under(tenant bigint, entity bigint) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
as $$
  select c.id from customers c
  where c.tenant_id = tenant and current_setting('giro.tenant', true) in ('all', tenant::text)
    and (c.id = entity or c.ancestor_ids @> array[entity])
$$;
revoke execute on function customers_under from public;
grant execute on function customers_under to giro_service;
