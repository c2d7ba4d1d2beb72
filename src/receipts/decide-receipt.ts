import './receipts.errors.ts'
import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type Institution, requireInstitution } from '../institution/institution.ts'
import { isUuid, newId } from '../kernel/id.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { mustTransfer, type OpenBooks, openBooks } from '../ledger/ledger.ts'
import { posting } from '../ledger/postings.ts'
import {
  ACH_TIME_ZONE,
  CONTESTED_RETURN_CODES,
  isReturnRequested,
  isReturnWritable,
  nextReturnDate,
  nextReturnFile,
  questionableText,
  readDishonorDate,
  requestReturns,
} from '../rails/rails.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { meetAnswers, requestDishonor } from './dishonor-answers.ts'
import { objectionTo } from './domain/match-account.ts'
import { describeReason, REVIEW_REASONS } from './domain/unposted-reasons.ts'
import { type Decision as ExceptionDecision, noteDecision } from './positive-pay/exceptions.store.ts'
import { endOfHold, openReceiptBooks, transferBetween, transferIn } from './receipt-money.ts'
import { followClocks } from './receipt-obligations.ts'
import { lockReceipt, moveReceipts, type Receipt, readReceivingAccounts, type Step } from './receipts.store.ts'
import { recordDecision } from './record-receipts.ts'
import { objectionToContest, objectionToReturn } from './return-times.ts'
import { answerFinally, judgeSendBack, sendBack } from './send-back.ts'
import { WORKER } from './step-receipts.ts'

/** What a person decides, on a receipt that is locked. */
interface Decision {
  tx: Transaction
  institution: Institution
  receipt: Receipt
  actor: string
  now: Temporal.Instant
}

/** Posts a receipt to the account that it names, after a person looked at it. */
export function acceptReceipt(
  tx: Transaction,
  principal: Principal,
  receiptUID: string,
  now: Temporal.Instant,
): Promise<Result<Receipt, Refusal>> {
  return decideReceipt(tx, principal, receiptUID, now, async (decision) => {
    const { accountId } = decision.receipt
    if (accountId === null) return refusal('receiptStateConflict', 'it has no account: assign it to one')
    return post(decision, accountId)
  })
}

/** Posts a receipt to an account that a person chooses. */
export function assignReceipt(
  tx: Transaction,
  principal: Principal,
  { receiptUID, accountUID }: { receiptUID: string; accountUID: string },
  now: Temporal.Instant,
): Promise<Result<Receipt, Refusal>> {
  return decideReceipt(tx, principal, receiptUID, now, (decision) => post(decision, BigInt(accountUID)))
}

/**
 * Queues the return of a receipt, with a code that the rules allow by the day on which the other
 * bank has it; of a dishonored return, its contest. What was posted is taken back, or given back,
 * at once.
 */
export function returnReceipt(
  tx: Transaction,
  principal: Principal,
  { receiptUID, ...asked }: { receiptUID: string } & AskedReturn,
  now: Temporal.Instant,
): Promise<Result<Receipt, Refusal>> {
  return decideReceipt(tx, principal, receiptUID, now, (decision) => queueReturn(decision, asked))
}

/** How a receipt is to go back. */
interface AskedReturn {
  code: string
  /** Of a dishonored return: the fields in error. */
  information?: string
  /** Whether its return says that the entry is questionable. */
  isQuestionable?: boolean
}

/** Returns a credit because another bank asked for it, by the case of its request. */
export function returnOnRequest(
  tx: Transaction,
  principal: Principal,
  { receiptUID, ...back }: { receiptUID: string; code: string; reason: string; caseId: string },
  now: Temporal.Instant,
): Promise<Result<Receipt, Refusal>> {
  return decideReceipt(tx, principal, receiptUID, now, (decision) => queueSendBack(decision, back))
}

async function decideReceipt(
  tx: Transaction,
  principal: Principal,
  receiptUID: string,
  now: Temporal.Instant,
  decide: (decision: Decision) => Promise<Result<Step | undefined, Refusal>>,
): Promise<Result<Receipt, Refusal>> {
  const { clientId: actor } = principal
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  return carryOut(tx, { institution: institution.value, actor, receiptUID }, now, decide)
}

