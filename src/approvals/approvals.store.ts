import type { Temporal } from 'temporal-polyfill'
import { type Altered, nameAltered, queryAny } from '../db/altered-rows.ts'
import type { Connection, Transaction } from '../db/client.ts'
import {
  findAlteredContents,
  type StoredContent,
  sealContents,
  storedContent,
  whyAltered,
} from '../db/content-digest.ts'
import { APPROVALS } from '../db/digested-tables.ts'
import { insertRow, updateById } from '../db/rows.ts'
import type { Totals } from '../db/totals.ts'
import type { Approvals } from '../db/types.ts'
import { conditions, readPage, readTotal } from '../db/where.ts'
import { INSTITUTION_TIME } from '../institution/institution.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import type { ApprovalAction, ApprovalKind, ApprovalStatus } from './domain/decide-approval.ts'

/**
 * A proposal and its decision. One that waits and is not what the service stored says why. Without
 * a content, it could not be opened.
 */
export type ApprovalRow = Approvals & Altered

type StoredApproval = Approvals & Altered & { content: StoredContent }

/** Reads approvals `a` as `StoredApproval`. */
const SELECT = `select a.*, ${storedContent(APPROVALS, 'a')} as content from approvals a where a.tenant_id = $1`

/** Once it is decided, nothing is done with it any more. */
function checked(db: Connection, { content, ...row }: StoredApproval): ApprovalRow {
  const isWaiting = row.status === 'Pending'
  const altered = row.altered ?? (isWaiting ? whyAltered(db.keyring, row.tenantId, APPROVALS, content) : undefined)
  return opened(altered === undefined ? row : { ...row, altered })
}

/** Without nulls where the sealed values of a row could not be opened. */
function opened(row: ApprovalRow): ApprovalRow {
  return row.altered === undefined
    ? row
    : { ...row, proposed: row.proposed ?? {}, contentSha256: row.contentSha256 ?? '' }
}

async function readApprovals(db: Connection, where: string, values: readonly unknown[]): Promise<ApprovalRow[]> {
  const rows = await queryAny<StoredApproval>(db, `${SELECT} and ${where}`, values)
  return rows.map((row) => checked(db, row))
}

/** Who has approved so far, and how many must. */
export interface Progress {
  approversNeeded: number
  approvers: { approver: string; approvedAt: Temporal.Instant }[]
}

export interface NewApproval {
  tenantId: bigint
  id: string
  kind: ApprovalKind
  subjectId: string
  customerId: bigint
  action: ApprovalAction
  institutionDecides: boolean
  approversNeeded: number | null
  current: unknown
  proposed: unknown
  contentHash: string
  requestedBy: string
  /** The legal entity of their token; null for the service. */
  requestedFor: bigint | null
  expiresAt: Temporal.Instant
}

export async function insertApproval(
  tx: Transaction,
  approval: NewApproval,
  now: Temporal.Instant,
): Promise<ApprovalRow> {
  const inserted = await insertRow(tx, 'approvals', {
    tenantId: approval.tenantId,
    id: approval.id,
    kind: approval.kind,
    subjectId: approval.subjectId,
    customerId: approval.customerId,
    action: approval.action,
    institutionDecides: approval.institutionDecides,
    approversNeeded: approval.approversNeeded,
    current: approval.current ?? null,
    proposed: approval.proposed,
    contentSha256: approval.contentHash,
    status: 'Pending',
    requestedBy: approval.requestedBy,
    requestedFor: approval.requestedFor,
    requestedAt: now,
    expiresAt: approval.expiresAt,
  })
  await sealContents(tx, approval.tenantId, APPROVALS, [inserted])
  return inserted
}

export async function findApproval(db: Connection, tenantId: bigint, id: string): Promise<ApprovalRow | undefined> {
  return (await readApprovals(db, 'a.id = $2', [tenantId, id]))[0]
}

/** Reads the proposal and locks its row until the transaction ends. */
export async function lockApproval(tx: Transaction, tenantId: bigint, id: string): Promise<ApprovalRow | undefined> {
  return (await readApprovals(tx, 'a.id = $2 for no key update', [tenantId, id]))[0]
}

/** The subject's waiting proposal, locked; a subject has at most one. */
export async function findWaitingApproval(
  tx: Transaction,
  tenantId: bigint,
  { kind, subjectId }: { kind: ApprovalKind; subjectId: string },
): Promise<ApprovalRow | undefined> {
  const ofSubject = `a.kind = $2 and a.subject_id = $3 and a.status = 'Pending' for no key update`
  return (await readApprovals(tx, ofSubject, [tenantId, kind, subjectId]))[0]
}

