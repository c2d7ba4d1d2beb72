import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { formatAmount } from '../../kernel/money.ts'
import type { RailMessage } from '../message.ts'
import type { ChargeBearer } from '../network.ts'

/** What a sandbox of 0.2.0 sent to its simulated networks, which had no messages of their own. */
interface EarlierMessage {
  paymentId: string
  rail: string
  reference: string
}

/**
 * Takes the messages that a worker of 0.2.0 sent and that are due, and marks them as settled. Such
 * workers run beside this release while a bank upgrades (docs/upgrading.md).
 */
export async function takeEarlierMessages(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<EarlierMessage[]> {
  return tx.query<EarlierMessage>(
    `update simulator_messages as m set settled_at = $2
     from (select payment_id from simulator_messages
           where tenant_id = $1 and settled_at is null and settles_at <= $2
           order by settles_at limit $3 for update skip locked) as due
     where m.tenant_id = $1 and m.payment_id = due.payment_id
     returning m.payment_id, m.rail, m.reference`,
    [tenantId, now.toString(), limit],
  )
}

/** The messages of a payment that 0.2.0 sent: none, sent, or sent and settled. */
export async function readEarlierMessages(
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
    information: Record<string, string> | null
  }>(
    `select rail, reference, received_at, settled_at, amount, currency, charge_bearer, charges, charges_currency, information
     from simulator_messages where tenant_id = $1 and payment_id = $2`,
    [tenantId, paymentId],
  )
  return rows.flatMap((row): RailMessage[] => {
    const { rail, reference, receivedAt, settledAt, amount, currency, chargeBearer, ...rest } = row
    const { charges, chargesCurrency, information } = rest
    const sent = {
      ...{ rail, reference, at: receivedAt, event: 'sent' as const },
      ...(currency && { amount: formatAmount(amount!, currency), currency, chargeBearer: chargeBearer! }),
      ...(information && { information }),
      ...(chargesCurrency && { charges: `${formatAmount(charges!, chargesCurrency)} ${chargesCurrency}` }),
    }
    return settledAt ? [sent, { ...sent, at: settledAt, event: 'settled' }] : [sent]
  })
}
