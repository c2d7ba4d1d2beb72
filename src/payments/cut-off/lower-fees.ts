import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { openPricing } from '../../fees/fees.ts'
import type { Institution } from '../../institution/institution.ts'
import { today } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import { mustTransfer, openBooks, readHolds } from '../../ledger/ledger.ts'
import { posting } from '../../ledger/postings.ts'
import { resolutionOf } from '../decision/holds.ts'
import { booksOf } from '../decision/working-set.ts'
import { type LateSameDay, type NewFee, writeFees } from './missed.store.ts'

/**
 * Holds the fee of next-day ACH instead of that of same-day ACH for payments, locked by the caller,
 * that are downgraded. A fee never becomes higher. The account that pays it stays the same.
 */
export async function lowerFees(
  tx: Transaction,
  { tenantId, timeZone }: Institution,
  payments: readonly Omit<LateSameDay, 'onMissedCutOff'>[],
  now: Temporal.Instant,
): Promise<void> {
  const charged = payments.flatMap(({ feeHoldTransferId: holdId, ...payment }) =>
    holdId ? [{ ...payment, holdId }] : [],
  )
  if (charged.length === 0) return
  const holds = await readHolds(
    tx,
    tenantId,
    charged.map(({ holdId }) => holdId),
  )
  const senderIds = [...new Set(charged.map(({ senderAccountId }) => senderAccountId))]
  const pricing = await openPricing(tx, tenantId, senderIds, today(now, timeZone))
  const payerIds = Array.from(holds.values(), ({ debitAccountId }) => debitAccountId)
  const currencies = [...new Set(charged.map(({ currency }) => currency))]
  const books = await openBooks(tx, tenantId, { accountIds: payerIds, books: currencies.flatMap(booksOf) })
  await pricing.readCounts()
  const fees = charged.map(({ id, holdId, senderAccountId, amount, currency }): NewFee => {
    const held = holds.get(holdId)!
    const price = pricing.price({ senderAccountId, amount, currency, products: ['Economy', 'ACH'] })?.amount ?? 0n
    const fee = price < held.amount ? price : held.amount
    mustTransfer(books, resolutionOf(held, 'void_pending', id, now))
    if (fee === 0n) return { paymentId: id, amount: null, holdTransferId: null }
    const terms = { customer: held.debitAccountId, amount: fee, currency: held.currency, id: newId(now) }
    const hold = posting(books, 'fee', { kind: 'pending', referenceId: id, ...terms })
    mustTransfer(books, hold)
    return { paymentId: id, amount: fee, holdTransferId: hold.id }
  })
  await books.write(now)
  await writeFees(tx, tenantId, fees)
}
