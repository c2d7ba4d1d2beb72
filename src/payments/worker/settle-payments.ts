import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { BANKING_DAYS } from '../../kernel/business-calendar.ts'
import { newId } from '../../kernel/id.ts'
import { bookCode } from '../../ledger/chart.ts'
import { type Hold, mustTransfer, openBooks, readHolds } from '../../ledger/ledger.ts'
import { posting } from '../../ledger/postings.ts'
import { type ClearedItem, openSettlements } from '../../ledger/settlements.ts'
import { ACH_TIME_ZONE, anyReturnUntil, returnableUntil } from '../../rails/rails.ts'
import { openProceeds } from '../availability/hold-proceeds.ts'
import { accountsOf, holdsOf, resolutionOf } from '../decision/holds.ts'
import { type DrawnExchange, readDrawnExchanges } from '../decision/payment-exchanges.store.ts'
import {
  idsWithFees,
  type PaymentFee,
  type PostedFee,
  readFeesOf,
  writePostedFees,
} from '../decision/payment-fees.store.ts'
import { changePayments } from '../history/transitions.store.ts'
import type { OpenPayment } from './open-payments.store.ts'

/**
 * TRANSMITTED → PROCESSED: the rail has settled, so each hold is posted once, in full. The amount
 * of a debit is credited, and held if it is not available yet. What has cleared moves to the
 * settlement account of the rail, in one amount for each settlement moment. The caller has locked
 * the payments.
 * @param settled.settledOn the value date that the network gives; by default that of the calendar
 */
export async function settlePayments(...settlement: Parameters<typeof prepareSettled>): Promise<void> {
  const writeBooks = await prepareSettled(...settlement)
  await writeBooks()
}

/** The same, but for the books: what it returns writes them, at the end of the transaction. */
export async function prepareSettled(
  tx: Transaction,
  institution: Pick<Institution, 'tenantId' | 'timeZone' | 'settings'>,
  settled: readonly { payment: OpenPayment; evidence: object; settledOn?: Temporal.PlainDate }[],
  now: Temporal.Instant,
): Promise<() => Promise<void>> {
  if (settled.length === 0) return async () => {}
  const { tenantId } = institution
  const fees = await readFeesOf(tx, tenantId, idsWithFees(settled.map(({ payment }) => payment)))
  const holdIds = settled.flatMap(({ payment }) => holdsOf(payment, fees.get(payment.id)))
  const ownHolds = await readHolds(tx, tenantId, holdIds)
  const { holds, exchanges } = await withPayouts(tx, tenantId, settled, ownHolds)
  const payments = settled.map(({ payment }) => payment)
  const cleared = new Map(payments.map((payment) => [payment.id, clearedItem(payment, exchanges.get(payment.id), now)]))
  const settlements = await openSettlements(tx, tenantId, [...cleared.values()], now)
  const proceeds = await openProceeds(tx, institution, payments, now)
  const income = payments.flatMap((payment) => incomeOf(payment, fees.get(payment.id)))
  const books = await openBooks(tx, tenantId, {
    ...accountsOf(payments, holds),
    books: [...settlements.books, ...income.map(({ currency, fee }) => bookCode('fees', { currency, fee }))],
  })
  const posted: PostedFee[] = []
  for (const { payment, settledOn } of settled)
    for (const holdId of holdsOf(payment, fees.get(payment.id), exchanges.get(payment.id))) {
      const hold = holds.get(holdId)
      if (!hold) throw new Error(`payment ${payment.id} has no hold ${holdId}`)
      const taken = incomeOf(payment, fees.get(payment.id))
      const amount = taken.reduce((rest, one) => rest - one.amount, hold.amount)
      const valueDate = settledOn?.toString() ?? settlementDay(payment, now)
      const post = { ...resolutionOf(hold, 'post_pending', payment.id, now), amount, valueDate }
      const kept = holdId === payment.holdTransferId ? proceeds.holdOn(books, payment, post) : undefined
      // What is held repays nothing yet.
      mustTransfer(books, post, kept && { repays: 'atWrite' })
      if (kept) mustTransfer(books, kept)
      for (const { paymentId: referenceId, number, ...terms } of taken) {
        const fee = posting(books, 'feeOfProceeds', { ...terms, id: newId(now), rail: payment.rail, referenceId })
        mustTransfer(books, fee)
        posted.push({ paymentId: referenceId, number, transferId: fee.id })
      }
    }
  settlements.post(books)
  await writePostedFees(tx, tenantId, posted)
  await changePayments(
    tx,
    tenantId,
    settled.map(({ payment, evidence }) => ({
      paymentId: payment.id,
      from: 'TRANSMITTED',
      to: 'PROCESSED',
      actor: 'worker',
      evidence: { ...evidence, settlement: settlements.idOf(cleared.get(payment.id)!) },
      ...(payment.entryType === 'DEBIT' && { returnable: returnableOf(payment, now) }),
    })),
    now,
  )
  return async () => {
    await books.write(now)
    await proceeds.write()
  }
}

/** The day of the settlement, on the calendar of the networks, however late it is booked. */
function settlementDay({ settlementDueAt }: Pick<OpenPayment, 'settlementDueAt'>, now: Temporal.Instant): string {
  return (settlementDueAt ?? now).toZonedDateTimeISO(ACH_TIME_ZONE).toPlainDate().toString()
}

/** Until when a debit that settles now can come back, on the ACH operator's calendar. */
function returnableOf(payment: OpenPayment, now: Temporal.Instant) {
  const settledOn = now.toZonedDateTimeISO(ACH_TIME_ZONE).toPlainDate()
  return { until: returnableUntil(payment, settledOn, BANKING_DAYS), anyUntil: anyReturnUntil(settledOn, BANKING_DAYS) }
}

/** The fees that come out of what a debit collects, when it settles. Such a debit has one hold. */
function incomeOf({ id: paymentId, feeFromProceeds }: OpenPayment, fees: readonly PaymentFee[] = []) {
  if (!feeFromProceeds) return []
  return fees.flatMap(({ feeId: fee, amount, currency }, place) =>
    fee === null || amount === 0n ? [] : [{ paymentId, number: place + 1, fee, amount, currency }],
  )
}

/** What the rail settles for a payment: of an exchange, the payout. */
function clearedItem(
  { rail, entryType, amount, currency, settlementDueAt }: OpenPayment,
  exchange: DrawnExchange | undefined,
  now: Temporal.Instant,
): ClearedItem {
  const paid = exchange ? { amount: exchange.buyAmount, currency: exchange.buyCurrency } : { amount, currency }
  return { ...paid, rail, settledAt: settlementDueAt ?? now, side: entryType === 'DEBIT' ? 'received' : 'paid' }
}

/** Adds the payout holds of payments in another currency. */
async function withPayouts(
  tx: Transaction,
  tenantId: bigint,
  settled: readonly { payment: OpenPayment }[],
  holds: Map<string, Hold>,
): Promise<{ holds: Map<string, Hold>; exchanges: Map<string, DrawnExchange> }> {
  const ids = settled.flatMap(({ payment }) =>
    holds.get(payment.holdTransferId)?.purpose === 'fxFunding' ? [payment.id] : [],
  )
  const exchanges = await readDrawnExchanges(tx, tenantId, ids)
  if (exchanges.size === 0) return { holds, exchanges }
  const payouts = Array.from(exchanges.values(), ({ payoutTransferId }) => payoutTransferId)
  return { holds: new Map([...holds, ...(await readHolds(tx, tenantId, payouts))]), exchanges }
}
