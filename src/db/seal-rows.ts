import { isSealed } from '../kernel/sealed-text.ts'
import { camelCase } from './camel-case.ts'
import type { Keyring } from './keyring.ts'
import { SEALED_TABLES, type SealedColumn, sealDocument } from './sealed-columns.ts'

/**
 * A value as another row of the institution stores it, with its blind index. Writing it to a column
 * of the same field copies it, and costs no encryption.
 */
export class StoredText {
  readonly text: string
  readonly index: string

  constructor(text: string, index: string) {
    this.text = text
    this.index = index
  }

  /** From a row; the index is null in a row from before sealing. */
  static of(
    keyring: Keyring,
    { tenantId, field }: { tenantId: bigint; field: string },
    { text, index }: { text: string; index: string | null },
  ): StoredText {
    return new StoredText(text, index ?? keyring.indexOf(tenantId, field, text))
  }
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
  key: string
  indexKey: string
  column: SealedColumn
}

/** The members of a row that are sealed, by table. */
const membersOf = new Map<string, readonly Member[]>(
  Object.entries(SEALED_TABLES).map(([table, { columns }]) => [
    table,
    Object.entries(columns)
      .filter(([, { as }]) => as !== 'bytes')
      .map(([name, column]) => ({ key: camelCase(name), indexKey: `${camelCase(name)}Index`, column })),
  ]),
)

/** The row with its sealed columns sealed and their blind indexes added. */
export function sealRow<Row extends object>(keyring: Keyring, table: string, tenantId: bigint, row: Row): Row {
  const members = membersOf.get(table)
  if (!members) return row
  const sealed: Record<string, unknown> = { ...(row as Record<string, unknown>) }
  for (const { key, indexKey, column } of members) {
    if (sealed[key] === undefined) continue
    const { stored, index } = sealMember(keyring, tenantId, column, sealed[key])
    sealed[key] = stored
    if (column.isIndexed) sealed[indexKey] = index
  }
  return sealed as Row
}

/** The values of one key of many rows, and the columns that they are stored in. */
export type StoredColumn = [key: string, values: readonly unknown[]]

/** The column as stored, followed by the column of its blind indexes if it has one. */
export function sealColumn(
  keyring: Keyring,
  { table, tenantId }: { table: string; tenantId: bigint },
  [key, values]: StoredColumn,
): StoredColumn[] {
  const member = membersOf.get(table)?.find((one) => one.key === key)
  if (!member) return [[key, values]]
  const sealed = values.map((value) => sealMember(keyring, tenantId, member.column, value))
  const stored: StoredColumn = [key, sealed.map((one) => one.stored)]
  return member.column.isIndexed ? [stored, [member.indexKey, sealed.map(({ index }) => index)]] : [stored]
}

/** A value as its column stores it, and its blind index; null without one. */
function sealMember(keyring: Keyring, tenantId: bigint, column: SealedColumn, value: unknown) {
  if (value instanceof StoredText && isSealed(value.text)) return { stored: value.text, index: value.index }
  // A text from before values were sealed is stored in the clear.
  const plain = value instanceof StoredText ? value.text : value
  const isIndexed = column.isIndexed && plain !== null
  return {
    stored: sealValue(keyring, tenantId, column, plain),
    index: isIndexed ? indexOf(keyring, tenantId, column, plain) : null,
  }
}

/** The value as the column stores it. */
export function sealValue(keyring: Keyring, tenantId: bigint, column: SealedColumn, value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (column.as === 'index') return indexOf(keyring, tenantId, column, value)
  const seal = (text: string) => keyring.seal(tenantId, column.field, text)
  return column.as === 'json' ? sealDocument(value, column, seal) : seal(String(value))
}

function indexOf(keyring: Keyring, tenantId: bigint, { field }: SealedColumn, value: unknown): string {
  return keyring.indexOf(tenantId, field, String(value))
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
