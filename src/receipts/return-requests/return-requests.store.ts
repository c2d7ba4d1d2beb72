import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { insertRow, lockById, updateById } from '../../db/rows.ts'
import type { ReturnRequests } from '../../db/types.ts'
import { conditions, readPage, readTotal } from '../../db/where.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { words } from '../../kernel/words.ts'
import type { MessageRailName } from '../../rails/rails.ts'

export const RETURN_REQUEST_STATUSES = words('ReturnRequestStatus', ['Open', 'Accepted', 'Refused'])
type ReturnRequestStatus = (typeof RETURN_REQUEST_STATUSES)[number]

/** A request of another bank to send back a credit that the institution received. */
export type ReturnRequest = Omit<ReturnRequests, 'status' | 'rail'> & {
  status: ReturnRequestStatus
  rail: MessageRailName
}

type NewReturnRequest = Omit<ReturnRequest, 'status' | 'answerCode' | 'answerNotes' | 'answeredBy' | 'answeredAt'>

/** The request of this case; undefined if it has not come yet. */
export async function findCase(
  tx: Transaction,
  tenantId: bigint,
  { rail, caseId }: { rail: string; caseId: string },
): Promise<{ id: string } | undefined> {
  return tx.row<{ id: string }>('select id from return_requests where tenant_id = $1 and rail = $2 and case_id = $3', [
    tenantId,
    rail,
    caseId,
  ])
}

export async function insertReturnRequest(tx: Transaction, request: NewReturnRequest): Promise<ReturnRequest> {
  return (await insertRow(tx, 'return_requests', { ...request, status: 'Open' } as never)) as ReturnRequest
}

export async function lockReturnRequest(
  tx: Transaction,
  tenantId: bigint,
  id: string,
): Promise<ReturnRequest | undefined> {
  return (await lockById(tx, 'return_requests', tenantId, id)) as ReturnRequest | undefined
}

/** Writes the answer to a request that the caller has locked. */
export async function writeAnswer(
  tx: Transaction,
  { tenantId, id }: ReturnRequest,
  answer: { status: ReturnRequestStatus; answerCode: string | null; answerNotes: string | null; answeredBy: string },
  now: Temporal.Instant,
): Promise<ReturnRequest> {
  const answered = { ...answer, answeredAt: now }
  return (await updateById(tx, 'return_requests', tenantId, id, answered)) as ReturnRequest
}

export interface ReturnRequestFilter {
  status: ReturnRequestStatus | undefined
  rail: string | undefined
  receiptId: string | undefined
}

/** Newest first. */
export async function searchReturnRequests(
  db: Connection,
  tenantId: bigint,
  { status, rail, receiptId }: ReturnRequestFilter,
  page: PageRequest,
): Promise<PageOf<ReturnRequest>> {
  const where = conditions(tenantId)
  where.equals('status', status)
  where.equals('rail', rail)
  where.equals('receipt_id', receiptId)
  const from = `from return_requests where tenant_id = $1 ${where}`
  const latest = 'order by created_at desc, id desc'
  const rows = await readPage<ReturnRequest>(db, where, page, (bounds) => `select * ${from} ${latest} ${bounds}`)
  return { rows, total: await readTotal(db, where, `select count(*) as total ${from}`) }
}
