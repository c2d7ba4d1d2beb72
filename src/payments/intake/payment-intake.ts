import type { Logger } from 'pino'
import type { Temporal } from 'temporal-polyfill'
import { type Database, isConnectionFailure, type Transaction } from '../../db/client.ts'
import { insertTraces, type PaymentTrace } from '../../events/events.ts'
import { readPricing } from '../../fees/fees.ts'
import { tryAgain } from '../../http/change-batches.ts'
import { errorCatalogue } from '../../http/errors.ts'
import { conflictOf, type IdempotencyClaim } from '../../http/idempotency.ts'
import { institutionTime, readInstitution, startOfBusiness } from '../../institution/institution.ts'
import { type BatcherOptions, createBatcher } from '../../kernel/batcher.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import { ClockMoves, MovingClocks } from '../../kernel/moving-clocks.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { TraceContext, Tracing } from '../../kernel/tracing.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { approvalExpiry } from '../approval/approval-expiry.ts'
import { renderMissed } from '../cut-off/missed-cut-off.ts'
import { type Counterparties, openCounterparties } from '../decision/counterparties.ts'
import { type Decision, decidePayment } from '../decision/decide-payment.ts'
import { withReturnableDebits } from '../decision/exposure.ts'
import { insertLimitGroups, type LimitedPaymentGroups } from '../decision/limit-groups.store.ts'
import type { NamedCounterparty, OwnSide } from '../decision/parties.store.ts'
import { type DrawnExchange, writeDrawnExchanges } from '../decision/payment-exchanges.store.ts'
import { exchangeCurrencies, exchangeEvidence, shownExchange, withExchanges } from '../decision/payment-exchanges.ts'
import { type FeesOfPayment, insertPaymentFees, type PaymentFee } from '../decision/payment-fees.store.ts'
import { requireParties } from '../decision/require-parties.ts'
import { openWorkingSet, type WorkingSet } from '../decision/working-set.ts'
import type { Transition } from '../history/transitions.store.ts'
import type { PaymentStatus } from '../payment-state.ts'
import { type PaymentCreated, renderFees, renderSides } from '../payments.schema.ts'
import { insertPayments, type NewPayment, receiverOf } from '../payments.store.ts'
import { firstPayment, insertSeries, type NewSeries, newSeries } from '../recurring/start-recurrence.ts'
import type { CreditRequest } from '../request/credit-request.schema.ts'
import {
  type Answers,
  insertAnswers,
  type PaymentAnswer,
  type PaymentOperation,
  readAnswers,
} from './intake-answers.store.ts'
import { type BatchSpans, traceBatch } from './trace-batch.ts'

/** A payment request with its operation, its sender and its idempotency key, if any. */
export interface Submission {
  operation: PaymentOperation
  principal: Principal
  request: CreditRequest
  idempotency: IdempotencyClaim | undefined
  /** The span of the request, if it is traced. */
  trace?: TraceContext
}

/** The answer; `replayed` if an earlier request with the same key got it first. */
export type SubmissionOutcome = Result<PaymentCreated, Refusal> & { replayed?: boolean }

declare module '../../app.ts' {
  interface App {
    paymentIntake: PaymentIntake
  }
}

export interface PaymentIntake {
  submit(submission: Submission): Promise<SubmissionOutcome>
  /** Refuses new submissions, and resolves when all accepted ones are answered. */
  drain(): Promise<void>
  /** How many submissions wait or are in a running batch. */
  size(): number
}

interface IntakeOptions {
  db: Database
  clock: Clock
  log: Logger
  /** How long a payment may wait for its batch, and a batch may take. */
  timeoutMs: number
  onBatch?: BatcherOptions<bigint, Submission, SubmissionOutcome>['onBatch']
  tracing?: Tracing | undefined
}

const MAX_BATCH_SIZE = 500
const MAX_QUEUED = 10_000
/** While the database writes one batch, the next one is read and decided. */
const MAX_CONCURRENT_BATCHES = 2
/**
 * Every batch costs some fifteen statements, so a smaller one waits for the batch that is running.
 */
const MIN_CONCURRENT_BATCH_SIZE = 8

