import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { newId } from '../kernel/id.ts'
import { mustTransfer, openBooks } from '../ledger/ledger.ts'
import { posting } from '../ledger/postings.ts'
import { openSettlements } from '../ledger/settlements.ts'
import {
  achSettlement,
  claimLeft,
  claimReturnsToSettle,
  noteLeft,
  noteReturnsSettled,
  type ReturnKey,
  setAsideReturns,
} from '../rails/rails.ts'
import { meetAnswers } from './dishonor-answers.ts'
import { openReceiptBooks } from './receipt-money.ts'
import { canBecome } from './receipt-state.ts'
import { clearPlaces, lockReceipts, type Receipt, type Step } from './receipts.store.ts'
import { stepReceipts, WORKER } from './step-receipts.ts'

/**
 * RETURN_QUEUED → RETURNED and DISHONORED → CONTESTED, once the file has left. A return whose
 * receipt is in another state by now moves no money: it is set aside, and stops no other.
 */
export async function noteReturnsLeft(
  tx: Transaction,
  institution: Institution,
  limit: number,
  now: Temporal.Instant,
): Promise<number> {
  const { tenantId } = institution
  const left = await claimLeft(tx, tenantId, limit)
  if (left.length === 0) return 0
  const receipts = await lockReceipts(
    tx,
    tenantId,
    left.map(({ receiptId }) => receiptId),
  )
  const isLegal = ({ receiptId, kind }: ReturnKey) => canBecome(receipts.get(receiptId)!.status, STATE_AFTER[kind])
  const steps = left.filter(isLegal).map(({ receiptId, kind, code, traceNumber, fileName: file }): Step => {
    const evidence = { network: 'ACH', file, traceNumber, code }
    return { receipt: receipts.get(receiptId)!, to: STATE_AFTER[kind], actor: WORKER, evidence }
  })
  const timed = left.map((one) => {
    const effectiveDate = Temporal.PlainDate.from(one.effectiveEntryDate)
    const { settlesAt } = achSettlement(institution, { effectiveDate, speed: 'Economy' }, now)
    return { ...one, settlementDueAt: isLegal(one) && receipts.get(one.receiptId)!.amount > 0n ? settlesAt : null }
  })
  await noteLeft(tx, tenantId, timed, now)
  const stray = left.filter((one) => !isLegal(one))
  const reasonOf = ({ receiptId }: ReturnKey) => `it left while its receipt was ${receipts.get(receiptId)!.status}`
  await setAsideReturns(
    tx,
    tenantId,
    stray.map((one) => ({ ...one, reason: reasonOf(one) })),
    now,
  )
  await stepReceipts(tx, institution, { steps }, now)
  await meetAnswers(
    tx,
    tenantId,
    steps.map(({ receipt }) => receipt),
    WORKER,
    now,
  )
  return left.length
}

const STATE_AFTER = {
  Return: 'RETURNED',
  Contest: 'CONTESTED',
  Dishonor: 'RETURNED',
  Refusal: 'RETURNED',
} as const satisfies Record<ReturnKey['kind'], string>

/** Settles returns whose time has come: their amounts leave suspense. Returns how many. */
export async function settleReturns(
  tx: Transaction,
  { tenantId }: Institution,
  limit: number,
  now: Temporal.Instant,
): Promise<number> {
  const returns = await claimReturnsToSettle(tx, tenantId, now, limit)
  if (returns.length === 0) return 0
  const receipts = await lockReceipts(
    tx,
    tenantId,
    returns.map(({ receiptId }) => receiptId),
  )
  const items = returns.map((one) => {
    const receipt = receipts.get(one.receiptId)!
    return { ...one, receipt, item: sentBack(receipt, one.settlementDueAt) }
  })
  const settlements = await openSettlements(
    tx,
    tenantId,
    items.map(({ item }) => item),
    now,
  )
  const own = await openReceiptBooks(tx, tenantId, items[0]!.receipt, now)
  const books = await openBooks(tx, tenantId, { accountIds: [], books: [...settlements.books, ...own] })
  for (const { receipt } of items) {
    const name = receipt.direction === 'Credit' ? 'creditSentBack' : 'debitSentBack'
    mustTransfer(books, posting(books, name, termsOf(receipt, now)))
  }
  settlements.post(books)
  await books.write(now)
  await noteReturnsSettled(
    tx,
    tenantId,
    items.map(({ receiptId, kind, item }) => ({ receiptId, kind, settlementId: settlements.idOf(item) })),
  )
  await clearPlaces(tx, tenantId, [...receipts.values()])
  return returns.length
}

export function termsOf({ id: referenceId, rail, amount, currency }: Receipt, now: Temporal.Instant) {
  return { id: newId(now), rail, amount, currency, referenceId }
}

/** The return of a credit pays its amount, and that of a debit brings it. */
function sentBack({ rail, currency, amount, direction }: Receipt, settledAt: Temporal.Instant) {
  return { rail, currency, amount, settledAt, side: direction === 'Credit' ? 'paid' : 'received' } as const
}
