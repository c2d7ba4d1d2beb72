import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { readDeliveriesOf } from './deliveries.store.ts'

/** The delivery of a payment's event to a webhook. */
export interface PaymentDelivery {
  /** When it ended, or else was last tried, or else was created. */
  at: Temporal.Instant
  webhookId: string
  eventType: string
  status: string
  attempts: number
  error: string | null
}

/** A payment has few events, but replays are unlimited, so the timeline needs a bound. */
const MAX_DELIVERIES = 1_000

export async function readPaymentDeliveries(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
): Promise<PaymentDelivery[]> {
  const deliveries = await readDeliveriesOf(tx, tenantId, { kind: 'payment', id: paymentId }, MAX_DELIVERIES)
  return deliveries.map(({ webhookId, eventType, status, attempts, error, ...when }) => ({
    at: when.endedAt ?? when.lastAttemptAt ?? when.createdAt,
    ...{ webhookId, eventType, status, attempts, error },
  }))
}
