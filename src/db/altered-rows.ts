import type { CannotOpen } from '../kernel/sealer.ts'
import type { Connection, OnAltered } from './database.ts'
import { SEALED_TABLES } from './sealed-columns.ts'

/** Why a row cannot be opened; its sealed values are null then. */
export interface Altered {
  altered?: string
}

/** So many altered rows are altered by somebody, and not the fault of the service or of a key. */
const MAX_ALTERED = 10

/**
 * Runs a statement on many rows of which none may stop the others: a row with a sealed value that
 * is not what the service stored there says so. Throws what is wrong with the first if more than
 * ten are altered, and more than half of all: then something is wrong with the service, not with
 * them.
 */
export async function queryEach<Row extends object>(
  db: Connection,
  text: string,
  values: readonly unknown[],
): Promise<(Row & Altered)[]> {
  const found = new Map<number, CannotOpen>()
  const rows = await db.query<Row>(text, values, { onAltered: (row, why) => found.set(row, why) })
  const [first] = found.values()
  if (!first) return rows
  if (found.size > MAX_ALTERED && found.size * 2 > rows.length) throw first
  return named(rows, found)
}

/**
 * The same for rows that only wait: however many are altered, the others go on, because nothing is
 * lost if the service is wrong about them.
 */
export async function queryAny<Row extends object>(
  db: Connection,
  text: string,
  values: readonly unknown[],
): Promise<(Row & Altered)[]> {
  return nameAltered((onAltered) => db.query<Row>(text, values, { onAltered }))
}

/** `queryAny` for a statement that others run. */
export async function nameAltered<Row extends object>(
  read: (onAltered: OnAltered) => Promise<Row[]>,
): Promise<(Row & Altered)[]> {
  const found = new Map<number, CannotOpen>()
  return named(await read((row, why) => found.set(row, why)), found)
}

function named<Row extends object>(rows: readonly Row[], found: ReadonlyMap<number, CannotOpen>): (Row & Altered)[] {
  return rows.map((row, at) => (found.has(at) ? { ...row, altered: found.get(at)!.message } : row))
}

/** The rows that were altered, and the others. */
export function splitAltered<Row extends Altered>(
  rows: readonly Row[],
): { altered: (Row & { altered: string })[]; unaltered: Row[] } {
  const isAltered = (row: Row): row is Row & { altered: string } => row.altered !== undefined
  return { altered: rows.filter(isAltered), unaltered: rows.filter((row) => !isAltered(row)) }
}

const PAGE_ROWS = 500
const MAX_NAMED = 100

/**
 * The rows whose sealed values do not open, or are not those of their blind indexes, with the
 * reason. Reads by pages in the order of the id, and stops at a hundred.
 */
export async function findAltered(
  db: Connection,
  tenantId: bigint,
  { table, columns, where = 'true' }: { table: string; columns: readonly string[]; where?: string },
): Promise<{ id: string; altered: string }[]> {
  const found: { id: string; altered: string }[] = []
  const type = SEALED_TABLES[table]!.key.id
  let after: string | undefined
  do {
    const rows: (Altered & { id: bigint | string })[] = await queryAny(
      db,
      `select id, ${columns.join(', ')} from ${table} where tenant_id = $1 and ($2::text is null or id > $2::text::${type})
         and ${where} order by id limit ${PAGE_ROWS}`,
      [tenantId, after ?? null],
    )
    found.push(...splitAltered(rows).altered.map(({ id, altered }) => ({ id: String(id), altered })))
    after = rows.length < PAGE_ROWS ? undefined : String(rows.at(-1)!.id)
  } while (after !== undefined && found.length < MAX_NAMED)
  return found.slice(0, MAX_NAMED)
}
