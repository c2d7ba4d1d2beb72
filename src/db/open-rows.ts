import { isSealed } from '../kernel/sealed-text.ts'
import type { Keyring, Run } from './keyring.ts'
import { SCHEMA } from './schema-name.ts'
import { openDocument, SEALED_TABLES, SEALED_VIEWS, type SealedColumn } from './sealed-columns.ts'

/** A sealed column in a result, and its place in a row. */
export interface SealedPosition {
  at: number
  column: SealedColumn
}

/**
 * The sealed columns by the numbers that PostgreSQL gives with each result: of the table, and of
 * the column in it. They follow a column through joins, subqueries and `returning`. An expression
 * over a column has no such number: its result stays sealed.
 */
export async function readSealedPositions(run: Run): Promise<ReadonlyMap<string, SealedColumn>> {
  const found = await run<{ place: string; tableName: string; columnName: string }>(
    `select a.attrelid::int8::text || ':' || a.attnum::text as place, c.relname::text as table_name,
       a.attname::text as column_name
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = '${SCHEMA}'::regnamespace and c.relname = any($1::text[]) and a.attnum > 0`,
    [[...Object.keys(SEALED_TABLES), ...Object.keys(SEALED_VIEWS)]],
  )
  const positions = new Map<string, SealedColumn>()
  for (const { place, tableName, columnName } of found) {
    const column = SEALED_TABLES[SEALED_VIEWS[tableName] ?? tableName]?.columns[columnName]
    if (column && (column.as === 'text' || column.as === 'json')) positions.set(place, column)
  }
  return positions
}

/** Opens the values in place. Values from before sealing stay as they are. */
export function openRows(
  keyring: Keyring,
  tenantId: bigint | undefined,
  rows: unknown[][],
  positions: readonly SealedPosition[],
): void {
  for (const values of rows)
    for (const { at, column } of positions) {
      const value = values[at]
      if (value === null) continue
      const open = (sealed: string) => keyring.open(tenantId, column.field, sealed)
      if (column.as === 'json') values[at] = openDocument(value, open)
      else if (isSealed(value)) values[at] = open(value)
    }
}
