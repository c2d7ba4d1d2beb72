import { createHash } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { insertRows } from '../../db/rows.ts'
import { conditions, readPage, readTotal } from '../../db/where.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import type { Rail } from '../../kernel/rail.ts'
import { words } from '../../kernel/words.ts'
import { readFileControl } from '../ach/nacha/index.ts'
import { HANDOVER_STATUSES } from '../handover/handovers.store.ts'
import { INCOMING_STATUSES } from '../incoming/incoming-files.store.ts'

export const FILE_DIRECTIONS = words('FileDirection', ['Out', 'In'])
export type FileDirection = (typeof FILE_DIRECTIONS)[number]

/** The states of outgoing files, and those of incoming ones. */
export const FILE_STATES = words('RailFileState', [...HANDOVER_STATUSES, ...INCOMING_STATUSES])
export type FileState = (typeof FILE_STATES)[number]

/** A file of either direction. */
export interface RailFile {
  id: string
  rail: Rail
  direction: FileDirection
  name: string
  state: FileState
  /** When it was made, or came in. */
  at: Temporal.Instant
}

export interface RailFileFilter {
  rail?: Rail | undefined
  direction?: FileDirection | undefined
  state?: FileState | undefined
  name?: string | undefined
  /** From this moment on. */
  from?: Temporal.Instant | undefined
  /** Before this moment. */
  before?: Temporal.Instant | undefined
}

const FILES = `(
  select id, rail, 'Out' as direction, name, status as state, created_at as at from rail_handovers where tenant_id = $1
  union all
  select id, rail, 'In' as direction, name, status as state, received_at as at from incoming_files where tenant_id = $1
) as f`

/** The newest first. */
export async function searchRailFiles(
  db: Connection,
  tenantId: bigint,
  { rail, direction, state, name, from, before }: RailFileFilter,
  page: PageRequest,
): Promise<PageOf<RailFile>> {
  const where = conditions(tenantId)
  where.equals('rail', rail)
  where.equals('direction', direction)
  where.equals('state', state)
  where.equals('name', name)
  if (from) where.and(`at >= ${where.bind(from.toString())}`)
  if (before) where.and(`at < ${where.bind(before.toString())}`)
  const rows = await readPage<RailFile>(
    db,
    where,
    page,
    (bounds) => `select * from ${FILES} where true ${where} order by at desc, id desc ${bounds}`,
  )
  return { rows, total: await readTotal(db, where, `select count(*) as total from ${FILES} where true ${where}`) }
}

/** An outgoing file with the evidence of its hand-over. */
export interface OutgoingFile {
  tenantId: bigint
  id: string
  rail: Rail
  name: string
  status: (typeof HANDOVER_STATUSES)[number]
  doubt: string | null
  decision: string | null
  evidence: string | null
  leftAt: Temporal.Instant | null
  fromEvidence: boolean
  /** The file that it sends again; null for the first hand-over. */
  resends: string | null
  createdAt: Temporal.Instant
  /** How many entries it has; null for a rail without files. */
  entries: number | null
}

const outgoing = `select h.tenant_id, h.id, h.rail, h.name, h.status, h.doubt, h.decision, h.evidence, h.left_at,
    h.from_evidence, h.resends, h.created_at, f.entries
  from rail_handovers h left join ach_files f on f.tenant_id = h.tenant_id and f.id = h.id
  where h.tenant_id = $1`

export async function findOutgoing(db: Connection, tenantId: bigint, id: string): Promise<OutgoingFile | undefined> {
  return db.row<OutgoingFile>(`${outgoing} and h.id = $2`, [tenantId, id])
}

/** The hand-overs that sent a file again, the oldest first. */
export async function readResends(
  db: Connection,
  tenantId: bigint,
  id: string,
): Promise<Pick<OutgoingFile, 'id' | 'name' | 'status'>[]> {
  return db.query(
    `select id, name, status from rail_handovers where tenant_id = $1 and resends = $2 order by created_at, id limit 100`,
    [tenantId, id],
  )
}

/** Those of the names that a file to the network has, even if it is known from evidence alone. */
export async function readNamesInUse(
  db: Connection,
  { tenantId, rail }: Pick<OutgoingFile, 'tenantId' | 'rail'>,
  names: readonly string[],
): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(
    `select name from rail_handovers where tenant_id = $1 and rail = $2 and name = any($3::text[])
     union select name from ach_files where tenant_id = $1 and name = any($3::text[])`,
    [tenantId, rail, names],
  )
  return new Set(rows.map(({ name }) => name))
}

/** Locks the hand-over of a file, so that it is sent again once at a time. */
export async function lockOutgoing(tx: Transaction, tenantId: bigint, id: string): Promise<void> {
  await tx.query('select from rail_handovers where tenant_id = $1 and id = $2 for no key update', [tenantId, id])
}

/** The same bytes as another file, which waits to be handed over and has no payments. */
export async function insertResend(
  tx: Transaction,
  { tenantId, id: resends, rail, entries }: Pick<OutgoingFile, 'tenantId' | 'id' | 'rail' | 'entries'>,
  { id, name, content }: { id: string; name: string; content: string },
  now: Temporal.Instant,
): Promise<void> {
  await insertRows(tx, 'ach_files', { tenantId, createdAt: now }, [{ id, name, content, entries: entries! }])
  await tx.query(
    'insert into rail_handovers (tenant_id, id, rail, name, resends, created_at) values ($1, $2, $3, $4, $5, $6)',
    [tenantId, id, rail, name, resends, now.toString()],
  )
}

/** What an outgoing file has, by its own bytes. */
export interface OutgoingTotals {
  sizeBytes: number
  /** SHA-256 in hexadecimal. */
  sha256: string
  /** Of the file control, in minor units. */
  debitTotal: bigint
  creditTotal: bigint
}

/** Undefined if nobody has the content any more. */
export async function readOutgoingTotals(
  db: Connection,
  file: Pick<OutgoingFile, 'tenantId' | 'id'>,
): Promise<OutgoingTotals | undefined> {
  const content = await readOutgoingContent(db, file)
  const control = content && readFileControl(content.toString('latin1'))
  if (!control) return undefined
  return {
    ...{ sizeBytes: content.length, sha256: createHash('sha256').update(content).digest('hex') },
    ...{ debitTotal: control.totalDebitCents, creditTotal: control.totalCreditCents },
  }
}

/** The content of an outgoing file; undefined if nobody has it any more. */
export async function readOutgoingContent(
  db: Connection,
  { tenantId, id }: Pick<OutgoingFile, 'tenantId' | 'id'>,
): Promise<Buffer | undefined> {
  const row = await db.row<{ content: string }>('select id, content from ach_files where tenant_id = $1 and id = $2', [
    tenantId,
    id,
  ])
  return row && row.content !== '' ? Buffer.from(row.content) : undefined
}