/**
 * The intake of payments. Requests that arrive while a batch commits form the next batch. A batch
 * is one transaction: it locks, reads and writes with one statement per table, and decides its
 * payments in turn, each seeing the effects of those before it. The payments share the cost of the
 * commit, and a busy account is locked once per batch instead of once per payment.
 */
export function createPaymentIntake(options: IntakeOptions): PaymentIntake {
  const { db, clock, log, timeoutMs, onBatch, tracing } = options
  const clocks = new MovingClocks()
  const batcher = createBatcher<bigint, Submission, SubmissionOutcome>({
    maxBatch: MAX_BATCH_SIZE,
    maxQueued: MAX_QUEUED,
    maxRunning: MAX_CONCURRENT_BATCHES,
    minBeside: MIN_CONCURRENT_BATCH_SIZE,
    timeoutMs,
    failsWhole: (error) => isConnectionFailure(error) || error instanceof ClockMoves,
    onSplit: ({ size, error }) => log.warn({ err: error, size }, 'a batch of payments failed; retrying it in halves'),
    onBatch,
    run: (tenantId, submissions) =>
      traceBatch(tracing, submissions, (spans) =>
        tryAgain(() =>
          db.forTenant(tenantId).transaction((tx) => {
            const time = { clocks, systemNow: clock.now() }
            return takeIn(tx, tenantId, { submissions, spans }, time)
          }),
        ),
      ),
  })
  return {
    submit: (submission) => batcher.submit(submission.principal.tenantId, submission),
    drain: () => batcher.drain(),
    size: () => batcher.size(),
  }
}

interface IntakeTime {
  systemNow: Temporal.Instant
  clocks: MovingClocks
}

async function takeIn(
  tx: Transaction,
  tenantId: bigint,
  { submissions, spans }: { submissions: readonly Submission[]; spans: BatchSpans },
  time: IntakeTime,
): Promise<SubmissionOutcome[]> {
  const { systemNow } = time
  const batch = await openBatch(tx, tenantId, submissions, time)
  const outcomes = spans.decide(() => submissions.map((submission) => answerOnce(submission, batch)))
  await tx.commitWith(() => writeBatch(tx, tenantId, batch, systemNow))
  return outcomes
}

/** What a batch has locked and read, and the rows that its decisions add. */
interface Batch {
  set: WorkingSet
  counterparties: Counterparties
  answers: Answers
  rows: {
    payments: NewPayment[]
    transitions: Transition[]
    series: NewSeries[]
    exchanges: ({ paymentId: string } & DrawnExchange)[]
    limitGroups: LimitedPaymentGroups[]
    fees: FeesOfPayment[]
    answers: PaymentAnswer[]
    traces: PaymentTrace[]
  }
}

async function openBatch(
  tx: Transaction,
  tenantId: bigint,
  submissions: readonly Submission[],
  { clocks, systemNow }: IntakeTime,
): Promise<Batch> {
  const requests = submissions.map(({ request }) => request)
  const senderAccountIds = distinct(requests.map(({ senderAccountId }) => senderAccountId))
  const [answers, institution, counterparties, pricing] = await Promise.all([
    readAnswers(tx, tenantId, submissions.filter(hasKey)),
    readInstitution(tx, tenantId),
    openCounterparties(tx, tenantId, requests),
    readPricing(tx, tenantId, senderAccountIds),
  ])
  clocks.requireStill(tenantId, institution.clockTarget?.toString() ?? null)
  const now = institutionTime(institution, systemNow)
  const wanted = {
    senderAccountIds,
    pricing,
    ownNumbers: counterparties.ownNumbers(institution),
    currencies: distinct(requests.map(({ currency }) => currency)),
  }
  const opened = await openWorkingSet(tx, institution, wanted, now)
  const parties = partiesOf(requests, opened, counterparties)
  const set = await withReturnableDebits(tx, await withExchanges(tx, opened, parties), parties)
  const rows = {
    payments: [],
    transitions: [],
    series: [],
    exchanges: [],
    limitGroups: [],
    fees: [],
    answers: [],
    traces: [],
  }
  return { set, counterparties, answers, rows }
}

