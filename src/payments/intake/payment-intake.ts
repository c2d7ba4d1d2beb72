import type { Logger } from 'pino'
import type { Temporal } from 'temporal-polyfill'
import { type Database, isConnectionFailure, isSerialisationFailure, type Transaction } from '../../db/client.ts'
import { errorCatalogue } from '../../http/errors.ts'
import { conflictOf, type IdempotencyClaim } from '../../http/idempotency.ts'
import { institutionTime, readInstitution, startOfBusiness } from '../../institution/institution.ts'
import { createBatcher } from '../../kernel/batcher.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { approvalExpiry } from '../approval/approval-expiry.ts'
import { type Counterparties, openCounterparties } from '../decision/counterparties.ts'
import { type Decision, decidePayment } from '../decision/decide-payment.ts'
import type { NamedCounterparty, OwnSide } from '../decision/parties.store.ts'
import { type DrawnExchange, writeDrawnExchanges } from '../decision/payment-exchanges.store.ts'
import { exchangeCurrencies, exchangeEvidence, shownExchange, withExchanges } from '../decision/payment-exchanges.ts'
import { requireParties } from '../decision/require-parties.ts'
import { openWorkingSet, type WorkingSet } from '../decision/working-set.ts'
import { insertTransitions, type Transition } from '../history/transitions.store.ts'
import type { PaymentStatus } from '../payment-state.ts'
import { type PaymentCreated, renderSides } from '../payments.schema.ts'
import { insertPayments, type NewPayment, receiverOf } from '../payments.store.ts'
import { firstPayment, insertSeries, type NewSeries, newSeries } from '../recurring/start-recurrence.ts'
import type { CreditRequest } from '../request/credit-request.schema.ts'
import {
  insertAnswers,
  type PaymentAnswer,
  type PaymentOperation,
  readAnswers,
  SecondUseOfKey,
} from './intake-answers.store.ts'

/** A payment on its way in: by which operation, who sent it, and the key under which it may be sent again. */
export interface Submission {
  operation: PaymentOperation
  principal: Principal
  request: CreditRequest
  idempotency: IdempotencyClaim | undefined
}

/** The answer, and whether an earlier request with the same key got it first. */
export type SubmissionOutcome = Result<PaymentCreated, Refusal> & { replayed?: boolean }

declare module '../../app.ts' {
  interface App {
    paymentIntake: PaymentIntake
  }
}

export interface PaymentIntake {
  submit(submission: Submission): Promise<SubmissionOutcome>
  /** Takes no more, and resolves when everything taken has its answer. */
  drain(): Promise<void>
}

const MAX_BATCH = 500
const MAX_QUEUED = 10_000
/** While the database writes one batch, the next one is read and decided. */
const MAX_RUNNING = 2
/** A batch costs the database some twenty statements, however few payments it has. */
const MIN_BESIDE = 8
const MAX_ATTEMPTS = 5

/**
 * The way in for payments. Requests that arrive while a batch commits form the next one; a batch is one transaction that locks and reads what
 * it needs with one statement a table, decides each payment in turn, each seeing the effect of those before it, and writes with one statement
 * a table. So the cost of a commit is shared, and a busy account is locked once a batch instead of once a payment.
 */
export function createPaymentIntake(options: { db: Database; clock: Clock; log: Logger }): PaymentIntake {
  const { db, clock, log } = options
  const batcher = createBatcher<bigint, Submission, SubmissionOutcome>({
    maxBatch: MAX_BATCH,
    maxQueued: MAX_QUEUED,
    maxRunning: MAX_RUNNING,
    minBeside: MIN_BESIDE,
    failsWhole: isConnectionFailure,
    onSplit: ({ size, error }) => log.warn({ err: error, size }, 'a batch of payments failed and is tried in halves'),
    run: (tenantId, submissions) =>
      withRetries(() => db.transaction((tx) => takeIn(tx, tenantId, submissions, clock.now()))),
  })
  return {
    submit: (submission) => batcher.submit(submission.principal.tenantId, submission),
    drain: () => batcher.drain(),
  }
}

/** Another node may use the same key in the same moment, or cross our locks: nothing of ours has happened then, and it goes again. */
async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      const again = error instanceof SecondUseOfKey || isSerialisationFailure(error)
      if (!again || attempts >= MAX_ATTEMPTS) throw error
    }
  }
}

