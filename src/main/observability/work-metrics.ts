import type { Gauge } from 'prom-client'
import type { Temporal } from 'temporal-polyfill'
import type { SweepState } from '../../jobs/sweep-state.ts'
import { SCHEDULED_SWEEPS, WAITING_STATES } from '../../payments/payments.ts'
import { HOLD_REASONS } from '../../rails/rails.ts'
import { VERIFIED_PARTS } from '../verification/verifications.store.ts'
import type { WorkMetric } from './catalogue.ts'
import type { WorkStatus } from './judge-work.ts'
import type { InstitutionWork, Work } from './read-work.ts'
import type { Instruments } from './registry.ts'

const LEVELS = { working: 0, attention: 1, stalled: 2 } as const satisfies Record<WorkStatus, number>

/** The figures of one institution, or of all. */
type Figures = Pick<InstitutionWork, 'backlog' | 'overdue' | 'queues' | 'holds' | 'verified'>

/** Sets the metrics of work to what was read. */
export function showWork(
  instruments: Instruments,
  { status, work, byInstitution }: { status: WorkStatus; work: Work | undefined; byInstitution: boolean },
): void {
  const gauge = (name: WorkMetric) => instruments.gauge(name)
  gauge('giro_work_status').set(LEVELS[status])
  // While the database cannot be read, the last figures stay, with their time.
  if (!work) return
  gauge('giro_work_read_timestamp_seconds').set(work.readAt.epochMilliseconds / 1_000)
  showBackup(gauge, work)
  for (const name of OF_FIGURES) gauge(name).reset()
  if (byInstitution) for (const one of work.institutions) showFigures(gauge, [one], { institution: one.institution })
  else showFigures(gauge, work.institutions, {})
}

/** What is not known has no value: an alert would not tell it from an age of 0. */
function showBackup(gauge: (name: WorkMetric) => Gauge, { backup, readAt }: Work): void {
  const [archiver, age] = [gauge('giro_wal_archiving_failed'), gauge('giro_base_backup_age_seconds')]
  archiver.remove()
  age.remove()
  const { isArchiving, failedAt, backedUpAt } = backup
  if (isArchiving) archiver.set(failedAt === null ? 0 : 1)
  if (backedUpAt === null) age.set(Number.POSITIVE_INFINITY)
  else if (backedUpAt) age.set((readAt.epochMilliseconds - backedUpAt.epochMilliseconds) / 1_000)
}

const OF_FIGURES: readonly WorkMetric[] = [
  'giro_payments_waiting',
  'giro_payments_waiting_oldest_seconds',
  'giro_work_overdue_seconds',
  'giro_rails_held',
  'giro_verification_age_seconds',
]

type OfQueues = [WorkMetric, Exclude<keyof InstitutionWork['queues'], 'failingError' | 'mailError'>][]
const COUNTS: OfQueues = [
  ['giro_files_unwritten', 'filesUnwritten'],
  ['giro_webhook_deliveries_pending', 'deliveriesPending'],
  ['giro_webhook_deliveries_failed', 'deliveriesFailed'],
  ['giro_webhooks_failing', 'webhooksFailing'],
  ['giro_mails_failing', 'mailsFailing'],
  ['giro_suspense_open', 'suspenseOpen'],
  ['giro_files_quarantined', 'filesQuarantined'],
  ['giro_messages_waiting', 'messagesWaiting'],
  ['giro_messages_unread', 'messagesUnread'],
  ['giro_messages_in_doubt', 'messagesInDoubt'],
  ['giro_messages_quarantined', 'messagesQuarantined'],
  ['giro_obligations_due', 'obligationsDue'],
  ['giro_obligations_overdue', 'obligationsOverdue'],
]
const AGES: OfQueues = [
  ['giro_files_unwritten_oldest_seconds', 'oldestFileSeconds'],
  ['giro_webhook_lag_seconds', 'deliverySeconds'],
  ['giro_mails_lag_seconds', 'mailSeconds'],
  ['giro_messages_waiting_oldest_seconds', 'messageSeconds'],
  ['giro_messages_unread_oldest_seconds', 'unreadSeconds'],
]

