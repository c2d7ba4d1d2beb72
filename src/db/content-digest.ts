import { canonicalJson } from '../kernel/canonical-json.ts'
import type { Altered } from './altered-rows.ts'
import { camelCase } from './camel-case.ts'
import type { Connection, Transaction } from './database.ts'
import type { Keyring } from './keyring.ts'

/**
 * A table whose rows carry a keyed digest of what the service wrote there, in `content_index`. Who
 * has no key can make none. It names its row, so that a copy has a wrong one.
 */
export interface DigestedTable {
  table: string
  /** What a row is, as it is told of one that was altered. */
  one: string
  /** For the key of its digests. */
  purpose: string
  /** The primary key, without tenant_id, with the types of its columns. */
  key: Readonly<Record<string, string>>
  /** What the digest is of. The key is the first part of it. */
  columns: readonly string[]
  /** The columns that are JSON documents. The others are compared as texts. */
  documents?: readonly string[]
  /** What is no column of the table, in SQL, by the alias of the table. $1 is the tenant. */
  derived?: Readonly<Record<string, (row: string) => string>>
  /** The row of another table that `derived` also reads: what follows `from`, in SQL. */
  beside?: (row: string) => string
  /**
   * The columns that stand in front of the digest. A node of the release before changes one of them
   * and leaves the digest: then the row counts as one without.
   */
  behind?: readonly string[]
  /**
   * The table whose rows must all have digests before one without counts as altered here, if no
   * sweep gives any to rows from before. Else it is the table itself.
   */
  boundWith?: string
  /** The function that writes digests, if the service may not. */
  writtenBy?: string
}

/** `storedContent` as it is read: the digest, and what it is of. */
export type StoredContent = readonly [index: string | null, ...content: unknown[]]

/** The digest of a row and what it is of, in SQL, by the alias of its table. */
export function storedContent(digested: DigestedTable, row: string): string {
  const { columns, documents = [], derived = {}, beside } = digested
  const values = columns.map((column) => {
    const value = derived[column]?.(row) ?? `${row}.${column}`
    return documents.includes(column) ? value : `(${value})::text`
  })
  const content = `jsonb_build_array(${row}.content_index, ${values.join(', ')})`
  return beside ? `(select ${content} from ${beside(row)})` : content
}

/**
 * The digest of a row that is written, which only the service can make: its key follows from that
 * of the blind indexes, and does not rotate.
 */
export function contentIndex(
  { keyring }: Pick<Connection, 'keyring'>,
  tenantId: bigint,
  digested: DigestedTable,
  row: object,
): string {
  return digest(keyring, tenantId, digested, contentOf(digested, row))
}

function contentOf({ table, columns, documents = [] }: DigestedTable, row: object): unknown[] {
  return columns.map((column) => {
    const value = (row as Record<string, unknown>)[camelCase(column)]
    if (value === undefined) throw new Error(`the digest of a row for ${table} lacks ${column}`)
    return value === null || documents.includes(column) ? value : String(value)
  })
}

function digest(keyring: Keyring, tenantId: bigint, digested: DigestedTable, content: readonly unknown[]): string {
  return frontOf(digested, content) + keyring.indexOf(tenantId, digested.purpose, canonicalJson(content))
}

function frontOf({ columns, behind = [] }: DigestedTable, content: readonly unknown[]): string {
  return behind.map((column) => `${content[columns.indexOf(column)]} `).join('')
}

/** Whether a row has a digest of what it is now, or of something else. */
function hasDigest(digested: DigestedTable, [index, ...content]: StoredContent): boolean {
  return index?.startsWith(frontOf(digested, content)) ?? false
}

/**
 * Why a row that is read with `storedContent` is not the one that the service wrote; undefined if
 * it is. One from before has no digest until all rows of the institution have theirs.
 */
export function whyAltered(
  keyring: Keyring,
  tenantId: bigint,
  digested: DigestedTable,
  stored: StoredContent,
): string | undefined {
  const [index, ...content] = stored
  const name = `${digested.one} ${keyOf(digested, stored)}`
  if (!hasDigest(digested, stored))
    return keyring.isBound(tenantId, digested.boundWith ?? digested.table)
      ? `${name} was not written by the service`
      : undefined
  if (index === digest(keyring, tenantId, digested, content)) return undefined
  return `what is stored of ${name} is not what the service stored`
}

/** The primary key of a row that is read with `storedContent`, as a text. */
const keyOf = ({ key }: DigestedTable, [, ...content]: StoredContent) =>
  content.slice(0, Object.keys(key).length).join(' ')

/** The same for a row with all its columns. */
export function whyRowAltered(
  { keyring }: Pick<Connection, 'keyring'>,
  tenantId: bigint,
  digested: DigestedTable,
  row: { contentIndex: string | null },
): string | undefined {
  return whyAltered(keyring, tenantId, digested, [row.contentIndex, ...contentOf(digested, row)])
}

/** A row that is read with `storedContent`. */
export interface WithContent {
  content: StoredContent
}

