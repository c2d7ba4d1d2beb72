-- What all tables share. The migrator has created the schema giro, the table schema_migrations in it
-- and the role giro_service, as which the service works. The role gets only the rights granted here.
--
-- Every table's key begins with tenant_id, and so does every constraint between tables: the schema
-- runs on one PostgreSQL, and distributed by tenant. Amounts are in minor units. The application
-- makes timestamps and UUIDs and passes them as parameters. docs/schema.md says what each table and
-- column means; so do the comments in the database, which the migrator writes.
grant usage on schema giro to giro_service;

-- An ISO 4217 code, such as USD.
create domain currency_code as text constraint currency_code_form check (value ~ '^[A-Z]{3}$');

-- Row-level security by tenant: a second wall behind the tenant_id in every statement. A connection
-- of the service sees the rows of the institution in its setting giro.tenant, those of every
-- institution if that is 'all' (sweeps, the token service), and none without the setting. The owner
-- of the tables, who migrates, is not restricted.
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

-- Refuses changes of a table that is only added to, also by the owner of the tables. As a trigger
-- of rows, it names the columns that may change. A migration that must change such a table disables
-- the guard in its own text.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_level = 'ROW' then
    if to_jsonb(old) - tg_argv = to_jsonb(new) - tg_argv then
      return new;
    end if;
  end if;
  raise exception 'rows of % are never changed or deleted', tg_table_name
    using errcode = 'check_violation', table = tg_table_name, constraint = tg_table_name || '_append_only';
end $$;
revoke execute on function refuse_change from public;

-- Guards a table that is only added to. `changing` names the columns that may still change, such as
-- the moment of a later step.
create procedure make_append_only(name text, variadic changing text[] default '{}') language plpgsql as $$
begin
  execute format('create trigger %I before delete or truncate %s on %I for each statement execute function refuse_change()',
    name || '_append_only', case when cardinality(changing) = 0 then 'or update' else '' end, name);
  if cardinality(changing) > 0 then
    execute format('create trigger %I before update on %I for each row execute function refuse_change(%s)',
      name || '_append_only_columns', name, (select string_agg(quote_literal(one), ', ') from unnest(changing) as one));
  end if;
end $$;
revoke execute on procedure make_append_only from public;
