import { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import { readChangers } from '../../audit/audit.ts'
import { splitAltered } from '../../db/altered-rows.ts'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { openBaseRates } from '../../fx/fx.ts'
import { refusalMessage } from '../../http/errors.ts'
import type { Institution } from '../../institution/institution.ts'
import { today } from '../../kernel/clock.ts'
import { addMakerOfSeries, addMakersOfSeries, readRedirected } from '../approval/makers.store.ts'
import { openCounterparties, ownAccountOf } from '../decision/counterparties.ts'
import { readOwnAccounts, readOwnSides } from '../decision/parties.store.ts'
import { changePayments, type PaymentChange, type Transition } from '../history/transitions.store.ts'
import { insertPayments } from '../payments.store.ts'
import { nextOccurrence, type PaymentTemplate, type SeriesSituation } from './next-occurrence.ts'
import { recordRecurrence } from './record-recurrence.ts'
import {
  advanceRecurrences,
  claimDueRecurrences,
  firstDueDay,
  insertOccurrences,
  type Occurrence,
  type Recurrence,
} from './recurrences.store.ts'

const BATCH_SIZE = 500
const ACTOR = 'worker'

/**
 * Creates the next payment of each series that is due. The payment waits for its date or for
 * approval, or becomes VALIDATION_FAILURE with the reason; the series continues either way. A
 * series creates one payment per run, so one that is several payments behind catches up in the next
 * runs. A series that was altered ends, and the others go on. Returns the number of series
 * processed.
 */
export async function makeOccurrences(
  tx: Transaction,
  { log }: Pick<App, 'log'>,
  institution: Institution,
  now: Temporal.Instant,
): Promise<number> {
  const { tenantId, timeZone } = institution
  const claimed = await claimDueRecurrences(tx, tenantId, today(now, timeZone).toString(), BATCH_SIZE)
  const { altered, unaltered: due } = splitAltered(claimed)
  await endAltered(tx, log, institution, altered, now)
  if (due.length === 0) return claimed.length
  const situationOf = await readSituations(tx, institution, due, now)
  const steps = due.map((recurrence) => nextOccurrence(recurrence, situationOf(recurrence)))

  const made = steps.flatMap(({ recurrence, payment, refused }) => (payment ? [{ recurrence, payment, refused }] : []))
  const firstSteps = made.map(
    ({ payment }): Transition => ({ paymentId: payment.id, from: null, to: payment.status, actor: ACTOR }),
  )
  await insertPayments(
    tx,
    tenantId,
    made.map(({ payment }) => payment),
    firstSteps,
    now,
  )
  const occurrences = made.map(({ recurrence, payment }) => ({
    recurrenceId: recurrence.id,
    number: recurrence.paymentsMade,
    paymentId: payment.id,
  }))
  await insertOccurrences(tx, tenantId, occurrences)
  await noteMakers(tx, tenantId, occurrences, now)
  const failures = made.flatMap(({ payment, refused }): PaymentChange[] => {
    if (!refused) return []
    const failureReason = refusalMessage('The payment was not released', refused)
    const evidence = { reason: refused.reason }
    const step = { paymentId: payment.id, from: 'FUTURE_DATED', to: 'VALIDATION_FAILURE', actor: ACTOR } as const
    return [{ ...step, failureReason, evidence }]
  })
  await changePayments(tx, tenantId, failures, now)

  const advanced = steps.map(({ recurrence }) => recurrence)
  await advanceRecurrences(tx, tenantId, advanced, now)
  for (const [place, after] of advanced.entries())
    if (after.status !== 'Active') await recordEnd(tx, tenantId, due[place]!, after, now)
  return claimed.length
}

/**
 * Active → Cancelled for series that somebody altered in the database: they pay nobody any more.
 * The payments that were made before stay: each has its own digest.
 */
async function endAltered(
  tx: Transaction,
  log: App['log'],
  { tenantId }: Institution,
  altered: readonly (Recurrence & { altered: string })[],
  now: Temporal.Instant,
): Promise<void> {
  if (altered.length === 0) return
  const ended = altered.map(({ id, paymentsMade }) => ({ id, paymentsMade, status: 'Cancelled', dueOn: null }) as const)
  await advanceRecurrences(tx, tenantId, ended, now)
  for (const { id, customerId, altered: why } of altered) {
    log.error(
      { recurrenceId: id, tenantId: String(tenantId), why },
      'a series was altered in the database, and ends: find out who wrote there',
    )
    const subject = { kind: 'recurrence', id, customerId }
    const shown = { status: 'Cancelled', reason: 'altered' }
    const change = { before: { status: 'Active' }, after: { ...shown, why } }
    await recordChange(tx, { tenantId, actor: ACTOR, action: 'recurrence.altered', subject, ...change }, now, shown)
  }
}

/**
 * Notes who shaped new payments besides the starters of their series: who changed a series, and who
 * changed its contact if it pays to other bank details than it did first.
 */
async function noteMakers(
  tx: Transaction,
  tenantId: bigint,
  occurrences: readonly Occurrence[],
  now: Temporal.Instant,
): Promise<void> {
  if (occurrences.length === 0) return
  for (const { recurrenceId, contactId, startedAt } of await readRedirected(tx, tenantId, occurrences)) {
    const changers = await readChangers(tx, tenantId, { kind: 'contact', id: String(contactId) }, startedAt)
    for (const maker of changers) await addMakerOfSeries(tx, tenantId, { recurrenceId, maker }, now)
  }
  await addMakersOfSeries(tx, tenantId, occurrences)
}

/** When the next series is due: the start of its day in the institution's time zone. */
export async function nextOccurrences(
  tx: Transaction,
  { tenantId, timeZone }: Institution,
): Promise<Temporal.Instant | undefined> {
  const day = await firstDueDay(tx, tenantId)
  return day === undefined ? undefined : Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toInstant()
}

async function recordEnd(
  tx: Transaction,
  tenantId: bigint,
  before: Recurrence,
  after: Recurrence,
  now: Temporal.Instant,
): Promise<void> {
  const end =
    after.status === 'Cancelled'
      ? ({ action: 'cancelled', reason: 'the first payment was rejected' } as const)
      : ({ action: 'completed' } as const)
  await recordRecurrence(tx, tenantId, { actor: ACTOR, ...end, before, after }, now)
}

/** The current facts that payments by these templates depend on. */
export async function readSituations<T extends PaymentTemplate>(
  tx: Transaction,
  institution: Institution,
  due: readonly T[],
  now: Temporal.Instant,
): Promise<(template: T) => SeriesSituation> {
  const { tenantId, routingNumber, timeZone } = institution
  const date = today(now, timeZone)
  const counterparties = await openCounterparties(tx, tenantId, due)
  const senderIds = new Set(due.map(({ senderAccountId }) => senderAccountId))
  const ownSides = await readOwnSides(tx, tenantId, [...senderIds])
  const ownAccounts = await readOwnAccounts(tx, tenantId, routingNumber, counterparties.ownNumbers(institution))
  const currencies = due.map(({ currency }) => currency)
  const rates = await openBaseRates(tx, institution, currencies, now)
  return (recurrence) => {
    const counterparty = counterparties.of(recurrence)
    if (!counterparty) throw new Error(`the counterparty of ${recurrence.externalReferenceId} does not exist`)
    const ownSide = ownSides.get(recurrence.senderAccountId)
    const ownAccount = ownAccountOf(counterparty, ownAccounts)
    return { institution, ownSide, counterparty, ownAccount, rates, today: date, now }
  }
}