/**
 * Decides a submission, unless its key already has an answer: an earlier one, or one from this
 * batch.
 */
function answerOnce(submission: Submission, batch: Batch): SubmissionOutcome {
  const { operation, idempotency, principal } = submission
  if (!idempotency) return decideSubmission(submission, batch)
  const earlier = batch.answers.get(operation, principal.clientId, idempotency.key)
  if (earlier) {
    const conflict = conflictOf(earlier, idempotency)
    return conflict ? { ok: false, refusal: conflict } : { ...earlier.result, replayed: true }
  }
  const result = decideSubmission(submission, batch)
  const answer = {
    operation,
    clientId: principal.clientId,
    key: idempotency.key,
    fingerprint: idempotency.fingerprint.text,
    result,
    status: statusOf(result),
  }
  batch.answers.set(answer)
  batch.rows.answers.push(answer)
  return result
}

/**
 * Decides a submission in the working set, and adds the rows of an accepted payment to the batch.
 */
function decideSubmission(
  submission: Submission,
  { set, counterparties, rows }: Batch,
): Result<PaymentCreated, Refusal> {
  const { principal, request } = submission
  const { institution, now } = set
  const parties = requireParties(principal, request, set, counterparties)
  if (!parties.ok) return parties
  const { ownSide, counterparty, ownAccount } = parties.value
  const first = firstPayment(request, counterparty, institution, set.date)
  if (!first.ok) return first
  const id = newId(now)
  const toDecide = {
    id,
    senderAccountId: request.senderAccountId,
    terms: first.value.request,
    counterparty,
    ownAccount,
    namesAccount: request.contactId === null,
    actor: principal.clientId,
    approved: { byCustomer: false, byInstitution: false },
  }
  const decided = decidePayment(set, toDecide, ownSide)
  if (!decided.ok) return decided
  const { accepted, exchange, counted, missed, fee } = decided.value
  const { status } = accepted
  const payment = newPayment(submission, id, decided.value, { ownSide, counterparty, set })
  rows.payments.push(payment)
  if (submission.trace) rows.traces.push({ paymentId: id, ...submission.trace })
  const evidence = {
    ...(exchange && exchangeEvidence(exchange)),
    ...(missed && { missedCutOff: renderMissed(missed) }),
  }
  rows.transitions.push(...firstTransitions(id, status, principal.clientId, exchange || missed ? evidence : null))
  if (exchange) rows.exchanges.push({ paymentId: id, ...exchange })
  if (counted) rows.limitGroups.push({ paymentId: id, limitGroups: counted.groups })
  if (fee) rows.fees.push({ paymentId: id, fees: fee.fees })
  const { schedule } = first.value
  const series = schedule && newSeries({ ...submission, ...parties.value, schedule, payment, institution, now })
  if (series) rows.series.push(series)
  return accept({
    paymentUID: id,
    paymentStatus: status,
    externalReferenceId: request.externalReferenceId,
    valueDate: payment.valueDate,
    approveBy: payment.approvalExpiresAt?.toString(),
    missedCutOff: missed ? renderMissed(missed) : undefined,
    recurranceId: series?.recurrence.id,
    bankFees: fee ? convertedFees(fee.fees) : undefined,
    ...(payment.exchange &&
      renderSides({
        ...request,
        deductedAmount: payment.deductedAmount,
        exchange: shownExchange(payment.exchange, exchange),
      })),
  })
}

/**
 * The books and the usage of limits come last: their rows belong to the whole institution, and stay
 * locked until the commit.
 */
async function writeBatch(
  tx: Transaction,
  tenantId: bigint,
  { set, rows }: Batch,
  systemNow: Temporal.Instant,
): Promise<void> {
  await Promise.all([
    insertPayments(tx, tenantId, rows.payments, rows.transitions, set.now),
    insertSeries(tx, tenantId, rows.series, set.now),
    insertLimitGroups(tx, tenantId, rows.limitGroups),
    insertPaymentFees(tx, tenantId, rows.fees),
    insertAnswers(tx, tenantId, rows.answers, systemNow),
    insertTraces(tx, tenantId, rows.traces, systemNow),
    set.write(),
  ])
  await writeDrawnExchanges(tx, tenantId, rows.exchanges)
}

