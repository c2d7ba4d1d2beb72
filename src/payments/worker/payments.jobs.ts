import { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import type { Transaction } from '../../db/client.ts'
import {
  holdInstitutionTime,
  type Institution,
  isFirstWalkOpen,
  tenantsWithCalendarChange,
} from '../../institution/institution.ts'
import { eachAlone } from '../../jobs/each-alone.ts'
import { defineSweeps, type Sweep } from '../../jobs/sweep.ts'
import { momentAt } from '../../kernel/moment.ts'
import {
  type AchSpeed,
  achSettlement,
  collectEntries,
  collectReversals,
  handOverNext,
  inCompared,
  insertDepartedFile,
  nextCollectionOf,
  nextReversalsOf,
  noteWritten,
  objectionToFile,
  onceCompared,
  REVERSAL_SPEED,
  readFileContent,
  readItems,
  recordDepartedEntries,
  recordDepartedReversals,
  scheduleSettlement,
  settleReversals,
  takeEarlierMessages,
  unlessHeld,
} from '../../rails/rails.ts'
import { releaseDueFunds } from '../availability/release-funds.ts'
import { failHeldPastCutOff } from '../cut-off/fail-missed.ts'
import { missSameDay } from '../cut-off/miss-same-day.ts'
import { expireApprovals } from '../ending/expire-approvals.ts'
import { failAltered } from '../ending/fail-altered.ts'
import { failUnwritable } from '../ending/fail-unwritable.ts'
import { meetReversalClocks } from '../ending/reverse-debit.ts'
import { holdBack } from '../held/hold-back.ts'
import { liftHeld } from '../held/lift-held.ts'
import { changePayments } from '../history/transitions.store.ts'
import { acceptAchPrenotes, collectAchPrenotes, noteAchPrenotes } from '../prenotes/prenotes.jobs.ts'
import { makeOccurrences, nextOccurrences } from '../recurring/make-occurrences.ts'
import { deriveDates } from './derive-dates.ts'
import {
  claimSettlementDue,
  claimValidated,
  firstDue,
  isOpen,
  lockTransmitted,
  settleLater,
  tenantsWith,
} from './open-payments.store.ts'
import { releaseDuePayments } from './release-due-payments.ts'
import { settlePayments } from './settle-payments.ts'
import { transmitMessages } from './transmit-messages.ts'

/**
 * The payments that one transaction moves: enough to share its cost, few enough not to block other
 * work.
 */
const BATCH_SIZE = 500
const ACTOR = 'worker'

type Work = Omit<Sweep, 'name'>

/** The proceeds of debits become available, before the payments of the day are released. */
const releaseFunds: Work = {
  due: (tx, now) => tenantsWith(tx, 'fundsDue', now),
  run: (app, institution) => inTransaction(app, institution, (tx, now) => releaseDueFunds(tx, institution, now)),
  next: (tx, { tenantId }) => firstDue(tx, tenantId, 'fundsDue'),
}

/** Dates that follow from the calendar, after a change of it. */
const deriveAgain: Work = {
  due: tenantsWithCalendarChange,
  run: deriveDates,
  next: async (tx, { tenantId }, now) => ((await isFirstWalkOpen(tx, tenantId)) ? now : undefined),
}

/** Makes the next payments of series, some days before their dates. */
const makeRecurring: Work = {
  due: (tx, now) => tenantsWith(tx, 'recurrencesDue', now),
  run: (app, institution) => inTransaction(app, institution, (tx, now) => makeOccurrences(tx, app, institution, now)),
  next: nextOccurrences,
}

/**
 * FUTURE_DATED → VALIDATED, PROCESSED, PENDING_APPROVAL or VALIDATION_FAILURE, on the payment date.
 */
const releaseDue: Work = {
  due: (tx, now) => tenantsWith(tx, 'paymentsDue', now),
  run: releaseDuePayments,
  next: (tx, { tenantId }) => firstDue(tx, tenantId, 'paymentsDue'),
}

/** PENDING_APPROVAL, PARTIALLY_APPROVED → REJECTED, if not approved in time. */
const expire: Work = {
  due: (tx, now) => tenantsWith(tx, 'approvalsExpired', now),
  run: (app, institution) => inTransaction(app, institution, (tx, now) => expireApprovals(tx, institution, now)),
  next: (tx, { tenantId }) => firstDue(tx, tenantId, 'approvalsExpired'),
}

/**
 * HELD → VALIDATION_FAILURE, when a payment misses its cut-off that is refused then, or that has
 * exchanged money.
 */
const failHeld: Work = {
  due: (tx, now) => tenantsWith(tx, 'heldPastCutOff', now),
  run: (app, institution) => inTransaction(app, institution, (tx, now) => failHeldPastCutOff(tx, institution, now)),
  next: (tx, { tenantId }) => firstDue(tx, tenantId, 'heldPastCutOff'),
}

/** HELD → FUTURE_DATED or VALIDATED, when nothing suspends the payment any more. */
const lift: Work = {
  due: (tx, now) => tenantsWith(tx, 'heldLiftable', now),
  run: (app, institution) =>
    inTransaction(app, institution, (tx, now) => liftHeld(tx, institution, momentAt(app, now))),
  next: (tx, { tenantId }) => firstDue(tx, tenantId, 'heldLiftable'),
}

/** VALIDATED → READY_TO_TRANSMIT, or HELD if the payment is suspended. */
const release: Work = {
  due: (tx, now) => tenantsWith(tx, 'validated', now),
  run: (app, institution) =>
    inTransaction(app, institution, async (tx, now) => {
      const { tenantId } = institution
      const paymentIds = await claimValidated(tx, tenantId, BATCH_SIZE)
      const held = await holdBack(tx, institution, { from: 'VALIDATED', paymentIds }, momentAt(app, now))
      const changes = paymentIds
        .filter((id) => !held.has(id))
        .map((paymentId) => ({ paymentId, from: 'VALIDATED', to: 'READY_TO_TRANSMIT', actor: ACTOR }) as const)
      await changePayments(tx, tenantId, changes, now)
      return paymentIds.length
    }),
  next: whileOpen('validated'),
}

/** Commits the messages of READY_TO_TRANSMIT payments, for rails that carry single messages. */
const transmit: Work = unlessHeld({
  due: (tx, now) => tenantsWith(tx, 'messagesReady', now),
  run: (app, institution) =>
    inTransaction(app, institution, (tx, now) => transmitMessages(tx, app, institution, BATCH_SIZE, now)),
  next: (tx, { tenantId }) => firstDue(tx, tenantId, 'messagesReady'),
})

/**
 * READY_TO_TRANSMIT → TRANSMITTED, for payments that left in a file before the database was
 * restored.
 */
async function recordDeparted(tx: Transaction, institution: Institution, now: Temporal.Instant): Promise<number> {
  const { tenantId } = institution
  const entries = await recordDepartedEntries(tx, tenantId, BATCH_SIZE)
  const changes = entries.map((entry) => {
    const effectiveDate = Temporal.PlainDate.from(entry.effectiveDate)
    const evidence = { network: 'ACH', file: entry.fileName, traceNumber: entry.traceNumber, source: 'manifest' }
    return transmission(institution, { ...entry, effectiveDate }, evidence, now)
  })
  await changePayments(tx, tenantId, changes, now)
  return entries.length
}

/**
 * Collects released ACH payments into files, which are committed before they are written. A payment
 * that does not fit an entry fails, as does one that was altered. A suspended one becomes HELD, and
 * one that is too late for its day is refused or waits. None delays the others.
 */
const collectAch: Work = onceCompared({
  due: (tx, now) => tenantsWith(tx, 'achReady', now),
  async run(app, institution) {
    let collected = await inCompared(app, institution, (tx, now) => recordDeparted(tx, institution, now))
    for (const speed of ['Economy', 'Economy Plus'] satisfies AchSpeed[])
      collected += await inCompared(app, institution, async (tx, now) => {
        const { collected, unwritable, altered, heldBack } = await collectEntries(
          tx,
          institution,
          speed,
          now,
          async (ids) => {
            const ready = { from: 'READY_TO_TRANSMIT', paymentIds: ids } as const
            const held = await holdBack(tx, institution, ready, momentAt(app, now))
            if (speed === 'Economy') return held
            const unheld = ids.filter((id) => !held.has(id))
            return new Set([...held, ...(await missSameDay(tx, institution, unheld, now))])
          },
        )
        const ofAch = unwritable.map((one) => ({ ...one, rail: 'ACH' }))
        await failUnwritable(tx, app, institution, ofAch, now)
        await failAltered(tx, app, institution, altered, now)
        return collected + unwritable.length + altered.length + heldBack
      })
    return collected
  },
  next: nextCollectionOf,
})

/** Collects the reversals of settled debits into separate files. */
const collectAchReversals: Work = onceCompared({
  due: (tx, now) => tenantsWith(tx, 'reversalsWaiting', now),
  run: (app, institution) =>
    inCompared(app, institution, async (tx, now) => {
      const departed = await recordDepartedReversals(tx, institution.tenantId, BATCH_SIZE)
      for (const fileId of departed) await noteReversalsLeft(tx, institution, fileId, now)
      return departed.length + (await collectReversals(tx, institution, now))
    }),
  next: nextReversalsOf,
})

/**
 * Hands committed files over to the ACH operator; READY_TO_TRANSMIT → TRANSMITTED for their
 * payments. A file whose worker died is handed over by another, or is in doubt.
 */
const writeAchFiles: Work = unlessHeld({
  due: (tx, now) => tenantsWith(tx, 'handoversDue', now),
  run: (app, institution) =>
    handOverNext(app, institution, {
      rail: 'ACH',
      transport: app.achTransport,
      workerName: app.workerName,
      readContent: (tx, { tenantId, id }) => readFileContent(tx, tenantId, id),
      readItems: (tx, { tenantId, id }) => readItems(tx, tenantId, id),
      objectionTo: (tx, { tenantId, id }) => objectionToFile(tx, tenantId, id),
      onLeft: async (tx, file) =>
        transmitFile(tx, institution, file, await holdInstitutionTime(tx, institution, app.clock)),
    }),
  next: whileOpen('handoversOpen'),
})

/** Moves the payments of a file that has left. */
async function transmitFile(
  tx: Transaction,
  institution: Institution,
  { id, name, fromEvidence }: { id: string; name: string; fromEvidence: boolean },
  now: Temporal.Instant,
): Promise<number> {
  const { tenantId } = institution
  if (fromEvidence) {
    // The next collection moves its payments.
    await insertDepartedFile(tx, tenantId, { id, name }, now)
    return 1
  }
  const { entries } = await noteWritten(tx, tenantId, { id, name }, now)
  const changes = entries.map((entry) =>
    transmission(institution, entry, { network: 'ACH', file: name, traceNumber: entry.traceNumber }, now),
  )
  await changePayments(tx, tenantId, changes, now)
  // A file of reversals or prenotifications moves no payment, but still counts as work.
  if (entries.length === 0) await noteReversalsLeft(tx, institution, id, now)
  return Math.max(entries.length, 1)
}

function transmission(
  institution: Institution,
  { paymentId, effectiveDate, speed }: { paymentId: string; effectiveDate: Temporal.PlainDate; speed: AchSpeed },
  evidence: object,
  now: Temporal.Instant,
) {
  const { valueDate, settlesAt } = achSettlement(institution, { effectiveDate, speed }, now)
  return {
    ...({ paymentId, from: 'READY_TO_TRANSMIT', to: 'TRANSMITTED', actor: ACTOR, evidence } as const),
    passage: { valueDate, leavesAt: now },
    settlementDueAt: settlesAt,
  }
}

/** The reversals of a file have left: their clocks end, and they settle by the calendar. */
async function noteReversalsLeft(
  tx: Transaction,
  institution: Institution,
  fileId: string,
  now: Temporal.Instant,
): Promise<void> {
  const dueAt = (effectiveDate: Temporal.PlainDate) =>
    achSettlement(institution, { effectiveDate, speed: REVERSAL_SPEED }, now).settlesAt
  const paymentIds = await scheduleSettlement(tx, institution.tenantId, fileId, dueAt)
  await meetReversalClocks(tx, institution.tenantId, paymentIds, ACTOR, now)
}

/** TRANSMITTED → PROCESSED by the calendar, for a rail that reports only failures. */
const settleByCalendar: Work = {
  due: (tx, now) => tenantsWith(tx, 'settlementDue', now),
  run: (app, institution) => {
    const { tenantId } = institution
    const evidence = { network: 'ACH', settled: 'by effective entry date' }
    return eachAlone(app, {
      limit: BATCH_SIZE,
      work: (limit, claimed) =>
        inTransaction(app, institution, async (tx, now) => {
          const payments = await claimSettlementDue(tx, tenantId, now, limit)
          claimed(payments.map(({ id }) => id))
          const [sent = [], unsent = []] = [true, false].map((is) => payments.filter(({ isSent }) => isSent === is))
          for (const { id } of unsent) await putOff(app, tx, institution, { id, err: UNSENT }, now)
          const settled = sent.map((payment) => ({ payment, evidence }))
          await settlePayments(tx, institution, settled, now)
          return payments.length
        }),
      setAside: (id, err) =>
        inTransaction(app, institution, (tx, now) => putOff(app, tx, institution, { id, err }, now)),
    })
  },
  next: (tx, { tenantId }) => firstDue(tx, tenantId, 'settlementDue'),
}

/** The state of a payment can say more than is true, if SQL wrote it. */
const UNSENT = new Error('the payment is in no file that has left')

function putOff(
  app: App,
  tx: Transaction,
  { tenantId }: Institution,
  { id: paymentId, err }: { id: string; err: Error },
  now: Temporal.Instant,
): Promise<void> {
  app.log.error({ err, paymentId }, 'a payment cannot be settled; it is tried again in an hour')
  return settleLater(tx, tenantId, paymentId, now.add({ hours: 1 }))
}

/** The amounts of reversing entries leave the clearing account, by the calendar. */
const settleAchReversals: Work = {
  due: (tx, now) => tenantsWith(tx, 'reversalsToSettle', now),
  run: (app, institution) =>
    inTransaction(app, institution, (tx, now) => settleReversals(tx, institution.tenantId, BATCH_SIZE, now)),
  next: (tx, { tenantId }) => firstDue(tx, tenantId, 'reversalsToSettle'),
}

/**
 * TRANSMITTED → PROCESSED for payments that a worker of 0.2.0 sent to the simulated networks of a
 * sandbox. They settle after a delay: that release had no messages to answer.
 */
const settleEarlier: Work = {
  due: (tx, now) => tenantsWith(tx, 'earlierDue', now),
  run: (app, institution) =>
    inTransaction(app, institution, async (tx, now) => {
      const { tenantId } = institution
      const settled = await takeEarlierMessages(tx, tenantId, now, BATCH_SIZE)
      const evidence = new Map(
        settled.map(({ paymentId, rail, reference }) => [paymentId, { network: `simulated ${rail}`, reference }]),
      )
      const payments = await lockTransmitted(tx, tenantId, [...evidence.keys()])
      await settlePayments(
        tx,
        institution,
        payments.map((payment) => ({ payment, evidence: evidence.get(payment.id)! })),
        now,
      )
      return settled.length
    }),
  next: (tx, { tenantId }) => firstDue(tx, tenantId, 'earlierDue'),
}

/** The sweeps that move payments, in the order of a payment's life. */
export const paymentSweeps = defineSweeps('payments', {
  'release funds': releaseFunds,
  'derive dates again': deriveAgain,
  'make recurring payments': makeRecurring,
  'release due payments': releaseDue,
  'expire approvals': expire,
  'fail held payments': failHeld,
  'lift held payments': lift,
  'release payments': { ...release, isUrgent: true },
  'transmit messages': { ...transmit, isUrgent: true },
  'collect ACH entries': collectAch,
  'collect ACH reversals': collectAchReversals,
  'collect ACH prenotifications': collectAchPrenotes,
  'write ACH files': writeAchFiles,
  'note ACH prenotifications that left': noteAchPrenotes,
  'accept ACH prenotifications': acceptAchPrenotes,
  'settle ACH payments': settleByCalendar,
  'settle ACH reversals': settleAchReversals,
  'settle messages of 0.2.0': settleEarlier,
})

/** Runs work in one transaction, at the institution's time. */
function inTransaction<T>(
  app: App,
  institution: Institution,
  work: (tx: Transaction, now: Temporal.Instant) => Promise<T>,
): Promise<T> {
  return app.db.transaction(async (tx) => work(tx, await holdInstitutionTime(tx, institution, app.clock)))
}

/** The schedule of work that is due as soon as any is open. */
function whileOpen(kind: Parameters<typeof isOpen>[2]): NonNullable<Work['next']> {
  return async (tx, { tenantId }, now) => ((await isOpen(tx, tenantId, kind)) ? now : undefined)
}
