import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { insertRow, updateById } from '../../db/rows.ts'
import type { PaymentReturnRequests } from '../../db/types.ts'
import { words } from '../../kernel/words.ts'

/** Accepted: the other bank agreed, and its return is to come. Returned: the money came. */
export const RETURN_REQUEST_STATUSES = words('PaymentReturnRequestStatus', [
  ...(['Asked', 'Pending', 'Accepted', 'Refused', 'Returned'] as const),
])
type ReturnRequestStatus = (typeof RETURN_REQUEST_STATUSES)[number]

/** A request of the institution to return a payment. */
export type ReturnRequest = Omit<PaymentReturnRequests, 'status'> & { status: ReturnRequestStatus }

export async function insertReturnRequest(
  tx: Transaction,
  request: Pick<ReturnRequest, 'tenantId' | 'id' | 'paymentId' | 'code' | 'reason' | 'requestedBy' | 'createdAt'>,
): Promise<ReturnRequest> {
  return (await insertRow(tx, 'payment_return_requests', { ...request, status: 'Asked' })) as ReturnRequest
}

/** All requests for a payment, oldest first: a refused one can be followed by another. */
export async function readReturnRequests(
  db: Connection,
  tenantId: bigint,
  paymentId: string,
): Promise<ReturnRequest[]> {
  return db.query<ReturnRequest>(
    `select * from payment_return_requests where tenant_id = $1 and payment_id = $2 order by created_at, id limit 100`,
    [tenantId, paymentId],
  )
}

/** Locks the last request for a payment. */
export async function lockReturnRequest(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
): Promise<ReturnRequest | undefined> {
  return tx.row<ReturnRequest>(
    `select * from payment_return_requests where tenant_id = $1 and payment_id = $2
     order by created_at desc, id desc limit 1 for no key update`,
    [tenantId, paymentId],
  )
}

/** Writes an answer to a request that the caller has locked. */
export async function writeReturnAnswer(
  tx: Transaction,
  { tenantId, id }: ReturnRequest,
  answer: { status: ReturnRequestStatus; answerCode?: string | null; answerReason?: string | null },
  now: Temporal.Instant,
): Promise<ReturnRequest> {
  const changed = { ...answer, answeredAt: now }
  return (await updateById(tx, 'payment_return_requests', tenantId, id, changed)) as ReturnRequest
}

/** The message that paid, as it left last; undefined if the payment left in none. */
export async function findPaidMessageId(
  db: Connection,
  tenantId: bigint,
  paymentId: string,
): Promise<string | undefined> {
  const row = await db.row<{ messageId: string }>(
    `select message_id from rail_messages
     where tenant_id = $1 and payment_id = $2 and direction = 'Out' and status = 'HandedOver' and message_type like 'pacs.008%'
     order by created_at desc, copy desc, id desc limit 1`,
    [tenantId, paymentId],
  )
  return row?.messageId
}
