import { isSealed, placeTag, placeTagOf } from '../kernel/sealed-text.ts'
import { CannotOpen } from '../kernel/sealer.ts'
import { camelCase } from './camel-case.ts'
import type { Keyring } from './keyring.ts'
import { placeIn, requireInPlace } from './places.ts'
import { SEALED_TABLES, type SealedColumn, sealDocument, sealedColumn } from './sealed-columns.ts'

/** One value of a table: its column, and the key of its row as in `SEALED_TABLES`. */
export interface Cell {
  table: string
  column: string
  key: readonly unknown[]
}

/**
 * A value as another row of the institution stores it, with its blind index. Writing it to a column
 * that copies from that row costs no encryption.
 */
export class StoredText {
  readonly text: string
  readonly index: string

  constructor(text: string, index: string) {
    this.text = text
    this.index = index
  }

  /**
   * From a row; the index is null in a row from before sealing. Throws `CannotOpen` if the value
   * was sealed for another row.
   */
  static of(
    keyring: Keyring,
    tenantId: bigint,
    cell: Cell,
    { text, index }: { text: string; index: string | null },
  ): StoredText {
    requireInPlace(keyring, tenantId, { ...cell, place: placeOf(cell), value: text })
    return StoredText.plain(keyring, { tenantId, field: sealedColumn(cell.table, cell.column).field }, { text, index })
  }

  /** From a text that no row has yet, or that is open already. */
  static plain(
    keyring: Keyring,
    { tenantId, field }: { tenantId: bigint; field: string },
    { text, index }: { text: string; index: string | null },
  ): StoredText {
    return new StoredText(text, index ?? keyring.indexOf(tenantId, field, text))
  }
}

function placeOf({ table, column, key }: Cell): string | undefined {
  const names = Object.keys(SEALED_TABLES[table]!.key)
  return placeIn(table, column, (name) => key[names.indexOf(name)])
}

/** The value itself. */
export function openStored(
  keyring: Keyring,
  { tenantId, field }: { tenantId: bigint; field: string },
  { text }: StoredText,
): string {
  return isSealed(text) ? keyring.open(tenantId, field, text) : text
}

interface Member {
  table: string
  name: string
  key: string
  indexKey: string
  column: SealedColumn
}

/** The blind index that an account number is stored with. */
export function numberIndex(keyring: Keyring, tenantId: bigint, number: StoredText | string): string {
  return number instanceof StoredText ? number.index : keyring.indexOf(tenantId, 'account_number', number)
}

/** The members of a row that are sealed, by table. */
const membersOf = new Map<string, readonly Member[]>(
  Object.entries(SEALED_TABLES).map(([table, { columns }]) => [
    table,
    Object.entries(columns)
      .filter(([, { as }]) => as !== 'bytes')
      .map(([name, column]) => {
        return { table, name, key: camelCase(name), indexKey: `${camelCase(name)}Index`, column }
      }),
  ]),
)

/**
 * The row with its sealed columns sealed and their blind indexes added. `known` has the columns of
 * a row that exists, and that name the place of its values.
 */
export function sealRow<Row extends object>(
  keyring: Keyring,
  table: string,
  tenantId: bigint,
  row: Row,
  known: object = row,
): Row {
  const members = membersOf.get(table)
  if (!members) return row
  const sealed: Record<string, unknown> = { ...(row as Record<string, unknown>) }
  for (const member of members) {
    const { key, indexKey, column } = member
    if (sealed[key] === undefined) continue
    const read = (name: string) => (known as Record<string, unknown>)[camelCase(name)]
    const { stored, index } = sealMember(keyring, tenantId, member, { value: sealed[key], read })
    sealed[key] = stored
    if (column.isIndexed) sealed[indexKey] = index
  }
  return sealed as Row
}

/** The values of one key of many rows, and the columns that they are stored in. */
export type StoredColumn = [key: string, values: readonly unknown[]]

/**
 * The column as stored, followed by the column of its blind indexes if it has one. `read` gives any
 * column of the row at a place of the list.
 */
export function sealColumn(
  keyring: Keyring,
  { table, tenantId, read }: { table: string; tenantId: bigint; read: (at: number, name: string) => unknown },
  [key, values]: StoredColumn,
): StoredColumn[] {
  const member = membersOf.get(table)?.find((one) => one.key === key)
  if (!member) return [[key, values]]
  const sealed = values.map((value, at) =>
    sealMember(keyring, tenantId, member, { value, read: (name) => read(at, camelCase(name)) }),
  )
  const stored: StoredColumn = [key, sealed.map((one) => one.stored)]
  return member.column.isIndexed ? [stored, [member.indexKey, sealed.map(({ index }) => index)]] : [stored]
}

/** A value as its column stores it, and its blind index; null without one. */
function sealMember(
  keyring: Keyring,
  tenantId: bigint,
  { table, name, column }: Member,
  { value, read }: { value: unknown; read: (name: string) => unknown },
) {
  const isStored = value instanceof StoredText && isSealed(value.text)
  if (value === null || (column.as === 'json' && isEmptyDocument(value))) return { stored: value, index: null }
  const isBinding = column.as !== 'index' && keyring.bindsPlaces(tenantId)
  const place = isBinding ? placeIn(table, name, read) : undefined
  if (isBinding && place === undefined) throw new Error(`a row for ${table} lacks the columns that ${name} is bound to`)
  if (isStored && isCopied(value, place)) return { stored: value.text, index: value.index }
  // A text from before values were sealed is stored in the clear.
  const plain = value instanceof StoredText ? openStored(keyring, { tenantId, field: column.field }, value) : value
  return {
    stored: sealValue(keyring, tenantId, { column, place }, plain),
    index: column.isIndexed ? keyring.indexOf(tenantId, column.field, String(plain)) : null,
  }
}

/** Whether a sealed text is stored as it is: what is bound to no place is sealed again. */
function isCopied({ text }: StoredText, place: string | undefined): boolean {
  const tag = placeTagOf(text)
  if (tag === undefined || place === undefined) return tag !== undefined || place === undefined
  if (tag !== placeTag(place))
    throw new CannotOpen(`${place} is given a value that was sealed for another row or column`)
  return true
}

const isEmptyDocument = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** The value as this cell stores it. */
export function sealCell(keyring: Keyring, tenantId: bigint, cell: Cell, value: unknown): unknown {
  const column = sealedColumn(cell.table, cell.column)
  return sealValue(keyring, tenantId, { column, place: placeOf(cell) }, value)
}

/** The value as its column stores it in the row of a place. */
export function sealValue(
  keyring: Keyring,
  tenantId: bigint,
  { column, place }: { column: SealedColumn; place: string | undefined },
  value: unknown,
): unknown {
  if (value === null || value === undefined) return value
  if (column.as === 'index') return keyring.indexOf(tenantId, column.field, String(value))
  const seal = (text: string) => keyring.seal(tenantId, { field: column.field, place }, text)
  return column.as === 'json' ? sealDocument(value, column, seal) : seal(String(value))
}

/**
 * The texts under which a search finds a value: its blind index, and the value itself for rows from
 * before sealing. Compare them with `searched(column)`.
 */
export function searchTexts(keyring: Keyring, tenantId: bigint, field: string, values: readonly string[]): string[] {
  return values.flatMap((value) => [keyring.indexOf(tenantId, field, value), value])
}

/**
 * The indexed expression of a column with a blind index. Behind row-level security, PostgreSQL uses
 * the index for a case, but not for coalesce or a function.
 */
export function searched(column: string): string {
  return `case when ${column}_index is null then ${column} else ${column}_index end`
}