/** A row without its content, which says why it is not the one that the service wrote. */
export function checked<Row extends WithContent & Altered>(
  { keyring }: Pick<Connection, 'keyring'>,
  tenantId: bigint,
  digested: DigestedTable,
  { content, ...row }: Row,
): Omit<Row, 'content'> & Altered {
  const altered = row.altered ?? whyAltered(keyring, tenantId, digested, content)
  return altered === undefined ? row : { ...row, altered }
}

type KeyValues = Readonly<Record<string, unknown>>
type ContentRow = KeyValues & WithContent

/** Gives rows the digests of what they are. The caller knows that the service wrote them. */
export async function sealContents(
  tx: Transaction,
  tenantId: bigint,
  digested: DigestedTable,
  keys: readonly object[],
): Promise<void> {
  await writeDigests(tx, tenantId, digested, await readContents(tx, tenantId, digested, keys))
}

/** The same for rows from before, while not all of the institution have a digest. */
export async function sealEarlierContents(
  tx: Transaction,
  tenantId: bigint,
  digested: DigestedTable,
  keys: readonly object[],
): Promise<void> {
  if (tx.keyring.isBound(tenantId, digested.table)) return
  const rows = await readContents(tx, tenantId, digested, keys)
  await writeDigests(
    tx,
    tenantId,
    digested,
    rows.filter(({ content }) => !hasDigest(digested, content)),
  )
}

async function readContents(
  tx: Transaction,
  tenantId: bigint,
  digested: DigestedTable,
  keys: readonly object[],
): Promise<ContentRow[]> {
  if (keys.length === 0) return []
  const { table, key, writtenBy } = digested
  const [shown, listed] = [columnsOf(key, 'r'), columnsOf(key, 'w')]
  return tx.query<ContentRow>(
    `select ${shown}, ${storedContent(digested, 'r')} as content
     from unnest(${listsOf(key)}) as w (${columnsOf(key)}) join ${table} r on r.tenant_id = $1 and (${shown}) = (${listed})
     order by ${shown}${writtenBy === undefined ? ' for no key update of r' : ''}`,
    [tenantId, ...valuesOf(key, keys)],
  )
}

async function writeDigests(
  tx: Transaction,
  tenantId: bigint,
  digested: DigestedTable,
  rows: readonly ContentRow[],
): Promise<void> {
  if (rows.length === 0) return
  const { table, key, writtenBy } = digested
  const from = `unnest(${listsOf(key)}, $${Object.keys(key).length + 2}::text[]) as w (${columnsOf(key)}, content)`
  await tx.query(
    writtenBy === undefined
      ? `update ${table} r set content_index = w.content from ${from}
         where r.tenant_id = $1 and (${columnsOf(key, 'r')}) = (${columnsOf(key, 'w')})`
      : `select ${writtenBy}($1, ${columnsOf(key, 'w')}, w.content) from ${from}`,
    [
      ...[tenantId, ...valuesOf(key, rows)],
      rows.map(({ content: [, ...content] }) => digest(tx.keyring, tenantId, digested, content)),
    ],
  )
}

/** The columns of a primary key. */
const columnsOf = (key: DigestedTable['key'], alias?: string) =>
  Object.keys(key)
    .map((column) => (alias === undefined ? column : `${alias}.${column}`))
    .join(', ')

/** The parameters with the values of a primary key, from the second. */
const listsOf = (key: DigestedTable['key']) =>
  Object.values(key)
    .map((type, at) => `$${at + 2}::${type}[]`)
    .join(', ')

const valuesOf = (key: DigestedTable['key'], rows: readonly object[]) =>
  Object.keys(key).map((column) => rows.map((row) => (row as KeyValues)[camelCase(column)]))

const PAGE_ROWS = 500
const MAX_NAMED = 100

/**
 * The rows `r` that are not what the service wrote, with the reason. Reads by pages in the order of
 * the primary key, and stops at a hundred.
 */
export async function findAlteredContents(
  db: Connection,
  tenantId: bigint,
  digested: DigestedTable,
  where: string,
): Promise<{ id: string; altered: string }[]> {
  const { table, key } = digested
  const found: { id: string; altered: string }[] = []
  const places = Object.values(key).map((type, at) => `$${at + 2}::${type}`)
  let after: ContentRow | undefined
  do {
    const from: string = after ? `and (${columnsOf(key, 'r')}) > (${places.join(', ')})` : ''
    const rows: ContentRow[] = await db.query<ContentRow>(
      `select ${columnsOf(key, 'r')}, ${storedContent(digested, 'r')} as content from ${table} r
       where r.tenant_id = $1 ${from} and ${where} order by ${columnsOf(key, 'r')} limit ${PAGE_ROWS}`,
      [tenantId, ...(after ? valuesOf(key, [after]).flat() : [])],
    )
    for (const row of rows) {
      const altered = whyAltered(db.keyring, tenantId, digested, row.content)
      if (altered !== undefined) found.push({ id: keyOf(digested, row.content), altered })
    }
    after = rows.length < PAGE_ROWS ? undefined : rows.at(-1)
  } while (after && found.length < MAX_NAMED)
  return found.slice(0, MAX_NAMED)
}
