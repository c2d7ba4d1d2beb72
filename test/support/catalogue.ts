import type pg from 'pg'

/**
 * Everything that the schema `giro` consists of, as sorted lines. Two databases with the same lines
 * have the same tables, columns, rules, indexes, functions, rights and comments. The order of
 * columns counts; object ids, dropped columns and statistics do not.
 */
export async function describeCatalogue(client: pg.Client): Promise<string[]> {
  const lines: string[] = []
  for (const [kind, sql] of Object.entries(QUERIES)) {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    lines.push(...rows.map((row) => `${kind} ${JSON.stringify(row)}`))
  }
  return lines.sort()
}

/** The rights in a list, sorted. */
const rights = (list: string) => `array(select one::text from unnest(${list}) one order by 1)`

const QUERIES: Readonly<Record<string, string>> = {
  schema: `select nspname, nspowner::regrole::text as owner, ${rights('nspacl')} as rights from pg_namespace
    where nspname in ('giro', 'public')`,
  relation: `select relname, relkind, relpersistence, relowner::regrole::text as owner, reloptions, relrowsecurity,
      relforcerowsecurity, relreplident, relispartition, (select amname from pg_am where oid = relam) as method,
      reltablespace, ${rights('relacl')} as rights, obj_description(oid, 'pg_class') as comment
    from pg_class where relnamespace = 'giro'::regnamespace`,
  column: `select attrelid::regclass::text as relation, attname,
      row_number() over (partition by attrelid order by attnum) as place, format_type(atttypid, atttypmod) as type,
      attcollation::regcollation::text as collation, attnotnull, attidentity, attgenerated, attstorage,
      attcompression, attstattarget, attoptions, pg_get_expr(adbin, adrelid) as value, ${rights('attacl')} as rights,
      col_description(attrelid, attnum) as comment
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum join pg_class c on c.oid = attrelid
    where c.relnamespace = 'giro'::regnamespace and c.relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped`,
  constraint: `select conrelid::regclass::text as relation, contypid::regtype::text as domain, conname, contype,
      pg_get_constraintdef(oid) as definition, convalidated, condeferrable, condeferred, connoinherit,
      obj_description(oid, 'pg_constraint') as comment
    from pg_constraint where connamespace = 'giro'::regnamespace`,
  index: `select indrelid::regclass::text as relation, pg_get_indexdef(indexrelid) as definition, indisvalid, indisready,
      indisclustered, indisreplident, indimmediate, obj_description(indexrelid, 'pg_class') as comment
    from pg_index join pg_class c on c.oid = indrelid where c.relnamespace = 'giro'::regnamespace`,
  trigger: `select tgrelid::regclass::text as relation, tgname, pg_get_triggerdef(oid) as definition, tgenabled
    from pg_trigger where not tgisinternal`,
  policy: `select polrelid::regclass::text as relation, polname, polcmd, polpermissive, polroles::regrole[]::text as roles,
      pg_get_expr(polqual, polrelid) as condition, pg_get_expr(polwithcheck, polrelid) as written from pg_policy`,
  routine: `select oid::regprocedure::text as name, prokind, proowner::regrole::text as owner, prosrc, prosqlbody is null as "isText",
      pg_get_function_arguments(oid) as arguments, pg_get_function_result(oid) as result,
      (select lanname from pg_language where oid = prolang) as language, provolatile, proparallel, proisstrict, prosecdef,
      proleakproof, procost, prorows, proconfig, ${rights('proacl')} as rights, obj_description(oid, 'pg_proc') as comment
    from pg_proc where pronamespace = 'giro'::regnamespace`,
  aggregate: `select aggfnoid::regprocedure::text as name, aggkind, aggtransfn::text, aggfinalfn::text, aggcombinefn::text,
      aggtranstype::regtype::text as type, agginitval from pg_aggregate join pg_proc p on p.oid = aggfnoid
    where pronamespace = 'giro'::regnamespace`,
  type: `select typname, typtype, typowner::regrole::text as owner, typbasetype::regtype::text as base, typtypmod, typnotnull,
      typdefault, ${rights('typacl')} as rights from pg_type where typnamespace = 'giro'::regnamespace and typtype <> 'b'`,
  view: `select viewname, definition from pg_views where schemaname = 'giro'`,
  sequence: `select seqrelid::regclass::text as sequence, seqtypid::regtype::text as type, seqstart, seqincrement, seqmax, seqmin,
      seqcache, seqcycle, refobjid::regclass::text || '.' || refobjsubid::text is not null as "isOwned", d.deptype
    from pg_sequence left join pg_depend d on d.objid = seqrelid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')`,
  statistics: `select stxname, pg_get_statisticsobjdef(oid) as definition from pg_statistic_ext`,
  rule: `select schemaname, tablename, rulename, definition from pg_rules where schemaname = 'giro'`,
  defaultRight: `select defaclnamespace::regnamespace::text as schema, defaclobjtype, ${rights('defaclacl')} as rights
    from pg_default_acl`,
  extension: `select extname from pg_extension`,
  setting: `select setrole::regrole::text as role, setconfig from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database())`,
}
