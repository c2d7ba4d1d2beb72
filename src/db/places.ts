import { isSealed, placeTag, placeTagOf } from '../kernel/sealed-text.ts'
import { CannotOpen } from '../kernel/sealer.ts'
import type { Keyring } from './keyring.ts'
import { hasPlainSecret, SEALED_TABLES, sealedColumn, sealedPartOf } from './sealed-columns.ts'

/** A name for the value of a sealed column in the row with this key. */
interface PlaceName {
  /** The column with its table, such as `contacts.account_number`. */
  column: string
  /** The columns of the row with the key. */
  by: readonly string[]
}

/** Reads a column of a row; undefined if the row does not have it. */
type Read = (column: string) => unknown

/**
 * Where a value of the column is at home: in its own row or, for a copy, where it was copied from.
 * The first whose key columns are all filled counts.
 */
export function placeNames(table: string, column: string): readonly PlaceName[] {
  const { copyOf } = sealedColumn(table, column)
  return copyOf ?? [{ column: `${table}.${column}`, by: Object.keys(SEALED_TABLES[table]!.key) }]
}

/**
 * The place of a value of the column in a row; undefined if the row does not have the key. No part
 * of a key has a line break.
 */
export function placeIn(table: string, column: string, read: Read): string | undefined {
  for (const { column: home, by } of placeNames(table, column)) {
    const key = by.map(read)
    if (key.includes(undefined)) return undefined
    if (!key.includes(null)) return `${home}:${key.join('\n')}`
  }
  return undefined
}

/** A stored value that was read, and where. */
export interface Stored {
  table: string
  column: string
  /** Undefined if the result has no key: the value opens, and its place is not checked. */
  place: string | undefined
  value: unknown
}

/**
 * Whether all values of the table are bound. Where the sweep leaves rows, some may be from before.
 */
export function isBound(keyring: Keyring, tenantId: bigint, table: string): boolean {
  return SEALED_TABLES[table]!.resealedIf === undefined && keyring.isBound(tenantId, table)
}

/**
 * Whether a value was written to the row by the service, as far as its seal says. It is asked where
 * the sweep leaves rows, before something leaves that nobody else checks: `stored` is the value as
 * it is in the database. One from before counts until the sweep has finished once.
 */
export function isOwnSeal(keyring: Keyring, tenantId: bigint, { table, place, stored }: OwnValue): boolean {
  if (!keyring.isBound(tenantId, table)) return true
  return isSealed(stored) && placeTagOf(stored) === placeTag(place)
}

interface OwnValue {
  table: string
  place: string
  stored: string
}

/**
 * Throws `CannotOpen` for a value that was sealed for another place. Once all values of the table
 * are bound, also for one that is bound to none or not sealed: nothing writes such a value there.
 */
export function requireInPlace(keyring: Keyring, tenantId: bigint | undefined, stored: Stored): void {
  const { table, column, place, value } = stored
  const { as, isFinal, mayBePlain } = sealedColumn(table, column)
  const text = as === 'json' ? sealedPartOf(value) : isSealed(value) ? value : undefined
  const tag = text === undefined ? undefined : placeTagOf(text)
  const name = place ?? `${table}.${column}`
  if (tag !== undefined && place !== undefined && tag !== placeTag(place))
    throw new CannotOpen(`${name} has a value that was sealed for another row or column`)
  if (isFinal || tenantId === undefined || !isBound(keyring, tenantId, table)) return
  if (text !== undefined && tag === undefined)
    throw new CannotOpen(`${name} has a value from before values were bound to their places`)
  if (mayBePlain) return
  if (as === 'text' ? text === undefined : hasPlainSecret(value, sealedColumn(table, column)))
    throw new CannotOpen(`${name} has a value that is not sealed`)
}