async function takeIn(
  tx: Transaction,
  tenantId: bigint,
  submissions: readonly Submission[],
  systemNow: Temporal.Instant,
): Promise<SubmissionOutcome[]> {
  const requests = submissions.map(({ request }) => request)
  const [answers, institution, counterparties] = await Promise.all([
    readAnswers(tx, tenantId, submissions.filter(hasKey)),
    readInstitution(tx, tenantId),
    openCounterparties(tx, tenantId, requests),
  ])
  const now = institutionTime(institution, systemNow)
  const wanted = {
    senderAccountIds: distinct(requests.map(({ senderAccountId }) => senderAccountId)),
    ownNumbers: counterparties.ownNumbers(institution),
    currencies: distinct(requests.map(({ currency }) => currency)),
  }
  const opened = await openWorkingSet(tx, institution, wanted, now)
  const set = await withExchanges(tx, opened, partiesOf(requests, opened, counterparties))
  const payments: NewPayment[] = []
  const transitions: Transition[] = []
  const fresh: PaymentAnswer[] = []
  const series: NewSeries[] = []
  const exchanged: ({ paymentId: string } & DrawnExchange)[] = []

  const decide = (submission: Submission): Result<PaymentCreated, Refusal> => {
    const { principal, request } = submission
    const parties = requireParties(principal, request, set, counterparties)
    if (!parties.ok) return parties
    const { ownSide, counterparty, ownAccount } = parties.value
    const first = firstPayment(request, counterparty, institution, set.date)
    if (!first.ok) return first
    const id = newId(now)
    const payment = {
      id,
      senderAccountId: request.senderAccountId,
      terms: first.value.request,
      counterparty,
      ownAccount,
      actor: principal.clientId,
      approved: { byCustomer: false, byInstitution: false },
    }
    const decided = decidePayment(set, payment, ownSide)
    if (!decided.ok) return decided
    const { accepted, exchange } = decided.value
    const { status } = accepted
    const made = newPayment(submission, id, decided.value, { ownSide, counterparty, set })
    payments.push(made)
    transitions.push(...firstTransitions(id, status, principal.clientId, exchange && exchangeEvidence(exchange)))
    if (exchange) exchanged.push({ paymentId: id, ...exchange })
    const { schedule } = first.value
    const begun = schedule && newSeries({ ...submission, ...parties.value, schedule, payment: made, institution, now })
    if (begun) series.push(begun)
    return accept({
      paymentUID: id,
      paymentStatus: status,
      externalReferenceId: request.externalReferenceId,
      recurranceId: begun?.recurrence.id,
      ...(made.exchange && renderSides({ ...request, exchange: shownExchange(made.exchange, exchange) })),
    })
  }

  const outcomes = submissions.map((submission): SubmissionOutcome => {
    const { operation, idempotency, principal } = submission
    if (!idempotency) return decide(submission)
    const earlier = answers.get(operation, principal.clientId, idempotency.key)
    if (earlier) {
      const conflict = conflictOf(earlier, idempotency)
      return conflict ? { ok: false, refusal: conflict } : { ...earlier.result, replayed: true }
    }
    const result = decide(submission)
    const answer = { operation, clientId: principal.clientId, ...idempotency, result, status: statusOf(result) }
    answers.set(answer)
    fresh.push(answer)
    return result
  })

  await Promise.all([
    insertPayments(tx, tenantId, payments, now),
    insertTransitions(tx, tenantId, transitions, now),
    insertSeries(tx, tenantId, series, now),
    set.write(),
    insertAnswers(tx, tenantId, fresh, systemNow),
  ])
  await writeDrawnExchanges(tx, tenantId, exchanged)
  return outcomes
}

/** The parties of each request, as far as they are known; whether the principal may name them is asked later. */
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
  const { accepted, approvals, holdTransferId, fee, isCounted } = decision
  const { institution, date, now } = set
  const { status, rail, paymentDate } = accepted
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
    speed: request.speed,
    rail,
    secCode: accepted.secCode,
    status,
    paymentDate: paymentDate.toString(),
    receiver: receiverOf(counterparty, rail),
    paymentNotes: request.paymentNotes,
    details: request.details,
    createdBy: principal.clientId,
    holdTransferId,
    fee,
    limitDate: isCounted ? date.toString() : null,
    approvals,
    approvalExpiresAt: status === 'PENDING_APPROVAL' ? approvalExpiry(now) : null,
    dueAt: status === 'FUTURE_DATED' ? startOfBusiness(institution, paymentDate) : null,
    exchange: exchangeCurrencies(request, { ownSide, counterparty }),
  }
}

/** A book transfer is valid and done in one moment; its history shows both. */
function firstTransitions(
  paymentId: string,
  status: PaymentStatus,
  actor: string,
  exchange: object | null,
): Transition[] {
  const first = { paymentId, from: null, actor, ...(exchange && { evidence: exchange }) }
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
