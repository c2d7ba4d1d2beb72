import type { Logger } from 'pino'
import { Temporal } from 'temporal-polyfill'
import {
  isContactNameTaken,
  type PaymentContact,
  setterOf,
  templateNameOf,
  writePaymentContacts,
} from '../../contacts/contacts.ts'
import { type Database, isConnectionFailure, type Transaction } from '../../db/client.ts'
import { insertTraces, type PaymentTrace } from '../../events/events.ts'
import { readPricing } from '../../fees/fees.ts'
import { tryAgain } from '../../http/change-batches.ts'
import { errorCatalogue } from '../../http/errors.ts'
import { conflictOf, type IdempotencyClaim, SecondUseOfKey } from '../../http/idempotency.ts'
import { actorOf, readStanding, type Standing } from '../../http/standing.ts'
import {
  type Institution,
  institutionTime,
  readInstitution,
  repeatedReferencesOf,
  startOfBusiness,
} from '../../institution/institution.ts'
import { type BatcherOptions, createBatcher } from '../../kernel/batcher.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isUuid, newId } from '../../kernel/id.ts'
import type { MachineTime } from '../../kernel/machine-time.ts'
import { ClockMoves, MovingClocks } from '../../kernel/moving-clocks.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import type { TraceContext, Tracing } from '../../kernel/tracing.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import type { Actor } from '../../tokens/api-clients.ts'
import { approvalExpiry } from '../approval/approval-expiry.ts'
import { renderMissed } from '../cut-off/missed-cut-off.ts'
import { renderWindow } from '../cut-off/window.schema.ts'
import { alteredNames } from '../decision/altered-fields.ts'
import { type Counterparties, openCounterparties } from '../decision/counterparties.ts'
import { type Decision, decidePayment } from '../decision/decide-payment.ts'
import { withReturnableDebits } from '../decision/exposure.ts'
import { insertLimitGroups, type LimitedPaymentGroups } from '../decision/limit-groups.store.ts'
import type { NamedCounterparty, OwnSide } from '../decision/parties.store.ts'
import { type DrawnExchange, writeDrawnExchanges } from '../decision/payment-exchanges.store.ts'
import { exchangeCurrencies, exchangeEvidence, shownExchange, withExchanges } from '../decision/payment-exchanges.ts'
import { type FeesOfPayment, insertPaymentFees, type PaymentFee } from '../decision/payment-fees.store.ts'
import { type Parties, requireParties } from '../decision/require-parties.ts'
import { openWorkingSet, type WorkingSet } from '../decision/working-set.ts'
import type { Transition } from '../history/transitions.store.ts'
import type { PaymentStatus } from '../payment-state.ts'
import { type AnsweredPayment, type PaymentCreated, renderFees, renderSides } from '../payments.schema.ts'
import { insertPayments, type NewPayment, receiverOf } from '../payments.store.ts'
import { renderSeriesIds } from '../recurring/recurrence.schema.ts'
import type { Recurrence } from '../recurring/recurrences.store.ts'
import { nextSeriesNumbers } from '../recurring/recurrences.store.ts'
import { firstPayment, insertSeries, newSeries } from '../recurring/start-recurrence.ts'
import type { CreditRequest } from '../request/credit-request.schema.ts'
import {
  type Answers,
  insertAnswers,
  type PaymentAnswer,
  type PaymentOperation,
  readAnswers,
} from './intake-answers.store.ts'
import { contactOf, identified, readTakenNames } from './payment-contacts.ts'
import { type RecentReferences, readRecentReferences } from './repeated-references.store.ts'
import { type BatchSpans, traceBatch } from './trace-batch.ts'

/** A payment request with its operation, its sender and its idempotency key, if any. */
export interface Submission {
  operation: PaymentOperation
  principal: Principal
  /** Who must be able to act, if not the principal: the one who stands for a payment file now. */
  actor?: Actor
  request: CreditRequest
  idempotency: IdempotencyClaim | undefined
  /** The span of the request, if it is traced. */
  trace?: TraceContext
}

/**
 * The answer; `replayed` if an earlier request with the same key got it first, and `isOfKey` if the
 * record of the key decided it.
 */
