import type { CannotOpen } from '../kernel/sealer.ts'
import type { Connection } from './database.ts'

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
  return rows.map((row, at) => (found.has(at) ? { ...row, altered: found.get(at)!.message } : row))
}

/** The rows that were altered, and the others. */
export function splitAltered<Row extends Altered>(
  rows: readonly Row[],
): { altered: (Row & { altered: string })[]; unaltered: Row[] } {
  const isAltered = (row: Row): row is Row & { altered: string } => row.altered !== undefined
  return { altered: rows.filter(isAltered), unaltered: rows.filter((row) => !isAltered(row)) }
}