export interface Closing {
  status: Exclude<ApprovalStatus, 'Pending'>
  by: string
  reason?: string
}

/**
 * Writes the decision on a pending proposal that the caller has locked, with the person whose token
 * decides: the database compares it with the person who asked.
 */
export async function closeApproval(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  { status, by, reason }: Closing,
  now: Temporal.Instant,
): Promise<ApprovalRow> {
  const [row] = await queryAny<Approvals>(
    tx,
    `update approvals set status = $3, decided_by = $4, decided_at = $5, reason = $6,
       decided_by_user = nullif(current_setting('giro.person', true), '')::uuid
     where tenant_id = $1 and id = $2 and status = 'Pending' returning *`,
    [tenantId, id, status, by, now.toString(), reason ?? null],
  )
  if (!row) throw new Error(`approval ${id} is not pending`)
  return opened(row)
}

/** Keeps what the approved request returned. */
export async function keepResult(
  tx: Transaction,
  { tenantId, id }: ApprovalRow,
  result: unknown,
): Promise<ApprovalRow> {
  return updateById(tx, 'approvals', tenantId, id, { result })
}

/** The names of the people behind the clients that asked for these proposals, or decided them. */
export async function readNamesOfPeople(
  db: Connection,
  tenantId: bigint,
  approvals: readonly Pick<ApprovalRow, 'requestedByUser' | 'decidedByUser'>[],
): Promise<ReadonlyMap<string, string>> {
  const ids = approvals.flatMap((approval) => [approval.requestedByUser ?? [], approval.decidedByUser ?? []].flat())
  if (ids.length === 0) return new Map()
  const people = await db.query<{ id: string; name: string }>(
    `select id, first_name || ' ' || last_name as name from users where tenant_id = $1 and id = any($2::uuid[])`,
    [tenantId, [...new Set(ids)]],
  )
  return new Map(people.map(({ id, name }) => [id, name]))
}

export interface ApprovalFilter {
  kind?: string
  status?: string
  customerId?: bigint
  subjectId?: string
}

/** Approvals in the order they were requested. One that does not open hides no others. */
export async function searchApprovals(
  db: Connection,
  tenantId: bigint,
  filter: ApprovalFilter,
  page: PageRequest,
  totals: Totals,
): Promise<PageOf<ApprovalRow>> {
  const where = conditions(tenantId)
  where.equals('kind', filter.kind)
  where.equals('status', filter.status)
  where.equals('customer_id', filter.customerId)
  where.equals('subject_id', filter.subjectId)

  const found = await nameAltered((onAltered) =>
    readPage<StoredApproval>(db, where, page, (bounds) => `${SELECT} ${where} order by id ${bounds}`, { onAltered }),
  )
  const rows = found.map((row) => checked(db, row))
  const count = () => readTotal(db, where, `select count(*) as total from approvals where tenant_id = $1 ${where}`)
  return { rows, total: await totals.of(['approvals', tenantId, ...Object.entries(filter).flat()], count) }
}

/** Pending proposals past their expiry time, the oldest expiry first. */
export async function readExpired(
  db: Connection,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<ApprovalRow[]> {
  const expired = `a.status = 'Pending' and a.expires_at <= $2 order by a.expires_at, a.id limit $3`
  return readApprovals(db, expired, [tenantId, now.toString(), limit])
}

/** The proposals that wait and are not what the service stored. */
export function findAlteredApprovals(db: Connection, tenantId: bigint): Promise<{ id: string; altered: string }[]> {
  return findAlteredContents(db, tenantId, APPROVALS, `r.status = 'Pending'`)
}

/**
 * The tenants with expired proposals. This is the only query across tenants; the work is done
 * tenant by tenant. It reads only each tenant's first expiry, one index lookup however many
 * proposals wait.
 */
export async function tenantsWithExpired(tx: Transaction, now: Temporal.Instant): Promise<bigint[]> {
  const rows = await tx.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where (
       select min(a.expires_at) from approvals a where a.tenant_id = i.tenant_id and a.status = 'Pending'
     ) <= ${INSTITUTION_TIME} order by i.tenant_id`,
    [now.toString()],
  )
  return rows.map((row) => row.tenantId)
}

/** The earliest expiry time of a tenant's pending proposals. */
export async function firstToExpire(db: Connection, tenantId: bigint): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ at: Temporal.Instant | null }>(
    `select min(expires_at) as at from approvals where tenant_id = $1 and status = 'Pending'`,
    [tenantId],
  )
  return row?.at ?? undefined
}