/** The person who decides, and the receipt. */
export interface Decider {
  institution: Institution
  actor: string
  receiptUID: string
}

/** Posts a debit that its customer allows to the account that it found. */
export function allowDebit(
  tx: Transaction,
  decider: Decider,
  now: Temporal.Instant,
): Promise<Result<Receipt, Refusal>> {
  return carryOut(tx, decider, now, (decision) => post(decision, decision.receipt.accountId!))
}

/**
 * Queues the return of a debit that its customer does not allow. The codes for companies and for
 * consumers differ (Nacha Operating Rules, Appendix Four).
 */
export function refuseDebit(
  tx: Transaction,
  decider: Decider,
  now: Temporal.Instant,
): Promise<Result<Receipt, Refusal>> {
  return carryOut(tx, decider, now, (decision) => {
    const isCorporate = ['CCD', 'CTX'].includes(decision.receipt.secCode!)
    return queueReturn(decision, { code: isCorporate ? 'R29' : 'R10' })
  })
}

async function carryOut(
  tx: Transaction,
  { institution, actor, receiptUID }: Decider,
  now: Temporal.Instant,
  decide: (decision: Decision) => Promise<Result<Step | undefined, Refusal>>,
): Promise<Result<Receipt, Refusal>> {
  const { tenantId } = institution
  const receipt = isUuid(receiptUID) ? await lockReceipt(tx, tenantId, receiptUID) : undefined
  if (!receipt) return refusal('receiptNotFound')
  if (receipt.altered !== undefined) return refusal('receiptStateConflict', receipt.altered)
  const step = await decide({ tx, institution, receipt, actor, now })
  if (!step.ok) return step
  const [moved = receipt] = await moveReceipts(tx, tenantId, step.value ? [step.value] : [], now)
  if (step.value) await followClocks(tx, institution, { receipts: [moved], actor }, now)
  if (moved.status === 'POSTED') await meetAnswers(tx, tenantId, [moved], actor, now)
  if (receipt.reason === 'NotAllowedByRule' && step.value)
    await noteDecision(tx, receipt, { status: decisionOf(moved.status, actor), decidedBy: actor, now })
  const isAssigned = moved.accountId !== receipt.accountId
  const action = !step.value ? 'receipt.contested' : isAssigned ? 'receipt.assigned' : 'receipt.status.changed'
  await recordDecision(tx, tenantId, { action, receipt: moved, before: receipt, actor }, now)
  return accept(moved)
}

/** What a step of a receipt says about its exception, also if the institution decides. */
function decisionOf(status: Receipt['status'], actor: string): ExceptionDecision {
  if (status !== 'RETURN_QUEUED') return 'APPROVED'
  return actor === WORKER ? 'DEFAULT_DECISION' : 'REJECTED'
}

const POSTABLE: ReadonlySet<Receipt['status']> = new Set(['SCREENING', 'UNPOSTED', 'DISHONORED'])

async function post(decision: Decision, accountId: bigint): Promise<Result<Step, Refusal>> {
  const { tx, institution, receipt, actor, now } = decision
  if (!POSTABLE.has(receipt.status)) return refusal('receiptStateConflict', `it is ${receipt.status}`)
  if (await isReturnRequested(tx, institution.tenantId, { receiptId: receipt.id, kind: 'Contest' }))
    return refusal('receiptStateConflict', 'its contest waits for the next file')
  const books = await openBooksFor(decision, accountId)
  const [account] = await readReceivingAccounts(tx, institution.tenantId, [accountId], institution.routingNumber)
  if (!account) return refusal('receiptAccountRefused', `no account has the accountUID ${accountId}`)
  const objection = objectionTo(receipt, account, false)
  if (objection) return refusal('receiptAccountRefused', describeReason(objection))
  const owner = { accountId, customerId: account.customerId, reason: null }
  const target = { ...receipt, ...owner }
  if (receipt.amount === 0n) return accept({ receipt, to: 'POSTED', actor, set: owner })
  if (receipt.settlementId === null) {
    if (receipt.rail !== 'ACH') return refusal('receiptStateConflict', 'its network has not settled it yet')
    mustTransfer(books, endOfHold(books, receipt, 'void_pending', now))
    const hold = transferIn(books, target, { place: 'Customer', kind: 'pending' }, now)
    const isHeld = books.transfer(hold).ok
    await books.write(now)
    const held = { place: isHeld ? ('Customer' as const) : null, holdId: isHeld ? hold.id : null }
    return accept({ receipt, to: 'PENDING', actor, set: { ...owner, ...held } })
  }
  endReview(books, receipt, now)
  if (!books.transfer(transferBetween(books, target, 'Customer', now)).ok)
    return refusal('receiptNotCovered', `account ${accountId} does not have the amount`)
  await books.write(now)
  const answered = await answerFinally(tx, institution, receipt, now)
  return accept({ receipt, to: 'POSTED', actor, set: { ...owner, place: 'Customer', ...answered } })
}

