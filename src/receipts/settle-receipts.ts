import { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/audit.ts'
import { tryLockTenant } from '../db/advisory-locks.ts'
import { splitAltered } from '../db/altered-rows.ts'
import type { Transaction } from '../db/client.ts'
import { holdInstitutionTime, type Institution } from '../institution/institution.ts'
import { eachAlone } from '../jobs/each-alone.ts'
import { timestamp } from '../kernel/timestamp.ts'
import { mustTransfer, type OpenBooks, openBooks } from '../ledger/ledger.ts'
import { openSettlements } from '../ledger/settlements.ts'
import { isReturnWritable, requestReturns } from '../rails/rails.ts'
import { type Match, objectionTo, type ReceivingAccount } from './domain/match-account.ts'
import { returnCodeOf, type UnpostedReason } from './domain/unposted-reasons.ts'
import { openGuard } from './positive-pay/guard-debits.ts'
import { endOfHold, openReceiptBooks, transferIn } from './receipt-money.ts'
import { followClocks } from './receipt-obligations.ts'
import {
  claimToSettle,
  moveReceipts,
  noteSettled,
  type Receipt,
  readReceivingAccounts,
  type Step,
  settleLater,
} from './receipts.store.ts'
import { recordWork } from './record-receipts.ts'

const ACTOR = 'worker'

/** A receipt that cannot settle is tried again after so long. */
const RETRY_AFTER = { hours: 1 }

/** Settles what is due, up to `limit`. One that cannot settle is put off, and stops no other. */
export function settleDue(app: App, institution: Institution, limit: number): Promise<number> {
  const inTransaction = <T>(work: (tx: Transaction, now: Temporal.Instant) => Promise<T>) =>
    app.db.transaction(async (tx) => work(tx, await holdInstitutionTime(tx, institution, app.clock)))
  return eachAlone(app, {
    limit,
    work: (size, claimed) =>
      inTransaction(async (tx, now) => {
        let altered: { id: string; why: string }[] = []
        const moved = await settleReceipts(
          tx,
          institution,
          {
            limit: size,
            claimed: (due) => {
              claimed(due.map(({ id }) => id))
              altered = due.flatMap(({ id, altered: why }) => (why === undefined ? [] : [{ id, why }]))
            },
          },
          now,
        )
        await putOff(tx, app, institution, altered, now)
        return moved
      }),
    setAside: (id, { message: why }) => inTransaction((tx, now) => putOff(tx, app, institution, [{ id, why }], now)),
  })
}

/** Puts off receipts that cannot settle. The log reports them as errors, and the audit log too. */
async function putOff(
  tx: Transaction,
  app: App,
  { tenantId }: Institution,
  late: readonly { id: string; why: string }[],
  now: Temporal.Instant,
): Promise<void> {
  if (late.length === 0) return
  const settlesAt = now.add(RETRY_AFTER)
  const ids = late.map(({ id }) => id)
  await settleLater(tx, tenantId, ids, settlesAt)
  for (const { id: receiptId, why } of late) {
    app.log.error({ receiptId, tenantId: String(tenantId), why }, 'a receipt cannot settle; it is tried again later')
    const change = { after: { why, triedAgainAt: timestamp(settlesAt) } }
    const subject = { kind: 'receipt', id: receiptId }
    await recordAudit(tx, { tenantId, actor: ACTOR, action: 'receipt.putOff', subject, ...change }, now)
  }
}

/**
 * Settles receipts whose time has come: their amounts are posted, and the network's side moves from
 * clearing to the account in which the rail settles. A debit that its account does not cover then
 * is posted to suspense, and its return is queued. One that the rules of its account do not allow
 * then waits in suspense for its customer, as if they had not allowed it when it came in. One
 * transaction of an institution settles at a time, so that the credits of a moment are available to
 * its debits. One that was altered stays as it is; `claimed` is told of it.
 * @returns how many it looked at
 */
export async function settleReceipts(
  tx: Transaction,
  institution: Institution,
  { limit, claimed }: { limit: number; claimed?: (due: readonly Receipt[]) => void },
  now: Temporal.Instant,
): Promise<number> {
  const { tenantId } = institution
  if (!(await tryLockTenant(tx, { lock: 'receipts', tenantId }))) return 0
  const due = await claimToSettle(tx, tenantId, now, limit)
  claimed?.(due)
  const { unaltered: receipts } = splitAltered(due)
  if (receipts.length === 0) return due.length
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
  const guard = await openGuardAgain(tx, tenantId, receipts, accounts)
  const settled = items.map(({ receipt, item }) => {
    const settlementId = settlements.idOf(item)
    const step = settleOne(books, receipt, guard.objectionTo(receipt), now)
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
  await guard.write(now)
  await followClocks(tx, institution, { receipts: moved.filter(hasClock), actor: ACTOR }, now)
  await requestReturns(tx, tenantId, queuedOf(moved), now)
  const changes = moved.map((receipt) => ({ action: 'receipt.status.changed', receipt }) as const)
  await recordWork(tx, tenantId, changes, now)
  return due.length
}

/** The step of a receipt that has been PENDING from the start: no person has decided about it. */
const STRAIGHT_TO_PENDING = 2

/**
 * Why the accounts do not take what settles. Debits that nobody decided about are judged again by
 * the rules of their accounts: since they came in, a rule can have been made, or its setter
 * stopped.
 */
async function openGuardAgain(
  tx: Transaction,
  tenantId: bigint,
  receipts: readonly Receipt[],
  accounts: ReadonlyMap<bigint, ReceivingAccount>,
) {
  // Names were matched when it came in, and a person may have chosen the account since.
  const found = receipts
    .filter(({ status }) => status === 'PENDING')
    .map((receipt) => {
      const account = accounts.get(receipt.accountId!)!
      const match: Match = { account, reason: objectionTo(receipt, account, false), candidates: [] }
      return { item: receipt, match }
    })
  const matches = new Map(found.map(({ item, match }) => [item.id, match]))
  const guard = await openGuard(
    tx,
    tenantId,
    found.filter(({ item: { step } }) => step === STRAIGHT_TO_PENDING),
  )
  return {
    ...guard,
    objectionTo(receipt: Receipt): UnpostedReason | undefined {
      const match = matches.get(receipt.id)
      if (!match || receipt.step !== STRAIGHT_TO_PENDING) return match?.reason
      return guard.guarded(guardable(receipt), match, receipt.returnBy!).reason
    },
  }
}

function guardable({ originatorIdentification, originatorRouting, secCode, settlementDate, ...receipt }: Receipt) {
  const debit = { originatorId: originatorIdentification ?? '', originatorRouting: originatorRouting ?? '' }
  return { ...receipt, ...debit, secCode: secCode ?? '', settlementDate: Temporal.PlainDate.from(settlementDate!) }
}

/** The step to POSTED of a receipt that was PENDING from the start: it never had a clock. */
const STRAIGHT_TO_POSTED = STRAIGHT_TO_PENDING + 1

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
  objection: UnpostedReason | undefined,
  now: Temporal.Instant,
): Step | undefined {
  if (receipt.status !== 'PENDING') {
    mustTransfer(books, endOfHold(books, receipt, 'post_pending', now))
    return undefined
  }
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
