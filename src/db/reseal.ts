import { fromText, isBlindIndex, isSealed, keyNameOf, placeTag, placeTagOf } from '../kernel/sealed-text.ts'
import { camelCase } from './camel-case.ts'
import type { Transaction } from './client.ts'
import { sealEarlierContents } from './content-digest.ts'
import { DIGESTED_TABLES } from './digested-tables.ts'
import type { Keyring } from './keyring.ts'
import { isBound, placeIn, placeNames } from './places.ts'
import { sealValue } from './seal-rows.ts'
import { openDocument, SEALED_TABLES, type SealedColumn, sealedPartOf } from './sealed-columns.ts'

const digestedIn = (table: string) => DIGESTED_TABLES.find((one) => one.table === table)

/** A table that may have only digests. */
const tableOf = (table: string) => SEALED_TABLES[table] ?? { key: digestedIn(table)!.key, columns: {} }

/**
 * The tables that the sweep goes through, in order: those whose sealed values can change, and those
 * with digests.
 */
export const RESEALED_TABLES = [
  ...new Set([
    ...Object.entries(SEALED_TABLES)
      .filter(([, { columns }]) => Object.values(columns).some(({ isFinal }) => !isFinal))
      .map(([table]) => table),
    ...DIGESTED_TABLES.map(({ table }) => table),
  ]),
]

type StoredRow = Record<string, unknown>

/** A batch of rows after a position in the order of the primary key. */
export interface Resealed {
  /** The last primary key that was examined; undefined at the end of the table. */
  position: readonly string[] | undefined
  examined: number
  resealed: number
}

/**
 * Seals the rows of a batch that are not sealed with this key: those from before sealing, and those
 * of an earlier key. It leaves a value that is not one of its place: to seal it would bind it to a
 * place that it never had. Locks the batch in the order of its primary key, except in guarded
 * tables, whose functions write nothing over a change of the same moment.
 */
export async function resealBatch(
  tx: Transaction,
  { tenantId, keyId, table }: { tenantId: bigint; keyId: number; table: string },
  after: readonly string[] | undefined,
  limit: number,
): Promise<Resealed> {
  const target = { tenantId, keyId, table }
  const first = await resealOnce(tx, target, after, limit)
  // What changed at the same moment was left out, and is seen now.
  if (tableOf(table).isGuarded && first.resealed > 0) await resealOnce(tx, target, after, limit)
  return first
}

async function resealOnce(
  tx: Transaction,
  target: Target,
  after: readonly string[] | undefined,
  limit: number,
): Promise<Resealed> {
  const { tenantId, table } = target
  const { key, columns: all, isGuarded } = tableOf(table)
  const columns = Object.entries(all).filter(([, { isFinal }]) => !isFinal)
  const rows = await tx.query<StoredRow>(selectText(table, columns, after), [tenantId, limit, ...(after ?? [])], {
    isOpened: false,
  })
  const stale = rows.flatMap((row) => {
    if (!row.mayBeResealed) return []
    const changed = resealRow(tx.keyring, target, columns, row)
    return changed ? [{ row, changed }] : []
  })
  for (const { row, changed } of stale) {
    const ids = Object.keys(key).map((name) => row[camelCase(name)])
    const written = isGuarded ? everyColumn(columns, changed) : changed
    const text = isGuarded ? guardedText(table, written) : updateText(table, Object.keys(written))
    await tx.query(text, [tenantId, ...ids, ...Object.values(written)])
  }
  const last = rows.length < limit ? undefined : rows.at(-1)
  const digested = digestedIn(table)
  if (digested) await sealEarlierContents(tx, tenantId, digested, rows)
  return {
    position: last && Object.keys(key).map((name) => keyText(last[camelCase(name)])),
    examined: rows.length,
    resealed: stale.length,
  }
}

/** A part of a primary key as PostgreSQL writes it. */
const keyText = (value: unknown) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value))

function selectText(
  table: string,
  columns: readonly [string, SealedColumn][],
  after: readonly string[] | undefined,
): string {
  const { key, resealedIf, isGuarded } = tableOf(table)
  const order = Object.keys(key).join(', ')
  const indexes = columns.flatMap(([column, { isIndexed }]) => (isIndexed ? [`${column}_index`] : []))
  const homes = columns.flatMap(([column]) => placeNames(table, column).flatMap(({ by }) => by))
  const shown = new Set([...Object.keys(key), ...columns.map(([column]) => column), ...indexes, ...homes])
  const places = Object.values(key).map((type, at) => `$${at + 3}::text::${type}`)
  const from = after ? ` and (${order}) > (${places.join(', ')})` : ''
  return `select ${[...shown].join(', ')}, ${resealedIf ?? 'true'} as may_be_resealed from ${table} where tenant_id = $1${from}
    order by ${order} limit $2${isGuarded ? '' : ' for no key update'}`
}

