import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { type ReleasedCount, releaseCounts } from '../../fees/fees.ts'
import { type ReleaseRefusal, releaseDraws } from '../../fx/fx.ts'
import type { Institution } from '../../institution/institution.ts'
import { newId } from '../../kernel/id.ts'
import type { Rail, Speed } from '../../kernel/rail.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { type Hold, mustTransfer, openBooks, readHolds } from '../../ledger/ledger.ts'
import { type CountedPayment, releaseLimits } from '../../limits/limits.ts'
import { readAccountsOf } from '../../receivables/receivables.ts'
import { type ComingBack, openComingBack, readReturnAccounts } from '../../suspense/suspense.ts'
import { type FundsHold, readFundsHolds, writeFundsReleased } from '../availability/funds-holds.store.ts'
import { releaseHold } from '../availability/release-funds.ts'
import { limitedRails } from '../decision/domain/limited-rails.ts'
import { accountsOf, holdsOf, resolutionOf } from '../decision/holds.ts'
import { readBestDraw, writeGivenBack } from '../decision/payment-exchanges.store.ts'
import { idsWithFees, type PaymentFee, readFeesOf } from '../decision/payment-fees.store.ts'
import { changePayments } from '../history/transitions.store.ts'
import type { LockedPayment } from '../locked-payments.store.ts'
import { openReturnSettlements } from './settle-returns.ts'
import { type OpenReturn, takeBack } from './take-back.ts'

/**
 * The end of a payment that does not reach its receiver, or comes back: its state, reason and
 * actor.
 */
export interface Ending {
  payment: LockedPayment
  to: 'REJECTED' | 'CANCELLED' | 'RETURNED' | 'VALIDATION_FAILURE'
  actor: string
  /** The reason of a failure or of a missing approval, as the customer reads it. */
  failureReason?: string
  evidence: object
  /** What came back of a settled credit, if other banks deducted charges. In minor units. */
  cameBack?: bigint
}

/**
 * Ends payments whose rows the caller has locked. A hold is released; a settled amount is credited
 * back to the sender, or taken back from the creditor of a debit. The limits get the amount back in
 * the periods in which it was counted, and a draw goes back to its FX contract. The institution
 * keeps the fees of a payment that was sent; other fees are released, and the payment no longer
 * counts towards their tiers. A payment that settled in
 * another currency goes to `returnExchanged` instead.
 */
export async function endPayments(
  tx: Transaction,
  institution: Institution,
  endings: readonly Ending[],
  now: Temporal.Instant,
): Promise<void> {
  await end(tx, institution, endings, { isChosen: false }, now)
}

/**
 * Ends a payment that is cancelled, as `endPayments` does. Refused if the draws that remain on its
 * FX contract would have a better rate than the contract; the refusal names the payment to cancel
 * first. Also refused if its contract would be closed out, without a current rate for that.
 */
export async function endCancelledPayment(
  tx: Transaction,
  institution: Institution,
  ending: Ending,
  now: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  const ended = await end(tx, institution, [ending], { isChosen: true }, now)
  if (ended.ok) return ended
  const { id, contractNo, why } = ended.refusal
  if (why !== 'beatsContract')
    return refusal('exchangeNotClosedOut', `contract ${contractNo} would be closed out, but ${why.notClosedOut}`)
  const first = await readBestDraw(tx, institution.tenantId, id)
  return refusal(
    'restOfContractDrawn',
    `payment ${first} drew the rest of contract ${contractNo}, including what this payment lost by rounding`,
  )
}

async function end(
  tx: Transaction,
  institution: Institution,
  endings: readonly Ending[],
  { isChosen }: { isChosen: boolean },
  now: Temporal.Instant,
): Promise<Result<void, ReleaseRefusal>> {
  const { tenantId } = institution
  const payments = endings.map(({ payment }) => payment)
  const fees = await readFeesOf(tx, tenantId, idsWithFees(payments))
  const holds = await readHolds(
    tx,
    tenantId,
    payments.flatMap((payment) => holdsOf(payment, fees.get(payment.id), payment.exchange?.drawn)),
  )
  const takenBack = payments.filter(({ entryType, status }) => entryType === 'DEBIT' && status === 'PROCESSED')
  const settlements = await openReturnSettlements(tx, tenantId, endings, now)
  const { accountIds, bookIds } = accountsOf(payments, holds)
  // All accounts of a customer that may owe are locked together, in order.
  const ofDebtors = await readAccountsOf(tx, tenantId, [...takenBack, ...payments.flatMap(contractHolder)])
  const creditedIds = payments.flatMap((payment) => (isCreditedBack(payment) ? [payment.senderAccountId] : []))
  const returnIds = await readReturnAccounts(tx, tenantId, creditedIds)
  const wanted = { accountIds: [...accountIds, ...ofDebtors, ...returnIds], bookIds, books: settlements.books }
  const books = await openBooks(tx, tenantId, wanted)
  const taken = takenBack.map(({ id }) => id)
  const fundsHolds = await readFundsHolds(tx, tenantId, taken)
  const actor = endings[0]?.actor ?? ''
  const comingBack = await openComingBack(tx, tenantId, books, { accountIds: creditedIds, actor }, now)
  const found: (object | undefined)[] = []
  const back = { tx, tenantId, books, now, comingBack }
  for (const ending of endings) found.push(await giveBack(back, ending, { holds, fees, fundsHolds }))
  settlements.post(books)
  const draws = endings.flatMap(({ payment: { id, exchange, senderAccountId: accountId }, actor }) =>
    exchange?.drawn ? [{ paymentId: id, ...exchange.drawn, accountId, actor }] : [],
  )
  const released = await releaseDraws(tx, { tenantId, books, isChosen }, draws, now)
  if (!released.ok) return released
  await writeGivenBack(
    tx,
    tenantId,
    draws.map(({ paymentId }) => paymentId),
  )
  await changePayments(
    tx,
    tenantId,
    endings.map(({ payment, to, actor, evidence, failureReason }, place) => ({
      paymentId: payment.id,
      from: payment.status,
      to,
      actor,
      evidence: { ...evidence, ...found[place], ...settlements.evidenceOf(payment) },
      failureReason,
    })),
    now,
  )
  await comingBack.write(now)
  await writeFundsReleased(tx, tenantId, [...fundsHolds.keys()], now)
  const counted = endings.flatMap(({ payment }) => countedOf(payment) ?? [])
  await releaseLimits(tx, institution, counted)
  await releaseCounts(
    tx,
    tenantId,
    endings.flatMap((ending) => uncountedOf(ending, fees)),
  )
  return accept(undefined)
}

