import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { RailMessage } from '../message.ts'

/** The most that are shown of a payment: another bank acknowledges an entry once. */
const MOST = 10

/** What other banks acknowledged of a payment (ACK and ATX entries), oldest first. */
export async function readAcknowledgements(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
): Promise<RailMessage[]> {
  const rows = await tx.query<{ at: Temporal.Instant; reference: string; fileName: string }>(
    `select a.created_at as at, a.trace_number as reference, f.name as file_name
     from ach_answers a join incoming_files f on f.tenant_id = $1 and f.id = a.file_id
     where a.tenant_id = $1 and a.payment_id = $2 and a.kind = 'Acknowledgement' order by a.id limit $3`,
    [tenantId, paymentId, MOST],
  )
  return rows.map((row) => ({ ...row, rail: 'ACH', event: 'acknowledged' }))
}
