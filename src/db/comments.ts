import pg from 'pg'
import { describeColumn, describeTable } from './descriptions/descriptions.ts'

interface Comment {
  table: string
  /** Null for the comment on the table itself. */
  column: string | null
  text: string | null
}

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Writes the descriptions of all tables and columns into the catalogue, where psql's `\d+` and
 * other tools show them. Only comments that differ are written, so most calls take no locks. A
 * table that stays locked for two seconds keeps its old comments until the next call.
 */
export async function writeComments(client: pg.Client): Promise<void> {
  const changed = (await readComments(client))
    .map((comment) => ({ ...comment, newText: describe(comment) }))
    .filter(({ text, newText }) => newText !== undefined && newText !== text)
  for (const comments of Map.groupBy(changed, ({ table }) => table).values())
    await writeUnlessLocked(client, comments.map(statementOf).join('; '))
}

/** The comments in the catalogue; null where there is none. */
async function readComments(client: pg.Client): Promise<Comment[]> {
  const { rows } = await client.query<Comment>(
    `select c.relname as "table", a.attname as "column",
       case when a.attnum is null then obj_description(c.oid, 'pg_class') else col_description(c.oid, a.attnum) end as text
     from pg_class c
       cross join lateral (
         select null as attname, null as attnum
         union all
         select attname, attnum from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
       ) a
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  return rows
}

function describe({ table, column }: Comment): string | undefined {
  return column === null ? describeTable(table) : describeColumn(table, column)
}

function statementOf({ table, column, newText }: Comment & { newText: string | undefined }): string {
  const subject =
    column === null
      ? `table ${pg.escapeIdentifier(table)}`
      : `column ${pg.escapeIdentifier(table)}.${pg.escapeIdentifier(column)}`
  return `comment on ${subject} is ${pg.escapeLiteral(newText!)}`
}

async function writeUnlessLocked(client: pg.Client, statements: string): Promise<void> {
  try {
    await client.query(`begin; set local lock_timeout = '2s'; ${statements}; commit`)
  } catch (error) {
    await client.query('rollback')
    if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error
  }
}
