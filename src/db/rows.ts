import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from './client.ts'
import { FEW_ROWS, listedRows } from './listed-rows.ts'
import { type StoredColumn, type StoredText, sealColumn, sealRow } from './seal-rows.ts'
import { columnTypes, type OptionalColumns, type Tables } from './types.ts'

/** Statements that are alike for every table: read, lock, insert and update rows as objects. */

type Table = keyof Tables

/** A table whose rows have an id that is unique within the tenant. */
type TableWithId = { [T in Table]: Tables[T] extends { id: bigint | string } ? T : never }[Table]

/** The values that a column accepts. A jsonb column takes the value itself, not its JSON text. */
type Written<Value> = Value extends Temporal.Instant
  ? Value | string
  : Value extends (infer E)[]
    ? readonly E[]
    : Value extends string
      ? Value | StoredText
      : Value

type Columns<T extends Table> = { [Key in keyof Tables[T]]: Written<Tables[T][Key]> }

type OptionalKeys<T extends Table> = Extract<OptionalColumns[T], keyof Tables[T]>

/** A new row. Columns that accept null or have a default may be left out; none may be undefined. */
export type NewRow<T extends Table> = Omit<Columns<T>, OptionalKeys<T>> & Partial<Pick<Columns<T>, OptionalKeys<T>>>

/** The columns that all rows of one insert share. */
type Shared<T extends Table> = Partial<Columns<T>> & { tenantId: bigint }

/** The row with this id, or undefined. */
export async function byId<T extends TableWithId>(
  db: Connection,
  table: T,
  tenantId: bigint,
  id: Tables[T]['id'],
): Promise<Tables[T] | undefined> {
  return db.row<Tables[T]>(`select * from ${table} where tenant_id = $1 and id = $2`, [tenantId, id])
}

/** The row with this id. No other transaction can change it until this one ends. */
export async function lockById<T extends TableWithId>(
  db: Connection,
  table: T,
  tenantId: bigint,
  id: Tables[T]['id'],
): Promise<Tables[T] | undefined> {
  return db.row<Tables[T]>(`select * from ${table} where tenant_id = $1 and id = $2 for no key update`, [tenantId, id])
}

/** Inserts one row and returns it as stored. */
export async function insertRow<T extends Table>(tx: Transaction, table: T, asked: NewRow<T>): Promise<Tables[T]> {
  const { tenantId } = asked as { tenantId: bigint }
  const [named] = takesIds(tx, table, tenantId, asked) ? await withIds(tx, table, [asked]) : [asked]
  const row = sealRow(tx.keyring, table, tenantId, named as NewRow<T>)
  const keys = Object.keys(row)
  const text = cached(`insert ${table} ${keys}`, () => {
    const places = keys.map((_, at) => `$${at + 1}`)
    return `insert into ${table} (${columnsOf(keys)}) values (${places.join(', ')}) returning *`
  })
  const inserted = await tx.row<Tables[T]>(text, valuesOf(table, keys, row))
  return inserted!
}

/**
 * Inserts many rows in one statement with one array per column. `shared` holds the columns with the
 * same value in all rows. `onConflict` is the SQL clause for rows that may exist.
 *
 *     await insertRows(tx, 'ach_entries', { tenantId, fileId }, entries)
 *
 * All rows must have the same keys, and each key must be a column of the table. Without rows it
 * does nothing.
 */
export async function insertRows<T extends Table, S extends Shared<T>>(
  tx: Transaction,
  table: T,
  shared: S,
  rows: readonly Omit<NewRow<T>, keyof S>[],
  onConflict = '',
): Promise<void> {
  await insertAll(tx, table, shared, rows, onConflict)
}

/** The same, and returns the rows as stored, in no particular order. */
export async function insertAndReadRows<T extends Table, S extends Shared<T>>(
  tx: Transaction,
  table: T,
  shared: S,
  rows: readonly Omit<NewRow<T>, keyof S>[],
): Promise<Tables[T][]> {
  return insertAll(tx, table, shared, rows, 'returning *')
}

async function insertAll<T extends Table>(
  tx: Transaction,
  table: T,
  shared: Shared<T>,
  asked: readonly object[],
  clause: string,
): Promise<Tables[T][]> {
  const { tenantId, ...others } = shared
  if (asked.length === 0) return []
  // Without an await, so that statements which are sent together reach the database in their order.
  const rows = takesIds(tx, table, tenantId, asked[0]!) ? await withIds(tx, table, asked) : asked
  const sharedKeys = ['tenantId', ...Object.keys(others)]
  const read = (at: number, key: string) => ({ ...others, ...rows[at] })[key as keyof object]
  const columns = columnsOfRows(table, rows).flatMap((column) =>
    sealColumn(tx.keyring, { table, tenantId, read }, column),
  )
  const keys = columns.map(([key]) => key)
  const isLong = rows.length > FEW_ROWS
  const text = cached(`insert ${table} ${sharedKeys} ${keys} ${clause} ${isLong}`, () =>
    insertText(table, { sharedKeys, keys, clause }, rows.length),
  )
  const arrays = columns.map(([key, values]) => writtenColumn(table, key, values))
  return tx.query<Tables[T]>(text, [...valuesOf(table, sharedKeys, shared), ...arrays])
}