/**
 * The parties of each request for which both exist. Whether the principal may use them is checked
 * later.
 */
function partiesOf(requests: readonly CreditRequest[], { ownSides }: WorkingSet, counterparties: Counterparties) {
  return requests.flatMap((terms) => {
    const [ownSide, counterparty] = [ownSides.get(terms.senderAccountId), counterparties.of(terms)]
    return ownSide && counterparty ? [{ terms, ownSide, counterparty }] : []
  })
}

function newPayment(
  { principal, request }: Submission,
  id: string,
  decision: Decision,
  { ownSide, counterparty, set }: { ownSide: OwnSide; counterparty: NamedCounterparty; set: WorkingSet },
): NewPayment {
  const {
    accepted,
    approvals,
    holdTransferId,
    fee,
    deductedAmount,
    feeFromProceeds,
    passage,
    counted,
    onMissedCutOff,
  } = decision
  const { institution, date, now } = set
  const { status, rail, paymentDate } = accepted
  const currencies = [ownSide.account.currency, counterparty.accountCurrency]
  const dated = request.paymentDate || request.recurrence ? paymentDate : undefined
  // A payment that waits for approval keeps its speed: its cut-off is that of its approval.
  const speed = status === 'PENDING_APPROVAL' ? request.speed : decision.speed
  const way = { rail, speed, currencies }
  return {
    id,
    entryType: request.entryType,
    externalReferenceId: request.externalReferenceId,
    customerId: ownSide.customer.id,
    senderAccountId: request.senderAccountId,
    contactId: request.contactId,
    receiverAccountId: request.receiverAccountId,
    amount: request.amount,
    currency: request.currency,
    speed,
    ...(speed !== request.speed && { requestedSpeed: request.speed }),
    onMissedCutOff,
    lastCutOff: passage.lastCutOff,
    rail,
    secCode: accepted.secCode,
    status,
    paymentDate: paymentDate.toString(),
    receiver: receiverOf(counterparty, rail),
    paymentNotes: request.paymentNotes,
    details: request.details,
    createdBy: principal.clientId,
    createdByUser: principal.person?.userId,
    holdTransferId,
    fee,
    deductedAmount,
    feeFromProceeds,
    counted: counted && { ...counted, on: date.toString() },
    approvals,
    approvalExpiresAt: status === 'PENDING_APPROVAL' ? approvalExpiry(institution, { way, date: dated }, now) : null,
    dueAt: status === 'FUTURE_DATED' ? startOfBusiness(institution, paymentDate) : null,
    valueDate: passage.valueDate.toString(),
    leavesAt: passage.leavesAt,
    exchange: exchangeCurrencies(request, { ownSide, counterparty }),
  }
}

/** The fees in the answer, if one of them was converted: the rate was not known before. */
function convertedFees(fees: readonly PaymentFee[]): PaymentCreated['bankFees'] {
  if (!fees.some(({ rate }) => rate !== null)) return undefined
  const text = (amount: bigint | null) => (amount === null ? null : String(amount))
  return renderFees(
    fees.map(({ amount, scheduledAmount, ...fee }) => {
      return { ...fee, amount: String(amount), scheduledAmount: text(scheduledAmount) }
    }),
  )
}

/** A book transfer is validated and processed at once; its history shows both transitions. */
function firstTransitions(
  paymentId: string,
  status: PaymentStatus,
  actor: string,
  evidence: object | null,
): Transition[] {
  const first = { paymentId, from: null, actor, ...(evidence && { evidence }) }
  if (status !== 'PROCESSED') return [{ ...first, to: status }]
  return [
    { ...first, to: 'VALIDATED' },
    { paymentId, from: 'VALIDATED', to: 'PROCESSED', actor },
  ]
}

function hasKey(submission: Submission): submission is Submission & { idempotency: IdempotencyClaim } {
  return submission.idempotency !== undefined
}

function statusOf(result: Result<PaymentCreated, Refusal>): number {
  return result.ok ? 200 : errorCatalogue[result.refusal.reason].status
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}
