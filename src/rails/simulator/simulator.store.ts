import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { insertRows } from '../../db/rows.ts'
import { formatAmount } from '../../kernel/money.ts'
import type { RailMessage } from '../message.ts'
import type { ChargeBearer } from '../port.ts'

interface Message {
  paymentId: string
  rail: string
  reference: string
}

/** A message as it is sent. Amounts are minor units. */
interface NewMessage extends Message {
  amount: bigint
  currency: string
  chargeBearer: ChargeBearer
  charges: bigint | null
  chargesCurrency: string | null
}

export async function insertMessages(
  tx: Transaction,
  tenantId: bigint,
  messages: readonly NewMessage[],
  now: Temporal.Instant,
  settlesAt: Temporal.Instant,
): Promise<void> {
  await insertRows(tx, 'simulator_messages', { tenantId, receivedAt: now, settlesAt }, messages)
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
    amount: bigint | null
    currency: string | null
    chargeBearer: ChargeBearer | null
    charges: bigint | null
    chargesCurrency: string | null
  }>(
    `select rail, reference, received_at, settled_at, amount, currency, charge_bearer, charges, charges_currency
     from simulator_messages where tenant_id = $1 and payment_id = $2`,
    [tenantId, paymentId],
  )
  return rows.flatMap((row): RailMessage[] => {
    const { rail, reference, receivedAt, settledAt, amount, currency, chargeBearer, charges, chargesCurrency } = row
    const sent = {
      ...{ rail, reference, at: receivedAt, event: 'sent' as const },
      ...(currency && { amount: formatAmount(amount!, currency), currency, chargeBearer: chargeBearer! }),
      ...(chargesCurrency && { charges: `${formatAmount(charges!, chargesCurrency)} ${chargesCurrency}` }),
    }
    return settledAt ? [sent, { ...sent, at: settledAt, event: 'settled' }] : [sent]
  })
}
