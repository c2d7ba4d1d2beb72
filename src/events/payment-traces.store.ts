import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertRows } from '../db/rows.ts'
import type { TraceContext } from '../kernel/tracing.ts'

/** The span of the request that made a payment. */
export interface PaymentTrace extends TraceContext {
  paymentId: string
}

/** Keeps the traces of payments. Nothing is sent to the database without one. */
export async function insertTraces(
  tx: Transaction,
  tenantId: bigint,
  traces: readonly PaymentTrace[],
  now: Temporal.Instant,
): Promise<void> {
  if (traces.length === 0) return
  await insertRows(
    tx,
    'payment_traces',
    { tenantId, createdAt: now },
    traces.map(({ paymentId, traceId, spanId }) => ({ paymentId, traceId, spanId })),
  )
}

/** The traces of those payments that have one. */
export async function readTraces(
  db: Connection,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<Map<string, TraceContext>> {
  const rows = await db.query<PaymentTrace>(
    'select payment_id, trace_id, span_id from payment_traces where tenant_id = $1 and payment_id = any ($2)',
    [tenantId, paymentIds],
  )
  return new Map(rows.map(({ paymentId, traceId, spanId }) => [paymentId, { traceId, spanId }]))
}

/** Deletes traces that were made before a moment. Returns how many. */
export async function deleteTracesBefore(
  tx: Transaction,
  tenantId: bigint,
  moment: Temporal.Instant,
  limit: number,
): Promise<number> {
  const deleted = await tx.query(
    `delete from payment_traces t where t.tenant_id = $1 and t.payment_id in (
       select o.payment_id from payment_traces o where o.tenant_id = $1 and o.created_at < $2 order by o.created_at limit $3)
     returning t.payment_id`,
    [tenantId, moment.toString(), limit],
  )
  return deleted.length
}