export type SubmissionOutcome = Result<AnsweredPayment, Refusal> & {
  replayed?: boolean
  isOfKey?: true
  /** The payment whose reference it repeats, if the institution warns of it. */
  repeats?: string
}

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
  /** The machine's clock, by which clients expire. */
  tokenClock: Clock
  log: Logger
  /** How long a payment may wait for its batch, and a batch may take. */
  timeoutMs: number
  onBatch?: BatcherOptions<bigint, Submission, SubmissionOutcome>['onBatch']
  tracing?: Tracing | undefined
  time?: MachineTime
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
  const { db, clock, tokenClock, log, timeoutMs, onBatch, tracing, time } = options
  const clocks = new MovingClocks(time)
  const batcher = createBatcher<bigint, Submission, SubmissionOutcome>({
    maxBatch: MAX_BATCH_SIZE,
    maxQueued: MAX_QUEUED,
    maxRunning: MAX_CONCURRENT_BATCHES,
    minBeside: MIN_CONCURRENT_BATCH_SIZE,
    timeoutMs,
    time,
    failsWhole: (error) => isConnectionFailure(error) || error instanceof ClockMoves,
    onSplit: ({ size, error }) => log.warn({ err: error, size }, 'a batch of payments failed; retrying it in halves'),
    onBatch,
    run: (tenantId, submissions) =>
      traceBatch(tracing, submissions, (spans) =>
        tryAgain(
          () =>
            db
              .forTenant(tenantId)
              .withKeptPlans()
              .transaction((tx) => {
                const times = { clocks, systemNow: clock.now(), tokenNow: tokenClock.now() }
                return takeIn(tx, tenantId, { submissions, spans }, times)
              }),
          isContactNameTaken,
        ),
      ),
  })
  return {
    submit: (submission) => batcher.submit(submission.principal.tenantId, submission),
    drain: () => batcher.drain(),
    size: () => batcher.size(),
  }
}

/** The time of the institution; throws while its clock moves. */
type TimeOf = (institution: Institution) => Temporal.Instant

async function takeIn(
  tx: Transaction,
  tenantId: bigint,
  { submissions: asked, spans }: { submissions: readonly Submission[]; spans: BatchSpans },
  { clocks, systemNow, tokenNow }: { systemNow: Temporal.Instant; tokenNow: Temporal.Instant; clocks: MovingClocks },
): Promise<SubmissionOutcome[]> {
  const submissions = await identified(tx, tenantId, asked)
  const batch = await openBatch(tx, tenantId, submissions, {
    standing: () => readStanding(tx, tenantId, submissions.map(whoActs), tokenNow),
    timeOf(institution) {
      clocks.requireStill(tenantId, institution.clockTarget?.toString() ?? null)
      return institutionTime(institution, systemNow)
    },
  })
  const outcomes = spans.decide(() => submissions.map((submission) => answerOnce(submission, batch)))
  await requireUnusedKeys(tx, tenantId, submissions, outcomes)
  await tx.commitWith(() => writeBatch(tx, tenantId, batch, systemNow))
  return outcomes
}

/** A payment that is made with what it belongs to, and the rail that it goes by. */
export type MadePayment = AnsweredPayment & { rail: string }

/**
 * Makes one payment in the transaction of what it belongs to, such as an accepted request for
 * payment, by the same decision as any other. The caller sees to it that it is made once, in a
 * change, which has asked whether the principal may act. A refusal leaves rows unwritten, but locks
 * held.
 * @param now the time of the institution
 */
export async function payWithin(
  tx: Transaction,
  submission: Omit<Submission, 'idempotency'>,
  now: Temporal.Instant,
): Promise<Result<MadePayment, Refusal>> {
  const { tenantId } = submission.principal
  const [one] = await identified(tx, tenantId, [{ ...submission, idempotency: undefined }])
  const batch = await openBatch(tx, tenantId, [one!], {
    standing: async () => () => accept(undefined),
    timeOf: () => now,
  })
  const decided = decideSubmission(one!, batch)
  if (!decided.ok) return decided
  await writeBatch(tx, tenantId, batch, now)
  return accept({ ...decided.value, rail: batch.rows.payments[0]!.rail })
}

/**
 * The keys were read before the accounts were locked. Meanwhile, another batch may have made the
 * payment of one: then its funds are gone, and a refusal would deny what the same key has done. So
 * the keys of refused requests are read again; the batch is tried again if one was used.
 */
async function requireUnusedKeys(
  tx: Transaction,
  tenantId: bigint,
  submissions: readonly Submission[],
  outcomes: readonly SubmissionOutcome[],
): Promise<void> {
  const refused = submissions.filter((_, at) => !outcomes[at]!.ok && !outcomes[at]!.isOfKey).filter(hasKey)
  if (refused.length === 0) return
  const answers = await readAnswers(tx, tenantId, refused)
  const isUsed = ({ operation, principal, idempotency }: (typeof refused)[number]) =>
    answers.get(operation, principal.clientId, idempotency.key) !== undefined
  if (refused.some(isUsed)) throw new SecondUseOfKey('an idempotency key was used while its request waited')
}

