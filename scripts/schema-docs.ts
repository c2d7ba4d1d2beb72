import pg from 'pg'
import { SUBJECTS } from '../src/db/descriptions/descriptions.ts'

interface TableRow {
  name: string
  about: string
}

interface ColumnRow {
  tableName: string
  name: string
  type: string
  isNullable: boolean
  text: string | null
}

interface RuleRow {
  tableName: string
  name: string
  /** p: primary key, u: unique, f: foreign key, c: check, x: exclusion, i: an index of its own. */
  kind: 'p' | 'u' | 'f' | 'c' | 'x' | 'i'
  definition: string
  /** The table that a foreign key refers to. */
  referencedTable: string | null
}

interface Catalogue {
  tables: readonly TableRow[]
  columns: Map<string, ColumnRow[]>
  rules: Map<string, RuleRow[]>
}

const KINDS = { p: 'Primary key', u: 'Unique', f: 'Reference', c: 'Check', x: 'Exclusion', i: 'Index' } as const

/** The text of docs/schema.md: each table with its columns and rules, from a migrated database. */
export async function describeSchema(databaseUrl: string): Promise<string> {
  const catalogue = await readCatalogue(databaseUrl)
  return [
    '# The database schema',
    '',
    ...wrap(
      'Generated from the migrated database and `src/db/descriptions/` by `npm run generate`. The same texts are in the database: `\\d+ payments` in psql shows them.',
    ),
    '',
    ...wrap(
      'All tables are in the schema `giro`. The rows of every table belong to an institution: keys begin with `tenant_id`, row-level security confines the service to the institution that it works for, and the service changes only the columns that it was granted ([two logins and row-level security](decisions/0070-two-logins-and-row-level-security.md)). Amounts are in minor units of their currency: 1050 with USD is 10.50 dollars. In a diagram, an arrow is a foreign key; references to the institution are left out.',
    ),
    '',
    ...wrap(
      "Times are by the clock of the institution, which in a sandbox can be ahead of the machine's, unless their description names another. Tokens, secrets, mails and deliveries of webhooks have the clock of the machine. A *sealed* value is encrypted with a data key of the institution, and readable only through the service; a *blind index* is a keyed hash of such a value, by which it can be found but not read ([sealed columns](decisions/0072-sealed-columns.md)).",
    ),
    '',
    ...SUBJECTS.map(({ title }) => `- [${title}](#${anchorOf(title)})`),
    '',
    ...SUBJECTS.flatMap((subject) => describeSubject(subject, catalogue)),
  ].join('\n')
}

function describeSubject(subject: (typeof SUBJECTS)[number], catalogue: Catalogue): string[] {
  const tables = catalogue.tables.filter(({ name }) => name in subject.tables)
  return [
    `## ${subject.title}`,
    '',
    ...wrap(subject.about),
    '',
    '| table | purpose |',
    '| --- | --- |',
    ...tables.map(({ name, about }) => `| [\`${name}\`](#${name}) | ${firstSentence(about)} |`),
    '',
    ...diagramOf(tables, catalogue),
    ...tables.flatMap((table) => describeTable(table, catalogue)),
  ]
}

function diagramOf(tables: readonly TableRow[], { rules }: Catalogue): string[] {
  const references = tables.flatMap(({ name }) => (rules.get(name) ?? []).filter(({ kind }) => kind === 'f'))
  const arrows = references
    .filter(({ referencedTable }) => referencedTable !== 'institutions')
    .map(({ tableName, referencedTable }) => `    ${tableName} --> ${referencedTable}`)
  if (arrows.length === 0) return []
  return ['```mermaid', 'flowchart LR', ...new Set(arrows), '```', '']
}

function describeTable({ name, about }: TableRow, { columns, rules }: Catalogue): string[] {
  return [
    `### ${name}`,
    '',
    ...wrap(about),
    '',
    '| column | type | meaning |',
    '| --- | --- | --- |',
    ...(columns.get(name) ?? []).map(
      (column) => `| \`${column.name}\` | ${typeOf(column)} | ${inTable(column.text ?? '')} |`,
    ),
    '',
    '| rule | name | definition |',
    '| --- | --- | --- |',
    ...(rules.get(name) ?? []).map(
      ({ kind, name: rule, definition }) => `| ${KINDS[kind]} | \`${rule}\` | \`${inTable(definition)}\` |`,
    ),
    '',
  ]
}

/** Lines of at most 100 columns. */
function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= 100) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

function typeOf({ type, isNullable }: ColumnRow): string {
  const name = type.replace('timestamp with time zone', 'timestamptz')
  return isNullable ? `${name}, may be null` : name
}

function inTable(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')
}

function firstSentence(text: string): string {
  return inTable(/^.*?\.(?= |$)/.exec(text)?.[0] ?? text)
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')
}

async function readCatalogue(databaseUrl: string): Promise<Catalogue> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const tables = await client.query<TableRow>(
      `select relname as name, coalesce(obj_description(oid, 'pg_class'), '') as about from pg_class
       where ${IS_TABLE} order by relname collate "C"`,
    )
    const columns = await client.query<ColumnRow>(
      `select c.relname as "tableName", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
         not a.attnotnull as "isNullable", col_description(c.oid, a.attnum) as text
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where ${IS_TABLE} order by c.relname collate "C", a.attnum`,
    )
    const rules = await client.query<RuleRow>(RULES)
    return {
      tables: tables.rows,
      columns: Map.groupBy(columns.rows, ({ tableName }) => tableName),
      rules: Map.groupBy(rules.rows, ({ tableName }) => tableName),
    }
  } finally {
    await client.end()
  }
}

const IS_TABLE = `relnamespace = 'giro'::regnamespace and relkind in ('r', 'p') and not relispartition`

/** The constraints of each table, and then the indexes that no constraint needs. */
const RULES = `
  select c.relname as "tableName", r.conname as name, r.contype as kind,
    regexp_replace(pg_get_constraintdef(r.oid), '^(PRIMARY KEY|UNIQUE|FOREIGN KEY|CHECK|EXCLUDE) *', '') as definition,
    r.confrelid::regclass::text as "referencedTable", position(r.contype::text in 'puxfc') as rank
  from pg_constraint r join pg_class c on c.oid = r.conrelid
  where c.relnamespace = 'giro'::regnamespace and not c.relispartition and r.contype in ('p', 'u', 'f', 'c', 'x')
  union all
  select c.relname, i.relname, 'i', regexp_replace(pg_get_indexdef(i.oid), '^.* USING ', ''), null, 9
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
  where c.relnamespace = 'giro'::regnamespace and not c.relispartition
    and not exists (select from pg_constraint r where r.conindid = i.oid and r.contype in ('p', 'u', 'x'))
  order by 1, 6, 2`
