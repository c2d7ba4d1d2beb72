import { isSealed } from '../kernel/sealed-text.ts'
import { CannotOpen } from '../kernel/sealer.ts'
import type { OnAltered } from './database.ts'
import { type Keyring, type Run, UnknownKey } from './keyring.ts'
import { isBound, placeIn, placeNames, requireInPlace } from './places.ts'
import { SCHEMA } from './schema-name.ts'
import { openDocument, SEALED_TABLES, SEALED_VIEWS, type SealedColumn } from './sealed-columns.ts'

/** A column of a table with sealed columns. */
export interface TableColumn {
  table: string
  name: string
}

/** A sealed column in a result, and its place in a row. */
export interface SealedPosition extends TableColumn {
  at: number
  column: SealedColumn
  /** Where the row has its blind index. */
  indexAt: number | undefined
  /** Where the row has the columns that name its place. */
  keyAt: ReadonlyMap<string, number>
}

/**
 * The columns that matter by the numbers that PostgreSQL gives with each result: of the table, and
 * of the column in it. They follow a column through joins, subqueries and `returning`. An
 * expression over a column has no such number: its result stays sealed.
 */
export async function readSealedPositions(run: Run): Promise<ReadonlyMap<string, TableColumn>> {
  const found = await run<{ place: string; tableName: string; name: string }>(
    `select a.attrelid::int8::text || ':' || a.attnum::text as place, c.relname::text as table_name,
       a.attname::text as name
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = '${SCHEMA}'::regnamespace and c.relname = any($1::text[]) and a.attnum > 0`,
    [[...Object.keys(SEALED_TABLES), ...Object.keys(SEALED_VIEWS)]],
  )
  return new Map(
    found.map(({ place, tableName, name }) => [place, { table: SEALED_VIEWS[tableName] ?? tableName, name }]),
  )
}

/** A column of a result, by its numbers. */
type Field = { tableID: number; columnID: number }

/** The sealed columns of a result. */
export function sealedPositions(known: ReadonlyMap<string, TableColumn>, fields: readonly Field[]): SealedPosition[] {
  const found = fields.map(({ tableID, columnID }) => (tableID === 0 ? undefined : known.get(`${tableID}:${columnID}`)))
  return found.flatMap((one, at) => {
    const column = one && SEALED_TABLES[one.table]?.columns[one.name]
    if (!column || (column.as !== 'text' && column.as !== 'json')) return []
    /** Where the same table has this column. If it does twice, nobody knows which row it is of. */
    const placeOf = (name: string) => {
      const places = found.flatMap((other, place) =>
        other?.name === name && fields[place]!.tableID === fields[at]!.tableID ? [place] : [],
      )
      return places.length === 1 ? places[0] : undefined
    }
    const isTwice = placeOf(one.name) === undefined
    const keys = placeNames(one.table, one.name).flatMap(({ by }) => by)
    const keyAt = keys.flatMap((name) => {
      const place = isTwice ? undefined : placeOf(name)
      return place === undefined ? [] : [[name, place] as const]
    })
    const indexAt = column.isIndexed && !isTwice ? placeOf(`${one.name}_index`) : undefined
    return [{ ...one, at, column, indexAt, keyAt: new Map(keyAt) }]
  })
}

/** What becomes of a row with a value that cannot be opened. */
interface Altered {
  /** Told of the row, which then has none of its sealed values. Without it, the error is thrown. */
  onAltered?: OnAltered | undefined
  /** Whether the keys of the institution were read just now: a key that is not stored is forged. */
  areKeysRead?: boolean
}

/**
 * Opens the values in place. Values from before sealing stay as they are. Throws `CannotOpen` for a
 * value of another row or column, as far as the result shows which row it is, and for one that is
 * not that of its blind index. If it throws, all rows are as they were.
 */
export function openRows(
  keyring: Keyring,
  tenantId: bigint | undefined,
  rows: unknown[][],
  positions: readonly SealedPosition[],
  altered: Altered = {},
): void {
  const opened = rows.map((values, row) => {
    try {
      return positions.map((position) => openValue(keyring, tenantId, position, values))
    } catch (error) {
      if (!altered.onAltered || !(error instanceof CannotOpen) || isMissing(keyring, error, altered)) throw error
      altered.onAltered(row, error)
      return positions.map(() => null)
    }
  })
  for (const [row, values] of opened.entries())
    for (const [which, value] of values.entries()) rows[row]![positions[which]!.at] = value
}

/** Whether only a key is missing, which this node may get. */
function isMissing(keyring: Keyring, error: CannotOpen, { areKeysRead = false }: Altered): boolean {
  return error instanceof UnknownKey && (!areKeysRead || keyring.isStored(error))
}

function openValue(
  keyring: Keyring,
  tenantId: bigint | undefined,
  position: SealedPosition,
  values: readonly unknown[],
): unknown {
  const { at, column } = position
  const value = values[at]
  if (value === null) return null
  const place = placeIn(position.table, position.name, (name) => {
    const keyAt = position.keyAt.get(name)
    return keyAt === undefined ? undefined : values[keyAt]
  })
  requireInPlace(keyring, tenantId, { table: position.table, column: position.name, place, value })
  const open = (sealed: string) => keyring.open(tenantId, column.field, sealed)
  if (column.as === 'json') return openDocument(value, open)
  return isSealed(value) ? openIndexed(keyring, tenantId, position, { value, values, open }) : value
}

function openIndexed(
  keyring: Keyring,
  tenantId: bigint | undefined,
  { column, table, name, indexAt }: SealedPosition,
  { value, values, open }: { value: string; values: readonly unknown[]; open: (sealed: string) => string },
): string {
  const plain = open(value)
  if (indexAt === undefined || tenantId === undefined) return plain
  const index = values[indexAt]
  if (index === null ? isBound(keyring, tenantId, table) : index !== keyring.indexOf(tenantId, column.field, plain))
    throw new CannotOpen(`${table}.${name} has a value that is not that of its blind index`)
  return plain
}