const RETURNABLE: ReadonlySet<Receipt['status']> = new Set(['SCREENING', 'UNPOSTED', 'PENDING', 'POSTED'])

async function queueReturn(
  decision: Decision,
  { code: asked, information = '', isQuestionable = false }: AskedReturn,
): Promise<Result<Step | undefined, Refusal>> {
  const { tx, institution, receipt, now } = decision
  const code = asked.toUpperCase()
  const isEntry = receipt.rail === 'ACH' && !receipt.isAnswer && receipt.status !== 'DISHONORED'
  const text = isQuestionable ? questionableIn(code, isEntry, now) : accept('')
  if (!text.ok) return text
  if (receipt.status === 'DISHONORED') return queueContest(decision, code)
  if (!RETURNABLE.has(receipt.status)) return refusal('receiptStateConflict', `it is ${receipt.status}`)
  if (await isReturnRequested(tx, institution.tenantId, { receiptId: receipt.id, kind: 'Return' }))
    return refusal('receiptStateConflict', 'it was returned before, and an entry is returned once')
  if (receipt.isAnswer) return queueDishonor(decision, code, information)
  if (receipt.rail !== 'ACH') return queueSendBack(decision, { code, reason: reasonOf(receipt) })
  const judged = judge(institution, receipt, code, now)
  if (!judged.ok) return judged
  const queued = await queueInSuspense(decision, code)
  if (!queued.ok) return queued
  await requestReturns(
    tx,
    institution.tenantId,
    [{ receiptId: receipt.id, kind: 'Return', code, information: text.value }],
    now,
  )
  return queued
}

/** What the return of a questionable entry says. Nothing else that goes back has a place for it. */
function questionableIn(code: string, isEntry: boolean, now: Temporal.Instant): Result<string, Refusal> {
  if (!isEntry) return refusal('receiptNotReturnable', 'isQuestionable is for the return of an ACH entry only')
  const text = questionableText(code, now.toZonedDateTimeISO(ACH_TIME_ZONE).toPlainDate())
  return text.ok ? text : refusal('receiptNotReturnable', text.refusal)
}

/** Returns a credit that came by a message with a message. */
async function queueSendBack(
  decision: Decision,
  back: { code: string; reason: string; caseId?: string },
): Promise<Result<Step, Refusal>> {
  const { tx, institution, receipt, now } = decision
  if (!RETURNABLE.has(receipt.status)) return refusal('receiptStateConflict', `it is ${receipt.status}`)
  const judged = judgeSendBack(receipt, back.code)
  if (!judged.ok) return judged
  const queued = await queueInSuspense(decision, back.code)
  if (!queued.ok) return queued
  await sendBack(tx, institution, receipt, back, now)
  return queued
}

/** The step of a receipt whose return is queued. Its amount waits in suspense. */
async function queueInSuspense(decision: Decision, returnCode: string): Promise<Result<Step, Refusal>> {
  const { receipt, actor, now } = decision
  const books = await openBooksFor(decision, receipt.accountId)
  const set = toSuspense(books, receipt, now)
  if (!set.ok) return set
  await books.write(now)
  const to = 'RETURN_QUEUED'
  return accept({ receipt, to, actor, evidence: { returnCode }, set: { ...set.value, returnCode } })
}

