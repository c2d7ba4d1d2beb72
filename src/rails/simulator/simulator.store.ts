import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { insertRows } from '../../db/rows.ts'
import type { RailMessage } from '../message.ts'

interface Message {
  paymentId: string
  rail: string
  reference: string
}

export async function insertMessages(
  tx: Transaction,
  tenantId: bigint,
  messages: readonly Message[],
  now: Temporal.Instant,
  settlesAt: Temporal.Instant,
): Promise<void> {
  await insertRows(
    tx,
    'simulator_messages',
    { tenantId, receivedAt: now, settlesAt },
    messages.map(({ paymentId, rail, reference }) => ({ paymentId, rail, reference })),
  )
}

/** Takes messages that are due and marks them as settled. */
export async function takeDueMessages(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<Message[]> {
  return tx.query<Message>(
    `update simulator_messages as m set settled_at = $2
     from (select payment_id from simulator_messages
           where tenant_id = $1 and settled_at is null and settles_at <= $2
           order by settles_at limit $3 for update skip locked) as due
     where m.tenant_id = $1 and m.payment_id = due.payment_id
     returning m.payment_id, m.rail, m.reference`,
    [tenantId, now.toString(), limit],
  )
}

/** The simulated messages of a payment: none, sent, or sent and settled. */
export async function readSimulatorMessages(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
): Promise<RailMessage[]> {
  const rows = await tx.query<{
    rail: string
    reference: string
    receivedAt: Temporal.Instant
    settledAt: Temporal.Instant | null
  }>(
    `select rail, reference, received_at, settled_at
     from simulator_messages where tenant_id = $1 and payment_id = $2`,
    [tenantId, paymentId],
  )
  return rows.flatMap(({ receivedAt, settledAt, ...message }): RailMessage[] => {
    const sent = { ...message, at: receivedAt, event: 'sent' } as const
    return settledAt ? [sent, { ...sent, at: settledAt, event: 'settled' }] : [sent]
  })
}
