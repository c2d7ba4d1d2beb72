import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import { splitAltered } from '../../db/altered-rows.ts'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { today } from '../../kernel/clock.ts'
import { momentAt } from '../../kernel/moment.ts'
import {
  insertMessages,
  type MessageNetwork,
  type MessageRailName,
  networkOf,
  type Unwritable,
} from '../../rails/rails.ts'
import { type DrawnExchange, readDrawnExchanges } from '../decision/payment-exchanges.store.ts'
import { failAltered, whyAltered } from '../ending/fail-altered.ts'
import { failUnwritable } from '../ending/fail-unwritable.ts'
import { holdBack } from '../held/hold-back.ts'
import { type PaymentRow, readPayments } from '../payments.store.ts'
import { instructionOf } from './instructions.ts'
import { claimReady, commitToMessages, type ReadyPayment } from './open-payments.store.ts'
import { sendLater } from './send-later.ts'

/** Payments that leave over one network, with what those between currencies have drawn. */
interface Leaving {
  payments: readonly ReadyPayment[]
  rows: ReadonlyMap<string, PaymentRow>
  exchanges: ReadonlyMap<string, DrawnExchange>
  network: MessageNetwork
}

/**
 * Commits the messages of released payments that may leave now; from then on, a payment cannot be
 * cancelled, and it is TRANSMITTED once its message is handed over. A payment that no message can
 * carry fails, as does one that was altered; a suspended one becomes HELD. None stops another.
 * @returns how many payments were claimed
 */
export async function transmitMessages(
  tx: Transaction,
  app: App,
  institution: Institution,
  limit: number,
  now: Temporal.Instant,
): Promise<number> {
  const { tenantId } = institution
  const found = await claimReady(tx, tenantId, now, limit)
  if (found.length === 0) return 0
  const { altered, unaltered: claimed } = splitAltered(found)
  await failAltered(tx, app, institution, altered.map(whyAltered), now)
  const paymentIds = claimed.map(({ id }) => id)
  // Before it is asked whether a contact has changed: a change after that is in no message.
  const read = splitAltered(await readPayments(tx, tenantId, paymentIds))
  await failAltered(tx, app, institution, read.altered.map(whyAltered), now)
  const rows = new Map(read.unaltered.map((row) => [row.id, row]))
  const ready = { from: 'READY_TO_TRANSMIT', paymentIds: [...rows.keys()] } as const
  const held = await holdBack(tx, institution, ready, momentAt(app, now))
  const abroad = claimed.flatMap(({ id, rail }) => (rail === 'SWIFT' ? [id] : []))
  const exchanges = await readDrawnExchanges(tx, tenantId, abroad)
  const unheld = claimed.filter(({ id }) => rows.has(id) && !held.has(id))
  const payments = await sendLater(tx, institution, { payments: unheld, exchanges }, now)
  for (const [rail, ofRail] of Map.groupBy(payments, ({ rail }) => rail)) {
    const leaving = { payments: ofRail, rows, exchanges, network: networkOf(rail) }
    await payByMessages(tx, app, institution, leaving, now)
  }
  return found.length
}

/** Commits one message for each payment, in one transaction with what it says of them. */
async function payByMessages(
  tx: Transaction,
  app: App,
  institution: Institution,
  { payments, rows, exchanges, network }: Leaving,
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId } = institution
  const day = today(now, institution.timeZone)
  const instructions = payments.map((ready) => {
    const { id } = ready
    return instructionOf(institution, { ready, row: rows.get(id)!, exchange: exchanges.get(id) }, day)
  })
  const { messages, unwritable } = await network.pay(tx, institution, instructions, now)
  await insertMessages(tx, tenantId, messages, now)
  const failed = new Set(unwritable.map(({ paymentId }) => paymentId))
  const committed = payments.flatMap(({ id }) => (failed.has(id) ? [] : [id]))
  await commitToMessages(tx, tenantId, committed)
  await failUnwritable(tx, app, institution, unwritable.map(unwritableMessage(network.rail)), now)
}

const unwritableMessage =
  (rail: MessageRailName) =>
  ({ paymentId, why }: Unwritable) => ({ paymentId, reason: why, rail })