/** All columns in the order of the definition; null for one that stays as it is. */
function everyColumn(columns: readonly [string, SealedColumn][], changed: StoredRow): StoredRow {
  const names = columns.flatMap(([name, { isIndexed }]) => (isIndexed ? [name, `${name}_index`] : [name]))
  return Object.fromEntries(names.map((name) => [name, changed[name] ?? null]))
}

function guardedText(table: string, written: StoredRow): string {
  const places = Object.keys(written).map((_, at) => `$${at + 3}`)
  return `select reseal_${table}($1, $2, ${places.join(', ')})`
}

function updateText(table: string, columns: readonly string[]): string {
  const keys = Object.keys(SEALED_TABLES[table]!.key)
  const where = keys.map((name, at) => `${name} = $${at + 2}`)
  const sets = columns.map((name, at) => `${name} = $${at + 2 + keys.length}`)
  return `update ${table} set ${sets.join(', ')} where tenant_id = $1 and ${where.join(' and ')}`
}

/** Where a row is, and the key that seals it now. */
interface Target {
  tenantId: bigint
  keyId: number
  table: string
}

/** The columns of a row to write again, or undefined. */
function resealRow(
  keyring: Keyring,
  target: Target,
  columns: readonly [string, SealedColumn][],
  row: StoredRow,
): StoredRow | undefined {
  const changed: StoredRow = {}
  for (const one of columns) {
    const [name, column] = one
    const stored = row[camelCase(name)]
    if (stored === null) continue
    if (column.as === 'bytes') {
      const written = resealBytes(keyring, target, one, row)
      if (written) changed[name] = written
    } else if (column.as === 'index') {
      if (!isBlindIndex(stored as string))
        changed[name] = keyring.indexOf(target.tenantId, column.field, stored as string)
    } else Object.assign(changed, resealText(keyring, target, one, row))
  }
  return Object.keys(changed).length === 0 ? undefined : changed
}

/** The context of a secret has its key. */
function resealBytes(
  keyring: Keyring,
  { tenantId, keyId, table }: Target,
  [name, column]: [string, SealedColumn],
  row: StoredRow,
): Buffer | undefined {
  const stored = row[camelCase(name)] as Buffer
  const key = Object.keys(SEALED_TABLES[table]!.key).map((part) => row[camelCase(part)])
  const context = [column.field, tenantId, ...key].join(':')
  if (keyNameOf(stored)?.keyId === keyId) return undefined
  return keyring.sealer.seal(keyring.sealer.open(stored, context), context)
}

/** The value and its index, sealed for the place where it is; nothing for what stays. */
function resealText(
  keyring: Keyring,
  { tenantId, keyId, table }: Target,
  [name, column]: [string, SealedColumn],
  row: StoredRow,
): StoredRow {
  const stored = row[camelCase(name)]
  const index = column.isIndexed ? row[camelCase(`${name}_index`)] : ''
  const sealed = column.as === 'json' ? sealedPartOf(stored) : isSealed(stored) ? stored : undefined
  const tag = sealed === undefined ? undefined : placeTagOf(sealed)
  const place = placeIn(table, name, (part) => row[camelCase(part)])
  if (tag === undefined ? isBound(keyring, tenantId, table) : tag !== placeTag(place!)) return {}
  const isCurrent = sealed !== undefined && keyNameOf(fromText(sealed))?.keyId === keyId && index !== null
  if (isCurrent && (tag !== undefined || !keyring.bindsPlaces(tenantId))) return {}
  const open = (text: string) => keyring.open(tenantId, column.field, text)
  const plain = column.as === 'json' ? openDocument(stored, open) : isSealed(stored) ? open(stored) : stored
  const written = sealValue(keyring, tenantId, { column, place }, plain)
  if (column.as === 'json') {
    if (sealed === undefined && sealedPartOf(written) === undefined) return {}
    return { [name]: JSON.stringify(written) }
  }
  if (!column.isIndexed) return { [name]: written }
  const itsIndex = keyring.indexOf(tenantId, column.field, String(plain))
  return index === null || index === itsIndex ? { [name]: written, [`${name}_index`]: itsIndex } : {}
}
