-- What is only added to. The service has no right to change these rows; a guard keeps everyone else from it by name, also the
-- owner who migrates. A later migration that must change them disables the guard in its own text.

-- As a trigger of rows, it names the columns that may change.
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

-- Guards a table; `changing` names the columns that may change, such as the moment of a later step.
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

call make_append_only('audit_log');
call make_append_only('audit_chain');
-- The sweep that seals data writes it once more.
call make_append_only('events', 'data');
call make_append_only('payment_approvals');
call make_append_only('payment_occurrences');
call make_append_only('payment_limit_groups');
call make_append_only('payment_value_date_changes');
call make_append_only('adjustments');
call make_append_only('receivable_write_offs');
call make_append_only('suspense_releases');
call make_append_only('suspense_items', 'released_at');
call make_append_only('rail_settlements');
call make_append_only('ach_entries');
call make_append_only('fx_quotes', 'status');
call make_append_only('fx_covers', 'settled_on');
call make_append_only('fx_desk_trades', 'settled_on');
call make_append_only('fx_revaluations');
-- A new master key wraps the same data keys again.
call make_append_only('encryption_keys', 'wrapped');
call make_append_only('event_positions');