/** Counts are added up; of ages, the greatest counts. */
function showFigures(
  gauge: (name: WorkMetric) => Gauge,
  figures: readonly Figures[],
  label: { institution?: string },
): void {
  const sum = (of: (one: Figures) => number) => figures.reduce((total, one) => total + of(one), 0)
  const most = (of: (one: Figures) => number) => figures.reduce((greatest, one) => Math.max(greatest, of(one)), 0)
  for (const state of WAITING_STATES) {
    const inState = ({ backlog }: Figures) => backlog.find(({ status }) => status === state)
    gauge('giro_payments_waiting').set(
      { ...label, state },
      sum((one) => inState(one)?.payments ?? 0),
    )
    gauge('giro_payments_waiting_oldest_seconds').set(
      { ...label, state },
      most((one) => inState(one)?.seconds ?? 0),
    )
  }
  for (const sweep of SCHEDULED_SWEEPS) {
    const overdue = most((one) => one.overdue.find((work) => work.sweep === sweep)?.seconds ?? 0)
    gauge('giro_work_overdue_seconds').set({ ...label, sweep }, overdue)
  }
  for (const reason of HOLD_REASONS) {
    const held = sum(({ holds }) => holds.filter((hold) => hold.reason === reason).length)
    gauge('giro_rails_held').set({ ...label, reason }, held)
  }
  for (const part of VERIFIED_PARTS) {
    const ofPart = ({ verified }: Figures) => verified.find((one) => one.part === part)
    gauge('giro_verification_age_seconds').set(
      { ...label, part },
      most((one) => ofPart(one)?.seconds ?? 0),
    )
    gauge('giro_verification_differences').set(
      { ...label, part },
      sum((one) => ofPart(one)?.differences ?? 0),
    )
  }
  const ofQueues = (name: OfQueues[number][1]) => (one: Figures) => one.queues[name]
  for (const [metric, name] of COUNTS) gauge(metric).set(label, sum(ofQueues(name)))
  for (const [metric, name] of AGES) gauge(metric).set(label, most(ofQueues(name)))
}

/** Sets the metrics of the sweeps of this process. A sweep counts as where it fares worst. */
export function showSweeps(instruments: Instruments, states: readonly SweepState[], now: Temporal.Instant): void {
  const gauge = (name: WorkMetric) => instruments.gauge(name)
  for (const [sweep, ofSweep] of Map.groupBy(states, (state) => state.sweep)) {
    const failures = Math.max(...ofSweep.map(({ failuresInARow }) => failuresInARow))
    const starts = ofSweep.flatMap(({ runningSince }) => runningSince?.epochMilliseconds ?? [])
    gauge('giro_sweep_failures_in_a_row').set({ sweep }, failures)
    const wellUntil = wellUntilMs(ofSweep)
    if (wellUntil !== undefined) gauge('giro_sweep_last_success_timestamp_seconds').set({ sweep }, wellUntil / 1_000)
    gauge('giro_sweep_running_seconds').set(
      { sweep },
      starts.length > 0 ? (now.epochMilliseconds - Math.min(...starts)) / 1_000 : 0,
    )
  }
}

/**
 * Until when a sweep went well everywhere: its last success, but no later than the beginning of a
 * run that has not ended, or of failures on any institution. A search that finds nothing to do is a
 * success, also while a run fails, so it alone tells nothing.
 */
export function wellUntilMs(states: readonly SweepState[]): number | undefined {
  const successes = states.flatMap(({ lastSucceededAt }) => lastSucceededAt?.epochMilliseconds ?? [])
  const troubles = states
    .flatMap(({ runningSince, failingSince }) => [runningSince, failingSince])
    .flatMap((since) => since?.epochMilliseconds ?? [])
  const moments = [...(successes.length > 0 ? [Math.max(...successes)] : []), ...troubles]
  return moments.length > 0 ? Math.min(...moments) : undefined
}
