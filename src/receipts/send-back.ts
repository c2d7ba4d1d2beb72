import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { mustTransfer, openBooks } from '../ledger/ledger.ts'
import { posting } from '../ledger/postings.ts'
import { openSettlements } from '../ledger/settlements.ts'
import { insertMessages, networkOf } from '../rails/rails.ts'
import { openReceiptBooks } from './receipt-money.ts'
import { lockReceipt, type Receipt } from './receipts.store.ts'
import { termsOf } from './return-receipts.ts'
import { type CreditOutcome, failCredit } from './settle-credit.ts'
import { stepReceipts, WORKER } from './step-receipts.ts'

/** ISO 20022 ExternalReturnReason1Code: four letters and digits. */
const ISO_CODE = /^[A-Z]{2}[A-Z0-9]{2}$/

/** Why a credit that came by a message cannot go back; undefined if it can. */
export function objectionToSendBack({ settlementId, isAnswer }: Receipt, code: string): string | undefined {
  if (!ISO_CODE.test(code)) return `${code} is no return reason of ISO 20022, such as AC04, FOCR or NARR`
  if (settlementId === null) return 'its network has not settled it yet'
  return isAnswer ? 'it answers a payment of the institution' : undefined
}

/** Commits the message that returns a credit. Its amount is in suspense. */
export async function sendBack(
  tx: Transaction,
  institution: Institution,
  receipt: Receipt,
  { code, reason, caseId }: { code: string; reason: string; caseId?: string },
  now: Temporal.Instant,
): Promise<void> {
  const { id: receiptId, amount, currency, messageId } = receipt
  const back = { receiptId, messageId: messageId!, amount: { amount, currency }, code, reason }
  const network = networkOf(receipt.rail)
  const messages = await network.sendBack(tx, institution, { ...back, ...(caseId !== undefined && { caseId }) }, now)
  await insertMessages(tx, institution.tenantId, messages, now)
}

/**
 * Tells a network that waits for it that a credit, accepted without posting, is posted now. Other
 * networks are told nothing.
 */
export async function answerFinally(
  tx: Transaction,
  institution: Institution,
  receipt: Receipt,
  now: Temporal.Instant,
): Promise<{ answer: 'Accepted' } | undefined> {
  if (receipt.answer !== 'AcceptedWithoutPosting') return undefined
  const credit = { messageId: receipt.messageId!, receiptId: receipt.id, answer: { kind: 'accept' } } as const
  const messages = await networkOf(receipt.rail).answer?.(tx, institution, credit, now)
  await insertMessages(tx, institution.tenantId, messages ?? [], now)
  return { answer: 'Accepted' }
}

/** What became of the return of a receipt that was sent as a message. */
export interface ReturnEnd {
  receiptId: string
  isSettled: boolean
  code: string
  reason: string
  evidence: object
}

/**
 * The return of a credit has settled: its amount leaves suspense. Or the other side refused it: a
 * person decides again what becomes of the amount.
 */
export async function endReturn(
  tx: Transaction,
  institution: Institution,
  { receiptId, isSettled, code, reason, evidence }: ReturnEnd,
  now: Temporal.Instant,
): Promise<CreditOutcome> {
  const receipt = await lockReceipt(tx, institution.tenantId, receiptId)
  if (!receipt || receipt.rail === 'ACH') return { outcome: 'Exception', why: 'no receipt has this return' }
  if (receipt.altered !== undefined) return { outcome: 'Exception', why: receipt.altered, receiptId }
  if (receipt.status === 'RETURNED' && isSettled) return { outcome: 'Repeated', receiptId }
  if (receipt.status !== 'RETURN_QUEUED')
    return { outcome: 'Exception', why: `its return is not on its way: the receipt is ${receipt.status}`, receiptId }
  if (!isSettled) {
    const set = { reason: 'ReturnNotSent', returnCode: null } as const
    const because = { ...evidence, code, reason, returnCode: receipt.returnCode }
    await stepReceipts(
      tx,
      institution,
      { steps: [{ receipt, to: 'UNPOSTED', actor: WORKER, evidence: because, set }] },
      now,
    )
    return { outcome: 'Applied', receiptId }
  }
  const returnSettlementId = await payBack(tx, institution, receipt, now)
  const step = { receipt, to: 'RETURNED', actor: WORKER, evidence, set: { place: null, returnSettlementId } } as const
  await stepReceipts(tx, institution, { steps: [step] }, now)
  return { outcome: 'Applied', receiptId }
}

async function payBack(
  tx: Transaction,
  { tenantId }: Institution,
  receipt: Receipt,
  now: Temporal.Instant,
): Promise<string> {
  const { rail, currency, amount } = receipt
  const item = { rail, currency, amount, settledAt: now, side: 'paid' } as const
  const settlements = await openSettlements(tx, tenantId, [item], now)
  const own = await openReceiptBooks(tx, tenantId, receipt, now)
  const books = await openBooks(tx, tenantId, { accountIds: [], books: [...own, ...settlements.books] })
  mustTransfer(books, posting(books, 'creditSentBack', termsOf(receipt, now)))
  settlements.post(books)
  await books.write(now)
  return settlements.idOf(item)
}

/**
 * A message of a receipt could not leave in time, and leaves no more. A credit whose acceptance did
 * not leave is not settled by its network; a return that did not leave waits for a person again.
 */
export async function expireMessage(
  tx: Transaction,
  institution: Institution,
  { receiptId, evidence }: { receiptId: string; evidence: object },
  now: Temporal.Instant,
): Promise<void> {
  const receipt = await lockReceipt(tx, institution.tenantId, receiptId)
  const because = { code: 'AB05', reason: 'the message could not leave in time', evidence }
  if (receipt?.status === 'RETURN_QUEUED')
    await endReturn(tx, institution, { receiptId, isSettled: false, ...because }, now)
  else if (receipt && receipt.settlementId === null) await failCredit(tx, institution, { ...receipt, ...because }, now)
}

/** The refusal of a return that no message can carry. */
export function judgeSendBack(receipt: Receipt, code: string): Result<void, Refusal> {
  const objection = objectionToSendBack(receipt, code)
  return objection ? refusal('receiptNotReturnable', objection) : accept(undefined)
}
