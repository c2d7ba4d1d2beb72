import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { mustTransfer, openBooks } from '../ledger/ledger.ts'
import { posting } from '../ledger/postings.ts'
import { openSettlements } from '../ledger/settlements.ts'
import { ACH_TIME_ZONE, incomingSettlement, lockReturnsByTrace, noteDishonored } from '../rails/rails.ts'
import { matchDishonor, type RefusedReturn } from './domain/match-dishonor.ts'
import { openReceiptBooks } from './receipt-money.ts'
import { lockReceipts, type Receipt, type Step } from './receipts.store.ts'
import { termsOf } from './return-receipts.ts'
import { stepReceipts, WORKER } from './step-receipts.ts'

/** A return of ours that the originator's bank refuses (R61 to R70). */
export interface Dishonor extends RefusedReturn {
  /** R61 to R70. */
  code: string
  /** The trace number of the dishonored return. */
  traceNumber: string
  /** The day on which it settles: the time to contest it counts from this day. */
  settlementDate: Temporal.PlainDate
}

/**
 * RETURNED → DISHONORED: the amount is back in suspense, until a person contests the dishonor or
 * accepts it. Books the money with it, as the network moves it.
 * @returns those that answer no return of ours, or not exactly one in everything that they say
 */
export async function dishonorReturns(
  tx: Transaction,
  institution: Institution,
  dishonors: readonly Dishonor[],
  now: Temporal.Instant,
): Promise<Dishonor[]> {
  const { tenantId } = institution
  const traceNumbers = dishonors.map(({ returnTraceNumber }) => returnTraceNumber)
  const returns = await lockReturnsByTrace(tx, tenantId, { traceNumbers, timeZone: ACH_TIME_ZONE })
  const receiptIds = returns.map(({ receiptId }) => receiptId)
  const receipts = await lockReceipts(tx, tenantId, receiptIds)
  const seen = new Set<string>()
  const found = dishonors.flatMap((dishonor) => {
    const receipt = receipts.get(matchDishonor(dishonor, returns)?.receiptId ?? '')
    if (receipt?.status !== 'RETURNED' || seen.has(receipt.id)) return []
    seen.add(receipt.id)
    return { dishonor, receipt, item: cameBack(receipt, incomingSettlement(dishonor.settlementDate, now)) }
  })
  if (found.length > 0) await bookDishonors(tx, institution, found, now)
  return dishonors.filter((one) => !found.some(({ dishonor }) => dishonor === one))
}

type Found = { dishonor: Dishonor; receipt: Receipt; item: ReturnType<typeof cameBack> }

async function bookDishonors(
  tx: Transaction,
  institution: Institution,
  found: readonly Found[],
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId } = institution
  const moved = found.filter(({ receipt }) => receipt.amount > 0n)
  const settlements = await openSettlements(
    tx,
    tenantId,
    moved.map(({ item }) => item),
    now,
  )
  const own = await openReceiptBooks(tx, tenantId, found[0]!.receipt, now)
  const books = await openBooks(tx, tenantId, { accountIds: [], books: [...settlements.books, ...own] })
  for (const { receipt } of moved) {
    const name = receipt.direction === 'Credit' ? 'creditDishonored' : 'debitDishonored'
    mustTransfer(books, posting(books, name, termsOf(receipt, now)))
  }
  settlements.post(books)
  await books.write(now)
  const noted = found.map(({ dishonor, receipt, item }) => ({
    ...{ receiptId: receipt.id, code: dishonor.code, dishonorTraceNumber: dishonor.traceNumber },
    settlementDate: dishonor.settlementDate,
    settlementId: receipt.amount > 0n ? settlements.idOf(item) : null,
  }))
  await noteDishonored(tx, tenantId, noted, now)
  const steps = found.map(({ dishonor: { code, traceNumber }, receipt }): Step => {
    const place = receipt.amount > 0n ? ('Suspense' as const) : null
    return { receipt, to: 'DISHONORED', actor: WORKER, evidence: { network: 'ACH', code, traceNumber }, set: { place } }
  })
  const dishonoredOn = new Map(found.map(({ dishonor, receipt }) => [receipt.id, dishonor.settlementDate]))
  await stepReceipts(tx, institution, { steps, dishonoredOn }, now)
}

function cameBack({ rail, currency, amount, direction }: Receipt, settledAt: Temporal.Instant) {
  return { rail, currency, amount, settledAt, side: direction === 'Credit' ? 'received' : 'paid' } as const
}
