import { fromText, isBlindIndex, isSealed, keyNameOf } from '../kernel/sealed-text.ts'
import { camelCase } from './camel-case.ts'
import type { Transaction } from './client.ts'
import type { Keyring } from './keyring.ts'
import { openStored, StoredText, sealValue } from './seal-rows.ts'
import { openDocument, SEALED_TABLES, type SealedColumn, sealedPartOf } from './sealed-columns.ts'

/** The tables that the sweep goes through, in order. Rows of the others never change. */
export const RESEALED_TABLES = Object.entries(SEALED_TABLES)
  .filter(([, { columns }]) => Object.values(columns).some(({ isFinal }) => !isFinal))
  .map(([table]) => table)

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
 * of an earlier key. Locks the batch in the order of its primary key, except in guarded tables,
 * whose sealed columns nothing else changes.
 */
export async function resealBatch(
  tx: Transaction,
  { tenantId, keyId, table }: { tenantId: bigint; keyId: number; table: string },
  after: readonly string[] | undefined,
  limit: number,
): Promise<Resealed> {
  const { key, columns: all, isGuarded } = SEALED_TABLES[table]!
  const columns = Object.entries(all).filter(([, { isFinal }]) => !isFinal)
  const rows = await tx.query<StoredRow>(selectText(table, columns, after), [tenantId, limit, ...(after ?? [])], {
    isOpened: false,
  })
  const stale = rows.flatMap((row) => {
    const changed = resealRow(tx.keyring, { tenantId, keyId, keyColumns: Object.keys(key) }, columns, row)
    return changed ? [{ row, changed }] : []
  })
  for (const { row, changed } of stale) {
    const ids = Object.keys(key).map((name) => row[camelCase(name)])
    const written = isGuarded ? everyColumn(columns, changed) : changed
    const text = isGuarded ? guardedText(table, written) : updateText(table, Object.keys(written))
    await tx.query(text, [tenantId, ...ids, ...Object.values(written)])
  }
  const last = rows.length < limit ? undefined : rows.at(-1)
  return {
    position: last && Object.keys(key).map((name) => String(last[camelCase(name)])),
    examined: rows.length,
    resealed: stale.length,
  }
}

function selectText(
  table: string,
  columns: readonly [string, SealedColumn][],
  after: readonly string[] | undefined,
): string {
  const { key, resealedIf, isGuarded } = SEALED_TABLES[table]!
  const order = Object.keys(key).join(', ')
  const indexes = columns.flatMap(([column, { isIndexed }]) => (isIndexed ? [`${column}_index`] : []))
  const shown = new Set([...Object.keys(key), ...columns.map(([column]) => column), ...indexes])
  const places = Object.values(key).map((type, at) => `$${at + 3}::text::${type}`)
  const from = after ? ` and (${order}) > (${places.join(', ')})` : ''
  return `select ${[...shown].join(', ')} from ${table} where tenant_id = $1${from}${resealedIf === undefined ? '' : ` and ${resealedIf}`}
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

/** The columns of a row to write again, or undefined. */
function resealRow(
  keyring: Keyring,
  { tenantId, keyId, keyColumns }: { tenantId: bigint; keyId: number; keyColumns: readonly string[] },
  columns: readonly [string, SealedColumn][],
  row: StoredRow,
): StoredRow | undefined {
  const changed: StoredRow = {}
  for (const [name, column] of columns) {
    const stored = row[camelCase(name)]
    if (stored === null) continue
    if (column.as === 'bytes') {
      const context = [column.field, tenantId, ...keyColumns.map((key) => row[camelCase(key)])].join(':')
      if (keyNameOf(stored as Buffer)?.keyId !== keyId)
        changed[name] = keyring.sealer.seal(keyring.sealer.open(stored as Buffer, context), context)
      continue
    }
    if (column.as === 'index') {
      if (!isBlindIndex(stored as string)) changed[name] = keyring.indexOf(tenantId, column.field, stored as string)
      continue
    }
    const index = column.isIndexed ? row[camelCase(`${name}_index`)] : ''
    const sealed = column.as === 'json' ? sealedPartOf(stored) : isSealed(stored) ? stored : undefined
    if (sealed !== undefined && keyNameOf(fromText(sealed))?.keyId === keyId && index !== null) continue
    const written = resealValue(keyring, tenantId, column, stored)
    if (column.as === 'json' && sealed === undefined && sealedPartOf(written) === undefined) continue
    changed[name] = column.as === 'json' ? JSON.stringify(written) : written
    if (column.isIndexed) {
      const plain = openStored(keyring, { tenantId, field: column.field }, new StoredText(stored as string, ''))
      changed[`${name}_index`] = keyring.indexOf(tenantId, column.field, plain)
    }
  }
  return Object.keys(changed).length === 0 ? undefined : changed
}

function resealValue(keyring: Keyring, tenantId: bigint, column: SealedColumn, stored: unknown): unknown {
  const open = (sealed: string) => keyring.open(tenantId, column.field, sealed)
  const plain = column.as === 'json' ? openDocument(stored, open) : isSealed(stored) ? open(stored) : stored
  return sealValue(keyring, tenantId, column, plain)
}