/**
 * Updates one row that the caller has locked, and returns it. If the table has a version, it is
 * incremented. Omitted columns keep their value; none may be undefined.
 */
export async function updateById<T extends TableWithId>(
  tx: Transaction,
  table: T,
  tenantId: bigint,
  id: Tables[T]['id'],
  asked: Partial<Columns<T>>,
): Promise<Tables[T]> {
  const changes = sealRow(tx.keyring, table, tenantId, asked, { id })
  const keys = Object.keys(changes)
  const text = cached(`update ${table} ${keys}`, () => {
    const assignments = keys.map((key, at) => `${columnOf(key)} = $${at + 3}`)
    if ('version' in columnTypes[table]) assignments.push('version = version + 1')
    return `update ${table} set ${assignments.join(', ')} where tenant_id = $1 and id = $2 returning *`
  })
  const row = await tx.row<Tables[T]>(text, [tenantId, id, ...valuesOf(table, keys, changes)])
  if (!row) throw new Error(`${table} has no row with the id ${id}`)
  return row
}

/** The tables that number their rows themselves, and bind values to the numbers. */
const NUMBERED: readonly Table[] = ['customers', 'contacts', 'signatories']

/** Whether new rows need their ids before they are written: sealed values are bound to them. */
function takesIds(tx: Transaction, table: Table, tenantId: bigint, row: object): boolean {
  return NUMBERED.includes(table) && !('id' in row) && tx.keyring.bindsPlaces(tenantId)
}

async function withIds(tx: Transaction, table: Table, rows: readonly object[]): Promise<object[]> {
  const taken = await tx.query<{ id: bigint }>(
    `select nextval('${table}_id_seq') as id from generate_series(1, $1::int)`,
    [rows.length],
  )
  return rows.map((row, at) => ({ ...row, id: taken[at]!.id }))
}

/**
 * Statement texts by table and keys. Keys are literals in the callers, so their number is limited.
 */
const texts = new Map<string, string>()

function cached(name: string, write: () => string): string {
  let text = texts.get(name)
  if (text === undefined) {
    text = write()
    texts.set(name, text)
  }
  return text
}

/** An array of arrays would be read as one flat array, so the cells of an array column are text. */
function insertText(
  table: Table,
  { sharedKeys, keys, clause }: { sharedKeys: readonly string[]; keys: readonly string[]; clause: string },
  count: number,
): string {
  const shared = sharedKeys.map((key, at) => `$${at + 1}::${typeOf(table, key)}`)
  const types = keys.map((key) => typeOf(table, key))
  const lists = types.map((type, at) => `$${sharedKeys.length + at + 1}::${isArray(type) ? 'text' : type}[]`)
  const { from, cells } = listedRows(lists, count)
  const values = cells.map((cell, at) => (isArray(types[at]!) ? `${cell}::${types[at]}` : cell))
  return `insert into ${table} (${columnsOf([...sharedKeys, ...keys])})
     select ${[...shared, ...values].join(', ')} from ${from} ${clause}`
}

const isArray = (type: string) => type.endsWith('[]')

function typeOf(table: Table, key: string): string {
  const type = (columnTypes[table] as Record<string, string>)[key]
  if (type === undefined) throw new Error(`${table} has no column for ${key}`)
  return type
}

function columnsOf(keys: readonly string[]): string {
  return keys.map(columnOf).join(', ')
}

function columnOf(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function valuesOf(table: Table, keys: readonly string[], row: object): unknown[] {
  return keys.map((key) => written(table, key, [cellOf(table, key, row)])[0])
}

function columnsOfRows(table: Table, rows: readonly object[]): StoredColumn[] {
  const keys = Object.keys(rows[0]!)
  for (const row of rows)
    if (Object.keys(row).length !== keys.length) throw new Error(`rows for ${table} have different keys`)
  return keys.map((key) => [key, rows.map((row) => cellOf(table, key, row))])
}

function cellOf(table: Table, key: string, row: object): unknown {
  const value = (row as Record<string, unknown>)[key]
  if (value === undefined) throw new Error(`${table}.${key} is undefined`)
  return value
}

/**
 * The values of a column as the driver takes them. Rows of one batch often share a value, which is
 * written once.
 */
function written(table: Table, key: string, values: readonly unknown[]): readonly unknown[] {
  const write = WRITERS[typeOf(table, key)]
  if (!write) return values
  let last: unknown = null
  let text: string | null = null
  return values.map((value) => {
    if (value === last) return text
    last = value
    text = value === null ? null : write(value)
    return text
  })
}

/** The values of a column of many rows as the driver takes them. */
function writtenColumn(table: Table, key: string, values: readonly unknown[]): readonly unknown[] {
  if (!isArray(typeOf(table, key))) return written(table, key, values)
  return values.map((value) => (value === null ? null : arrayText(value as readonly unknown[])))
}

/** An array as PostgreSQL reads it from text. */
function arrayText(values: readonly unknown[]): string {
  const items = values.map((value) => (value === null ? 'null' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`))
  return `{${items.join(',')}}`
}

/** Serializers for types that the driver would write differently. */
const WRITERS: Record<string, (value: unknown) => string> = {
  jsonb: (value) => JSON.stringify(value),
  timestamptz: String,
}
