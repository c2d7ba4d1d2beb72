import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { readDeliveriesOf } from './deliveries.store.ts'

/** What became of an event of a payment on its way to a webhook. */
export interface PaymentDelivery {
  /** When it ended, or was tried last, or was made. */
  at: Temporal.Instant
  webhookId: string
  eventType: string
  status: string
  attempts: number
  error: string | null
}

/** A payment has a handful of events; what is replayed without end is not shown without end. */
const MOST = 1_000

export async function readPaymentDeliveries(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
): Promise<PaymentDelivery[]> {
  const deliveries = await readDeliveriesOf(tx, tenantId, { kind: 'payment', id: paymentId }, MOST)
  return deliveries.map(({ webhookId, eventType, status, attempts, error, ...when }) => ({
    at: when.endedAt ?? when.lastAttemptAt ?? when.createdAt,
    ...{ webhookId, eventType, status, attempts, error },
  }))
}