/** Why it goes back, in the words that its message carries. */
function reasonOf({ reason }: Receipt): string {
  return reason === null || REVIEW_REASONS.has(reason) ? '' : describeReason(reason)
}

/** Queues the dishonor of another bank's return. Its money is in suspense already. */
async function queueDishonor(
  { tx, institution, receipt, actor, now }: Decision,
  code: string,
  information: string,
): Promise<Result<Step, Refusal>> {
  const requested = await requestDishonor(tx, institution, { receipt, code, information }, now)
  if (!requested.ok) return requested
  return accept({ receipt, to: 'RETURN_QUEUED', actor, evidence: { returnCode: code }, set: { returnCode: code } })
}

/** Queues the contest of a dishonored return. The receipt is CONTESTED once its file has left. */
async function queueContest(
  { tx, institution, receipt, now }: Decision,
  code: string,
): Promise<Result<undefined, Refusal>> {
  if (!CONTESTED_RETURN_CODES.includes(code))
    return refusal(
      'receiptNotReturnable',
      `${code} contests no return: use one of ${CONTESTED_RETURN_CODES.join(', ')}`,
    )
  const key = { receiptId: receipt.id, kind: 'Contest' } as const
  if (await isReturnRequested(tx, institution.tenantId, key))
    return refusal('receiptStateConflict', 'its contest waits for the next file')
  const returned = { receiptId: receipt.id, timeZone: ACH_TIME_ZONE }
  const dishonoredOn = Temporal.PlainDate.from((await readDishonorDate(tx, institution.tenantId, returned))!)
  const objection = objectionToContest(institution, dishonoredOn, nextReturnFile(institution, now))
  if (objection) return refusal('receiptNotReturnable', objection)
  await requestReturns(tx, institution.tenantId, [{ ...key, code }], now)
  return accept(undefined)
}

/** Whether the rules allow the code by the day on which the other bank has the entry. */
function judge(institution: Institution, receipt: Receipt, code: string, now: Temporal.Instant): Result<void, Refusal> {
  const { settlesAt } = receipt
  const secCode = receipt.secCode!
  if (!isReturnWritable(secCode)) return refusal('receiptNotReturnable', `an entry of ${secCode} is returned by hand`)
  // A return leaves after its entry has settled.
  const from = Temporal.Instant.compare(settlesAt!, now) > 0 ? settlesAt! : now
  const objection = objectionToReturn({ ...receipt, secCode }, code, nextReturnDate(institution, from))
  return objection ? refusal('receiptNotReturnable', objection) : accept(undefined)
}

/** Moves the amount to suspense, from where it goes back. */
function toSuspense(
  books: OpenBooks,
  receipt: Receipt,
  now: Temporal.Instant,
): Result<NonNullable<Step['set']>, Refusal> {
  const { amount, settlementId, place, holdId } = receipt
  if (amount === 0n || place === 'Suspense') return accept({})
  if (settlementId === null) {
    if (holdId) mustTransfer(books, endOfHold(books, receipt, 'void_pending', now))
    const hold = transferIn(books, receipt, { place: 'Suspense', kind: 'pending' }, now)
    mustTransfer(books, hold)
    return accept({ place: 'Suspense', holdId: hold.id })
  }
  if (place === 'Review') endReview(books, receipt, now)
  else if (!books.transfer(transferBetween(books, receipt, 'Suspense', now)).ok)
    return refusal('receiptNotCovered', `account ${receipt.accountId} does not have the amount any more`)
  return accept({ place: 'Suspense' })
}

/** Moves the amount of a settled receipt out of review. */
function endReview(
  books: OpenBooks,
  { id: referenceId, place, amount, currency }: Receipt,
  now: Temporal.Instant,
): void {
  if (place === 'Review')
    mustTransfer(books, posting(books, 'reviewEnded', { id: newId(now), amount, currency, referenceId }))
}

async function openBooksFor({ tx, institution, receipt, now }: Decision, accountId: bigint | null): Promise<OpenBooks> {
  const books = await openReceiptBooks(tx, institution.tenantId, receipt, now)
  return openBooks(tx, institution.tenantId, { accountIds: accountId === null ? [] : [accountId], books })
}