/** What a batch has locked and read, and the rows that its decisions add. */
interface Batch {
  set: WorkingSet
  standing: Standing
  counterparties: Counterparties
  answers: Answers
  /** The names of contacts in use, to which each accepted payment adds its own. */
  taken: Set<string>
  /** New numbers for the series that the requests start. */
  seriesNumbers: bigint[]
  /** Undefined if repeated references are not looked for. */
  references: RecentReferences | undefined
  rows: {
    contacts: { contact: PaymentContact; actor: string }[]
    payments: NewPayment[]
    transitions: Transition[]
    series: Recurrence[]
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
  { timeOf, ...asked }: { timeOf: TimeOf; standing: () => Promise<Standing> },
): Promise<Batch> {
  const requests = submissions.map(({ request }) => request)
  const senderAccountIds = distinct(requests.map(({ senderAccountId }) => senderAccountId))
  const [standing, answers, institution, counterparties, pricing] = await Promise.all([
    asked.standing(),
    readAnswers(tx, tenantId, submissions.filter(hasKey)),
    readInstitution(tx, tenantId),
    openCounterparties(tx, tenantId, requests),
    readPricing(
      tx,
      tenantId,
      senderAccountIds,
      requests.flatMap(({ extraFees = [] }) => extraFees),
    ),
  ])
  const now = timeOf(institution)
  const wanted = {
    senderAccountIds,
    pricing,
    ownNumbers: counterparties.ownNumbers(institution),
    currencies: distinct(requests.map(({ currency }) => currency)),
  }
  const opened = await openWorkingSet(tx, institution, wanted, now)
  const parties = partiesOf(requests, opened, counterparties)
  const set = await withReturnableDebits(tx, await withExchanges(tx, opened, parties), parties)
  const unkeyed = submissions.filter(({ idempotency }) => !idempotency).map(({ request }) => request)
  const starting = requests.filter(({ recurrence }) => recurrence).length
  const [taken, references, seriesNumbers] = await Promise.all([
    readTakenNames(tx, tenantId, requests, set.ownSides),
    readRecentReferences(tx, set, unkeyed),
    starting > 0 ? nextSeriesNumbers(tx, starting) : [],
  ])
  const rows = {
    contacts: [],
    payments: [],
    transitions: [],
    series: [],
    exchanges: [],
    limitGroups: [],
    fees: [],
    answers: [],
    traces: [],
  }
  return { set, standing, counterparties, answers, taken, references, seriesNumbers, rows }
}

/**
 * Decides a submission, unless its key already has an answer: an earlier one, or one from this
 * batch. A refusal leaves the key unused: what was missing may arrive, and the key of a bill then
 * pays it, once.
 */
function answerOnce(submission: Submission, batch: Batch): SubmissionOutcome {
  const { operation, idempotency, principal } = submission
  if (!idempotency) return decideUnkeyed(submission, batch)
  const earlier = batch.answers.get(operation, principal.clientId, idempotency.key)
  if (earlier) {
    const conflict = isReadable(earlier) ? conflictOf(earlier, idempotency) : UNREADABLE
    return { ...(conflict ? { ok: false, refusal: conflict } : { ...earlier.result, replayed: true }), isOfKey: true }
  }
  const result = decideSubmission(submission, batch)
  if (!result.ok) return result
  const answer = {
    operation,
    clientId: principal.clientId,
    key: idempotency.key,
    fingerprint: idempotency.fingerprint.text,
    result,
  }
  batch.answers.set(answer)
  batch.rows.answers.push(answer)
  return result
}

const UNREADABLE = refusal('idempotencyConflict', 'what is stored with the idempotency key cannot be read').refusal

/** Whether an answer can be one that the service stored. One that SQL wrote stops no other. */
function isReadable({ altered, fingerprint, result }: PaymentAnswer): boolean {
  const isPrint = typeof fingerprint === 'string' || (typeof fingerprint === 'object' && fingerprint !== null)
  if (altered !== undefined || !isPrint) return false
  return result?.ok ? isUuid(result.value?.paymentUID) : Object.hasOwn(errorCatalogue, result?.refusal?.reason)
}

/** Decides a submission that may be another one sent again: only its reference tells. */
function decideUnkeyed(submission: Submission, batch: Batch): SubmissionOutcome {
  const repeats = batch.references?.of(submission.request)
  const outcome = decideSubmission(submission, batch, repeats)
  return outcome.ok && repeats ? { ...outcome, repeats } : outcome
}

const whoActs = ({ actor, principal }: Submission): Actor => actor ?? actorOf(principal)

/** The parties of the payment, if its sender may act, and use them. */
function requireSender(submission: Submission, { set, standing, counterparties }: Batch): Result<Parties, Refusal> {
  const mayAct = standing(whoActs(submission))
  return mayAct.ok ? requireParties(submission.principal, submission.request, set, counterparties) : mayAct
}

/**
 * Decides a submission in the working set, and adds the rows of an accepted payment to the batch.
 * `repeats` is the payment that it may be sent again of. Only a principal that may use the account
 * learns of that payment.
 */
function decideSubmission(submission: Submission, batch: Batch, repeats?: string): Result<AnsweredPayment, Refusal> {
  const { set, taken, references, seriesNumbers, rows } = batch
  const { principal, request } = submission
  const { institution, now } = set
  const { clientId: actor, tenantId } = principal
  const parties = requireSender(submission, batch)
  if (!parties.ok) return parties
  if (repeats && repeatedReferencesOf(institution.settings) === 'Refuse')
    return refusal('referenceRepeated', `payment ${repeats} has the same externalReferenceId`)
  const { ownSide, counterparty, ownAccount } = parties.value
  const first = firstPayment(request, { ownSide, counterparty }, institution, set.date)
  if (!first.ok) return first
  const id = newId(now)
  const toDecide = {
    id,
    senderAccountId: request.senderAccountId,
    terms: first.value.request,
    counterparty,
    ownAccount,
    namesAccount: request.contactId === null,
    actor,
  }
  const created = contactOf(request, ownSide, { tenantId, setBy: setterOf(principal, institution), taken, now })
  if (!created.ok) return created
  const decided = decidePayment(set, toDecide, ownSide)
  if (!decided.ok) return decided
  const contact = created.value
  if (contact) {
    rows.contacts.push({ contact, actor })
    taken.add(templateNameOf(contact))
  }
  const { accepted, exchange, counted, missed, fee, passage } = decided.value
  const { status } = accepted
  const payment = newPayment(submission, id, decided.value, { ownSide, counterparty, set })
  rows.payments.push(payment)
  references?.add(request, id)
  if (submission.trace) rows.traces.push({ paymentId: id, ...submission.trace })
  rows.transitions.push(...firstTransitions(id, status, actor, evidenceOf(decided.value)))
  if (exchange) rows.exchanges.push({ paymentId: id, ...exchange })
  if (counted) rows.limitGroups.push({ paymentId: id, limitGroups: counted.groups })
  if (fee) rows.fees.push({ paymentId: id, fees: fee.fees })
  const { schedule } = first.value
  const series =
    schedule &&
    newSeries({ ...submission, ...parties.value, schedule, payment, number: seriesNumbers.pop()!, institution, now })
  if (series) rows.series.push(series)
  return accept({
    paymentUID: id,
    paymentStatus: status,
    externalReferenceId: request.externalReferenceId,
    valueDate: payment.valueDate,
    approveBy: timestamp(payment.approvalExpiresAt),
    missedCutOff: missed ? renderMissed(missed) : undefined,
    window: renderWindow(passage.window),
    contactUID: contact && String(contact.id),
    ...(series && renderSeriesIds(series)),
    bankFees: fee ? convertedFees(fee.fees) : undefined,
    altered: alteredNames(request, counterparty, accepted),
    ...(payment.exchange &&
      renderSides({
        ...request,
        deductedAmount: payment.deductedAmount,
        exchange: shownExchange(payment.exchange, exchange),
      })),
  })
}

/** What decided how the payment goes out: its exchange, and a cut-off that it misses. */
function evidenceOf({ exchange, missed }: Decision): object | null {
  if (!exchange && !missed) return null
  return { ...(exchange && exchangeEvidence(exchange)), ...(missed && { missedCutOff: renderMissed(missed) }) }
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
    // First: the payments refer to them.
    writePaymentContacts(tx, tenantId, rows.contacts, set.now),
    insertPayments(tx, tenantId, rows.payments, rows.transitions, set.now),
    insertSeries(tx, tenantId, rows.series, set.now),
    insertLimitGroups(tx, tenantId, rows.limitGroups),
    insertPaymentFees(tx, tenantId, rows.fees),
    insertAnswers(tx, tenantId, rows.answers, systemNow),
    insertTraces(tx, tenantId, rows.traces, systemNow),
    set.write(),
  ])
  await writeDrawnExchanges(tx, tenantId, rows.exchanges)
  if (rows.payments.some(isUrgent)) tx.wakeOnCommit()
}

/** The networks for instant payments count seconds. */
const isUrgent = ({ speed, status }: NewPayment) => speed === 'Instant' && status === 'VALIDATED'

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
  // A book transfer on a contract is for the contract's value date, even without a paymentDate.
  const isDated = request.paymentDate || request.recurrence || Temporal.PlainDate.compare(paymentDate, date) > 0
  const dated = isDated ? paymentDate : undefined
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

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}