/** The customer that a close-out of the payment's draw can leave owing, and the currency. */
export function contractHolder({
  customerId,
  exchange,
}: Pick<LockedPayment, 'customerId' | 'exchange'>): { customerId: bigint; currency: string }[] {
  return exchange?.drawn ? [{ customerId, currency: exchange.sellCurrency }] : []
}

/** A payment whose fee is released no longer counts towards the tiers of the fee. */
function uncountedOf(
  { payment, to }: Pick<Ending, 'payment' | 'to'>,
  fees: ReadonlyMap<string, readonly PaymentFee[]>,
): ReleasedCount[] {
  if (isCharged(payment, to)) return []
  return (fees.get(payment.id) ?? []).flatMap(({ feeId, countedIn }) =>
    feeId === null || countedIn === null ? [] : [{ customerId: payment.customerId, feeId, countedIn }],
  )
}

/**
 * The institution keeps the fee of a payment that was sent. A debit that comes back before it
 * settled has no proceeds to pay its fee from.
 */
function isCharged({ status, feeFromProceeds }: LockedPayment, to: Ending['to']): boolean {
  return to === 'RETURNED' && (status === 'PROCESSED' || !feeFromProceeds)
}

/** What a payment counted for against limits, for whom and when; undefined if it did not count. */
export function countedOf({
  customerId,
  entryType,
  secCode,
  amount,
  ...payment
}: LockedPayment): CountedPayment | undefined {
  const { rail, speed, receiverAccountId, limitDate, limitAmount, limitGroups } = payment
  if (limitDate === null) return undefined
  const way = { rail: rail as Rail | 'BOOK', speed: speed as Speed, namesAccount: receiverAccountId !== null }
  const kind = { rails: limitedRails(way), entryType, secCode }
  return { ...kind, customerId, groups: limitGroups, amount: limitAmount ?? amount, countedOn: limitDate }
}

function isCreditedBack({ status, entryType }: LockedPayment): boolean {
  return status === 'PROCESSED' && entryType === 'CREDIT'
}

/** What payments hold, by the id of the hold or of the payment. */
interface HeldFor {
  holds: ReadonlyMap<string, Hold>
  fees: ReadonlyMap<string, readonly PaymentFee[]>
  /** The proceeds of settled debits that are not available yet. */
  fundsHolds: ReadonlyMap<string, FundsHold>
}

/**
 * Releases or returns the amount of one payment. The result is added to the evidence of its
 * transition.
 */
async function giveBack(
  opened: OpenReturn & { comingBack: ComingBack },
  { payment, to, cameBack }: Ending,
  { holds, fees, fundsHolds }: HeldFor,
): Promise<object | undefined> {
  const { books, now, comingBack } = opened
  const hold = payment.holdTransferId === null ? undefined : holds.get(payment.holdTransferId)
  if (payment.status === 'PROCESSED') {
    if (!hold || payment.exchange) throw new Error(`payment ${payment.id} has no hold to give back`)
    if (payment.entryType === 'DEBIT') {
      const kept = fundsHolds.get(payment.id)
      if (kept) releaseHold(books, kept, now)
      return takeBack(opened, payment, hold)
    }
    const { debitAccountId: customer, currency } = hold
    const amount = cameBack ?? hold.amount
    const terms = { id: newId(now), customer, rail: payment.rail, amount, currency, referenceId: payment.id }
    mustTransfer(books, comingBack.posting('paymentReturned', terms))
    return undefined
  }
  const payout = payment.exchange?.drawn ? holds.get(payment.exchange.drawn.payoutTransferId) : undefined
  for (const held of [hold, payout]) if (held) mustTransfer(books, resolutionOf(held, 'void_pending', payment.id, now))
  const resolution = isCharged(payment, to) ? 'post_pending' : 'void_pending'
  for (const { transferId } of fees.get(payment.id) ?? []) {
    const feeHold = transferId === null ? undefined : holds.get(transferId)
    if (feeHold) mustTransfer(books, resolutionOf(feeHold, resolution, payment.id, now))
  }
  return undefined
}
