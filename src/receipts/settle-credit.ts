import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { mustTransfer, type OpenBooks, openBooks } from '../ledger/ledger.ts'
import { openSettlements } from '../ledger/settlements.ts'
import { objectionTo, type ReceivingAccount } from './domain/match-account.ts'
import { endOfHold, openReceiptBooks, transferIn } from './receipt-money.ts'
import {
  lockCredit,
  lockCredits,
  noteSettled,
  type Receipt,
  readReceivingAccounts,
  type Step,
} from './receipts.store.ts'
import { stepReceipts, WORKER } from './step-receipts.ts'

/** A credit of a message, as its network names it. */
export interface NamedCredit {
  rail: string
  identity: string
}

/**
 * Applied: it changed a receipt. Repeated: it was said before. Exception: it contradicts what is
 * booked, so a person decides, and nothing is posted.
 */
export type CreditOutcome =
  | {
      outcome: 'Applied' | 'Repeated'
      receiptId: string
      /** The payment that came back with it, in a payment of its own (RTP). */
      returnedPaymentId?: string
    }
  | { outcome: 'Exception'; why: string; receiptId?: string }

/** What became of each of several credits. The books are written at the end of a transaction. */
export interface BatchOf<Result> {
  outcomes: Result[]
  writeBooks(): Promise<void>
}

/**
 * The network has settled a credit that the institution accepted: its amount is posted where it is
 * pending. If its account cannot take it any more, it goes to suspense.
 */
export async function settleCredit(
  tx: Transaction,
  institution: Institution,
  { evidence, ...credit }: NamedCredit & { settledOn: Temporal.PlainDate; evidence: object },
  now: Temporal.Instant,
): Promise<CreditOutcome> {
  const receipt = await lockCredit(tx, institution.tenantId, credit)
  if (!receipt) return unknown(credit)
  const ended = outcomeBefore(receipt)
  if (!ended) await (await settleHeld(tx, institution, [{ receipt, evidence }], now))()
  const { returnsPaymentId: returnedPaymentId } = receipt
  return ended ?? { outcome: 'Applied', receiptId: receipt.id, ...(returnedPaymentId && { returnedPaymentId }) }
}

/**
 * The network has settled credits of one rail, each once in the list: with one statement for each
 * table. Undefined for one that has to be settled by itself: it is unknown, has ended, or gives a
 * payment back.
 */
export async function settleCredits(
  tx: Transaction,
  institution: Institution,
  credits: readonly (NamedCredit & { evidence: object })[],
  now: Temporal.Instant,
): Promise<BatchOf<CreditOutcome | undefined>> {
  const { rail } = credits[0]!
  const identities = credits.map(({ identity }) => identity)
  const receipts = await lockCredits(tx, institution.tenantId, rail, identities)
  const held = credits.flatMap(({ identity, evidence }) => {
    const receipt = receipts.get(identity)
    return receipt && !outcomeBefore(receipt) && receipt.returnsPaymentId === null ? [{ receipt, evidence }] : []
  })
  const writes: (() => Promise<void>)[] = []
  for (const ofCurrency of Map.groupBy(held, ({ receipt }) => receipt.currency).values())
    writes.push(await settleHeld(tx, institution, ofCurrency, now))
  const settled = new Set(held.map(({ receipt }) => receipt.identity))
  const outcomes = identities.map((identity): CreditOutcome | undefined =>
    settled.has(identity) ? { outcome: 'Applied', receiptId: receipts.get(identity)!.id } : undefined,
  )
  const writeBooks = async () => {
    for (const write of writes) await write()
  }
  return { outcomes, writeBooks }
}

/** What a settlement means for a credit that has ended. */
function outcomeBefore({ id: receiptId, settlementId, status, altered }: Receipt): CreditOutcome | undefined {
  if (altered !== undefined) return { outcome: 'Exception', why: altered, receiptId }
  if (settlementId !== null) return { outcome: 'Repeated', receiptId }
  if (status !== 'REJECTED') return undefined
  return { outcome: 'Exception', why: 'the network settled a credit that was rejected', receiptId }
}

/**
 * Posts what is pending, of one rail and currency, and moves the receipts. They are locked. What it
 * returns writes the books.
 */
