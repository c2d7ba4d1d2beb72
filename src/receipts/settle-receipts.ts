import type { Temporal } from 'temporal-polyfill'
import { tryLockTenant } from '../db/advisory-locks.ts'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { mustTransfer, type OpenBooks, openBooks } from '../ledger/ledger.ts'
import { openSettlements } from '../ledger/settlements.ts'
import { isReturnWritable, requestReturns } from '../rails/rails.ts'
import { objectionTo, type ReceivingAccount } from './domain/match-account.ts'
import { returnCodeOf, type UnpostedReason } from './domain/unposted-reasons.ts'
import { endOfHold, openReceiptBooks, transferIn } from './receipt-money.ts'
import { followClocks } from './receipt-obligations.ts'
import {
  claimToSettle,
  moveReceipts,
  noteSettled,
  type Receipt,
  readReceivingAccounts,
  type Step,
} from './receipts.store.ts'
import { recordWork } from './record-receipts.ts'

const ACTOR = 'worker'

/**
 * Settles receipts whose time has come: their amounts are posted, and the network's side moves from
 * clearing to the account in which the rail settles. A debit that its account does not cover then
 * is posted to suspense, and its return is queued. One transaction of an institution settles at a
 * time, so that the credits of a moment are available to its debits.
 * @returns how many settled
 */
export async function settleReceipts(
  tx: Transaction,
  institution: Institution,
  limit: number,
  now: Temporal.Instant,
): Promise<number> {
  const { tenantId } = institution
  if (!(await tryLockTenant(tx, { lock: 'receipts', tenantId }))) return 0
  const receipts = await claimToSettle(tx, tenantId, now, limit)
  if (receipts.length === 0) return 0
  const items = receipts.map((receipt) => ({ receipt, item: clearedItem(receipt) }))
  const settlements = await openSettlements(
    tx,
    tenantId,
    items.map(({ item }) => item),
    now,
  )
  const accountIds = [...new Set(receipts.flatMap(({ accountId }) => accountId ?? []))]
  const own = await openReceiptBooks(tx, tenantId, receipts[0]!, now)
  const books = await openBooks(tx, tenantId, { accountIds, books: [...settlements.books, ...own] })
  const accounts = new Map(
    (await readReceivingAccounts(tx, tenantId, accountIds, institution.routingNumber)).map((one) => [one.id, one]),
  )
  const settled = items.map(({ receipt, item }) => {
    const settlementId = settlements.idOf(item)
    const step = settleOne(books, receipt, accounts, now)
    return { id: receipt.id, settlementId, step: step && { ...step, set: { ...step.set, settlementId } } }
  })
  settlements.post(books)
  await books.write(now)
  const steps = settled.flatMap(({ step }) => step ?? [])
  const moved = await moveReceipts(tx, tenantId, steps, now)
  await noteSettled(
    tx,
    tenantId,
    settled.filter(({ step }) => !step),
  )
  await followClocks(tx, institution, { receipts: moved.filter(hasClock), actor: ACTOR }, now)
  await requestReturns(tx, tenantId, queuedOf(moved), now)
  const changes = moved.map((receipt) => ({ action: 'receipt.status.changed', receipt }) as const)
  await recordWork(tx, tenantId, changes, now)
  return receipts.length
}

/** The step to POSTED of a receipt that was PENDING from the start: it never had a clock. */
const STRAIGHT_TO_POSTED = 3

function hasClock({ status, step }: Receipt): boolean {
  return status !== 'POSTED' || step > STRAIGHT_TO_POSTED
}

/** The returns of those that are queued for one. */
export function queuedOf(receipts: readonly Pick<Receipt, 'id' | 'status' | 'returnCode' | 'isAnswer'>[]) {
  return receipts.flatMap(({ id: receiptId, status, returnCode, isAnswer }) => {
    const kind = isAnswer ? ('Refusal' as const) : ('Return' as const)
    return status === 'RETURN_QUEUED' ? { receiptId, kind, code: returnCode! } : []
  })
}

/** A credit brings its amount, and a debit takes it. */
function clearedItem({ rail, currency, amount, direction, settlesAt }: Receipt) {
  const side = direction === 'Credit' ? 'received' : 'paid'
  return { rail, currency, amount, settledAt: settlesAt!, side } as const
}

/** Posts the amount of a receipt. Returns its step, if it takes one. */
function settleOne(
  books: OpenBooks,
  receipt: Receipt,
  accounts: ReadonlyMap<bigint, ReceivingAccount>,
  now: Temporal.Instant,
): Step | undefined {
  if (receipt.status !== 'PENDING') {
    mustTransfer(books, endOfHold(books, receipt, 'post_pending', now))
    return undefined
  }
  // Names were matched when it came in, and a person may have chosen the account since.
  const objection = objectionTo(receipt, accounts.get(receipt.accountId!)!, false)
  if (objection === undefined) {
    const isPosted = receipt.holdId
      ? books.transfer(endOfHold(books, receipt, 'post_pending', now)).ok
      : books.transfer(transferIn(books, receipt, { place: 'Customer', kind: 'posted' }, now)).ok
    if (isPosted) return { receipt, to: 'POSTED', actor: ACTOR, set: { place: 'Customer', holdId: null } }
  } else if (receipt.holdId) mustTransfer(books, endOfHold(books, receipt, 'void_pending', now))
  mustTransfer(books, transferIn(books, receipt, { place: 'Suspense', kind: 'posted' }, now))
  return unposted(receipt, objection ?? 'InsufficientFunds')
}

/**
 * What an account does not cover goes back; what no account can take waits for a person, and so
 * does what another bank answers.
 */
function unposted(receipt: Receipt, reason: UnpostedReason): Step {
  const inSuspense = { reason, place: 'Suspense', holdId: null } as const
  const isReturned = reason === 'InsufficientFunds' && !receipt.isAnswer && isReturnWritable(receipt.secCode!)
  const returnCode = isReturned ? returnCodeOf(reason, 'ACH') : undefined
  if (!returnCode) return { receipt, to: 'UNPOSTED', actor: ACTOR, set: inSuspense }
  return { receipt, to: 'RETURN_QUEUED', actor: ACTOR, evidence: { returnCode }, set: { ...inSuspense, returnCode } }
}
