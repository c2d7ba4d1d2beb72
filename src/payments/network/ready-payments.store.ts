import type { Transaction } from '../../db/client.ts'

/** Locks the payments that are READY_TO_TRANSMIT, in ascending order, and returns their ids. */
export async function lockReady(tx: Transaction, tenantId: bigint, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ paymentId: string }>(
    `select payment_id from payment_states
     where tenant_id = $1 and payment_id = any(array(select unnest($2::uuid[]))) and status = 'READY_TO_TRANSMIT'
     order by payment_id for no key update`,
    [tenantId, ids],
  )
  return rows.map(({ paymentId }) => paymentId)
}
