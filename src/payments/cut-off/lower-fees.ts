import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { openPricing, releaseCounts } from '../../fees/fees.ts'
import { openFeeRates } from '../../fx/fx.ts'
import type { Institution } from '../../institution/institution.ts'
import { today } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import { bookCode } from '../../ledger/chart.ts'
import { mustTransfer, openBooks, readHolds } from '../../ledger/ledger.ts'
import { posting } from '../../ledger/postings.ts'
import { resolutionOf } from '../decision/holds.ts'
import { insertPaymentFees, type PaymentFee, readFeesOf, storedExchange } from '../decision/payment-fees.store.ts'
import { booksOf } from '../decision/working-set.ts'
import { deleteFees, type LateSameDay, writeFeeAmounts } from './missed.store.ts'

/**
 * Holds the fees of next-day ACH instead of those of same-day ACH for payments, locked by the
 * caller, that are downgraded. If next-day ACH would cost more, its own fees are not charged.
 * Without the rate of a fee in another currency, the fees stay as they are.
 */
export async function lowerFees(
  tx: Transaction,
  institution: Institution,
  payments: readonly Omit<LateSameDay, 'onMissedCutOff'>[],
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId, timeZone } = institution
  const ids = payments.map(({ id }) => id)
  const feesOf = await readFeesOf(tx, tenantId, ids)
  const charged = payments.filter(({ id }) => feesOf.has(id))
  if (charged.length === 0) return
  const held = charged.flatMap(({ id }) => feesOf.get(id)!)
  const heldIds = held.flatMap(({ transferId }) => transferId ?? [])
  const senderIds = [...new Set(charged.map(({ senderAccountId }) => senderAccountId))]
  const [holds, pricing] = [
    await readHolds(tx, tenantId, heldIds),
    await openPricing(tx, tenantId, senderIds, today(now, timeZone)),
  ]
  const books = await openBooks(tx, tenantId, {
    accountIds: [...new Set(held.map(({ accountId }) => accountId))],
    books: [...booksOf('USD'), ...pricing.income.map((parts) => bookCode('fees', parts))],
  })
  await pricing.readCounts()
  const convert = await openFeeRates(tx, institution, pricing.currencies, now)
  const changes = charged.flatMap(({ id, customerId, senderAccountId, amount, currency }) => {
    const before = feesOf.get(id)!
    const products = ['Economy', 'ACH'] as const
    const price = pricing.price({ senderAccountId, amount, currency, products: [...products] }, convert)
    if (!price.ok) return []
    const charges = price.value?.charges ?? []
    // Fees on top of the schedule have no version, and stay.
    const isExtra = ({ feeVersion }: Pick<PaymentFee, 'feeVersion'>) => feeVersion === null
    const kept = before.filter((fee) => isExtra(fee) || charges.some(({ feeId }) => feeId === fee.feeId))
    const released = before.filter((fee) => !kept.includes(fee))
    const own = charges.filter(({ feeId }) => !kept.some((fee) => fee.feeId === feeId && !isExtra(fee)))
    const added = sumOf(own) <= sumOf(released) ? own : []
    for (const { transferId } of released) {
      const hold = transferId === null ? undefined : holds.get(transferId)
      if (hold) mustTransfer(books, resolutionOf(hold, 'void_pending', id, now))
    }
    const { accountId, borneBy } = before[0]!
    const fees = added.map(({ feeId, feeVersion, tier, name, amount: fee, exchange }): PaymentFee => {
      const transferId = fee === 0n ? null : newId(now)
      if (transferId !== null) {
        const terms = { id: transferId, customer: accountId, fee: feeId, amount: fee, currency }
        mustTransfer(books, posting(books, 'fee', { kind: 'pending', referenceId: id, ...terms }))
      }
      const charged = { feeId, feeVersion, tier, borneBy, name }
      const paid = { ...charged, accountId, amount: fee, currency, transferId, countedIn: null }
      return { ...paid, ...storedExchange(exchange) }
    })
    return { paymentId: id, customerId, fees: [...kept, ...fees], released }
  })
  await books.write(now)
  const changedIds = changes.map(({ paymentId }) => paymentId)
  await deleteFees(tx, tenantId, changedIds)
  await insertPaymentFees(tx, tenantId, changes)
  await writeFeeAmounts(
    tx,
    tenantId,
    changes.map(({ paymentId, fees }) => ({ paymentId, amount: fees.length === 0 ? null : sumOf(fees) })),
  )
  await releaseCounts(
    tx,
    tenantId,
    changes.flatMap(({ customerId, released }) => countsOf(customerId, released)),
  )
}

/** Fees on top of the schedule count towards no tier. */
function countsOf(customerId: bigint, released: readonly PaymentFee[]) {
  return released.flatMap(({ feeId, countedIn }) =>
    feeId === null || countedIn === null ? [] : [{ customerId, feeId, countedIn }],
  )
}

function sumOf(fees: readonly { amount: bigint }[]): bigint {
  return fees.reduce((sum, { amount }) => sum + amount, 0n)
}