async function settleHeld(
  tx: Transaction,
  institution: Institution,
  held: readonly { receipt: Receipt; evidence: object }[],
  now: Temporal.Instant,
): Promise<() => Promise<void>> {
  const { tenantId, routingNumber } = institution
  const items = held.map(({ receipt: { rail, currency, amount } }) => {
    return { rail, currency, amount, settledAt: now, side: 'received' } as const
  })
  const settlements = await openSettlements(tx, tenantId, items, now)
  const own = await openReceiptBooks(tx, tenantId, held[0]!.receipt, now)
  const accountIds = held.flatMap(({ receipt }) => receipt.accountId ?? [])
  const books = await openBooks(tx, tenantId, { accountIds, books: [...own, ...settlements.books] })
  const settlementId = settlements.idOf(items[0]!)
  const accounts = await readReceivingAccounts(tx, tenantId, accountIds, routingNumber)
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const steps: Step[] = []
  const noted: { id: string; settlementId: string }[] = []
  for (const { receipt, evidence } of held) {
    const step = postHeld(books, receipt, byId.get(receipt.accountId ?? -1n), now)
    if (step) steps.push({ ...step, evidence, set: { ...step.set, settlementId } })
    else noted.push({ id: receipt.id, settlementId })
  }
  settlements.post(books)
  await stepReceipts(tx, institution, { steps }, now)
  await noteSettled(tx, tenantId, noted)
  return () => books.write(now)
}

/** Posts the amount that is pending. Returns the step of the receipt, if it takes one. */
function postHeld(
  books: OpenBooks,
  receipt: Receipt,
  account: ReceivingAccount | undefined,
  now: Temporal.Instant,
): Step | undefined {
  if (receipt.status !== 'PENDING') {
    mustTransfer(books, endOfHold(books, receipt, 'post_pending', now))
    return undefined
  }
  const objection = objectionTo(receipt, account!, false)
  if (!objection) {
    mustTransfer(books, endOfHold(books, receipt, 'post_pending', now))
    return { receipt, to: 'POSTED', actor: WORKER, set: { holdId: null } }
  }
  mustTransfer(books, endOfHold(books, receipt, 'void_pending', now))
  mustTransfer(books, transferIn(books, receipt, { place: 'Suspense', kind: 'posted' }, now))
  return { receipt, to: 'UNPOSTED', actor: WORKER, set: { reason: objection, place: 'Suspense', holdId: null } }
}

/** The network will not settle a credit that the institution accepted: no money moved. */
export async function failCredit(
  tx: Transaction,
  institution: Institution,
  { evidence, ...credit }: NamedCredit & { code: string; reason: string; evidence: object },
  now: Temporal.Instant,
): Promise<CreditOutcome> {
  const { tenantId } = institution
  const receipt = await lockCredit(tx, tenantId, credit)
  if (!receipt) return unknown(credit)
  if (receipt.altered !== undefined) return { outcome: 'Exception', why: receipt.altered, receiptId: receipt.id }
  if (receipt.status === 'REJECTED') return { outcome: 'Repeated', receiptId: receipt.id }
  if (receipt.settlementId !== null)
    return { outcome: 'Exception', why: 'the network rejects a credit that has settled', receiptId: receipt.id }
  const own = await openReceiptBooks(tx, tenantId, receipt, now)
  const accountIds = receipt.accountId === null ? [] : [receipt.accountId]
  const books = await openBooks(tx, tenantId, { accountIds, books: own })
  mustTransfer(books, endOfHold(books, receipt, 'void_pending', now))
  await books.write(now)
  const because = { ...evidence, code: credit.code, reason: credit.reason }
  const set = { place: null, holdId: null, returnCode: credit.code }
  await stepReceipts(
    tx,
    institution,
    { steps: [{ receipt, to: 'REJECTED', actor: WORKER, evidence: because, set }] },
    now,
  )
  return { outcome: 'Applied', receiptId: receipt.id }
}

function unknown({ rail }: NamedCredit): CreditOutcome {
  return { outcome: 'Exception', why: `no credit over ${rail} has this identity` }
}
