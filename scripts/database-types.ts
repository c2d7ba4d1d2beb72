import pg from 'pg'
import { camelCase } from '../src/db/camel-case.ts'

/** The TypeScript type of each PostgreSQL type, as src/db/client.ts reads it. */
const TYPES: Record<string, string> = {
  bigint: 'bigint',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  integer: 'number',
  jsonb: 'unknown',
  numeric: 'string',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Temporal.Instant',
  uuid: 'string',
}

interface Column {
  tableName: string
  columnName: string
  /** As PostgreSQL writes it: `bigint[]`. */
  type: string
  isNullable: boolean
  /** Whether the database supplies a value if an insert leaves the column out. */
  hasDefault: boolean
}

/** Writes src/db/types.ts: the row of each table as the service reads it, and the column types. */
export async function describeTables(databaseUrl: string): Promise<string> {
  const tables = Map.groupBy(await readColumns(databaseUrl), ({ tableName }) => tableName)
  const interfaces = [...tables].map(([table, columns]) => describeRow(interfaceName(table), columns))
  const names = [...tables].map(([table]) => `  ${table}: ${interfaceName(table)}`)
  const optional = [...tables].map(([table, columns]) => `  ${table}: ${describeOptional(columns)}`)
  const types = [...tables].map(([table, columns]) => describeTypes(table, columns))
  return [
    '// Written by `npm run generate` from the migrated database. Change a migration instead.',
    "import type { Temporal } from 'temporal-polyfill'",
    ...interfaces,
    '/** The row of each table. */',
    `export interface Tables {\n${names.join('\n')}\n}\n`,
    '/** The columns that an insert may leave out: they accept null or have a default. */',
    `export interface OptionalColumns {\n${optional.join('\n')}\n}\n`,
    '/** The PostgreSQL type of each column, by its key. */',
    `export const columnTypes = {\n${types.join('\n')}\n} as const`,
    '',
  ]
    .join('\n')
    .replace("polyfill'\n", "polyfill'\n\n")
}

async function readColumns(databaseUrl: string): Promise<Column[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Column>(
      `select c.relname as "tableName", a.attname as "columnName", format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null) as type,
         not a.attnotnull as "isNullable", a.atthasdef or a.attidentity <> '' as "hasDefault"
       from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
       where c.relnamespace = 'giro'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and a.attnum > 0 and not a.attisdropped
       order by c.relname collate "C", a.attnum`,
    )
    return rows
  } finally {
    await client.end()
  }
}

function interfaceName(table: string): string {
  return camelCase(`_${table}`)
}

function describeRow(name: string, columns: readonly Column[]): string {
  const fields = columns.map(
    ({ columnName, type, isNullable }) =>
      `  ${camelCase(columnName)}: ${typeOf(type)}${isNullable && typeOf(type) !== 'unknown' ? ' | null' : ''}`,
  )
  return `export interface ${name} {\n${fields.join('\n')}\n}\n`
}

function typeOf(type: string): string {
  const element = type.replace(/\[\]$/, '')
  const known = TYPES[element]
  if (!known) throw new Error(`no TypeScript type is known for PostgreSQL's ${element}`)
  return element === type ? known : `${known}[]`
}

function describeOptional(columns: readonly Column[]): string {
  const names = columns.filter((column) => column.isNullable || column.hasDefault).map(quotedKey)
  return names.length === 0 ? 'never' : names.join(' | ')
}

function quotedKey({ columnName }: Column): string {
  return `'${camelCase(columnName)}'`
}

function describeTypes(table: string, columns: readonly Column[]): string {
  const types = columns.map(({ columnName, type }) => {
    const name = type.replace('timestamp with time zone', 'timestamptz')
    return `    ${camelCase(columnName)}: '${name}',`
  })
  return `  ${table}: {\n${types.join('\n')}\n  },`
}
