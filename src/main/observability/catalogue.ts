/**
 * Every metric of the service. The registry and docs/metrics.md are made from this list.
 * Label values come from closed lists (operations, states, sweeps): never an id, a name or a path.
 */
export interface MetricDescription {
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  labels?: readonly string[]
  buckets?: readonly number[]
}

/** Seconds: from a look-up to the end of a request's patience. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What every process that has a metrics listener shows. */
export const SERVICE_METRICS = {
  giro_build_info: { type: 'gauge', labels: ['version'], help: 'Always 1. The label is the release.' },
  giro_http_requests_total: {
    type: 'counter',
    labels: ['operation', 'status'],
    help: 'Requests that ended, by operation and HTTP status; 499 if the client went away first.',
  },
  giro_http_request_duration_seconds: {
    type: 'histogram',
    labels: ['operation'],
    buckets: DURATIONS,
    help: 'Time from the head of a request to the last byte of its reply.',
  },
  giro_http_requests_in_flight: { type: 'gauge', help: 'Requests that are processed now.' },
  giro_batch_size: {
    type: 'histogram',
    labels: ['batch'],
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    help: 'Requests that shared a transaction: payments, or changes of other records.',
  },
  giro_batch_duration_seconds: {
    type: 'histogram',
    labels: ['batch'],
    buckets: DURATIONS,
    help: 'Time from the start of a batch to its commit, with its retries.',
  },
  giro_batch_waiting: { type: 'gauge', labels: ['batch'], help: 'Requests that wait for a batch or are in one.' },
  giro_database_connections: {
    type: 'gauge',
    labels: ['state'],
    help: 'Connections of this process to the database: used or idle.',
  },
  giro_database_connections_max: { type: 'gauge', help: 'The most connections that this process opens.' },
  giro_database_waiting: { type: 'gauge', help: 'Transactions and reads that wait for a connection.' },
  giro_database_slow_statements_total: {
    type: 'counter',
    help: 'Statements that took longer than GIRO_SLOW_QUERY_MS. The log names each.',
  },
} as const satisfies Record<string, MetricDescription>

export type ServiceMetric = keyof typeof SERVICE_METRICS

/**
 * What a process with a worker shows of the work of all institutions. With
 * GIRO_METRICS_BY_INSTITUTION, each has the label `institution` too; without it, counts are totals
 * and ages are those of the oldest.
 */
export const WORK_METRICS = {
  giro_work_status: {
    type: 'gauge',
    help: '0 if work goes on, 1 if something needs attention, 2 if something stands still. /health/work says what.',
  },
  giro_work_read_timestamp_seconds: {
    type: 'gauge',
    help: 'When the figures of work were last read from the database. The figures below are from then.',
  },
  giro_payments_waiting: {
    type: 'gauge',
    labels: ['state'],
    help: 'Payments in a state in which they wait; at most 5,000 are counted for each institution and rail.',
  },
  giro_payments_waiting_oldest_seconds: {
    type: 'gauge',
    labels: ['state'],
    help: 'For how long the oldest of these payments has been in the state.',
  },
  giro_work_overdue_seconds: {
    type: 'gauge',
    labels: ['sweep'],
    help: 'For how long the earliest work of a sweep has been due.',
  },
  giro_files_unwritten: { type: 'gauge', help: 'ACH files that are committed and wait to be handed over.' },
  giro_files_unwritten_oldest_seconds: { type: 'gauge', help: 'The age of the oldest of these files.' },
  giro_rails_held: {
    type: 'gauge',
    labels: ['reason'],
    help: 'Institutions from which nothing leaves, because their rails are held.',
  },
  giro_webhook_deliveries_pending: { type: 'gauge', help: 'Deliveries to webhooks that wait or are retried.' },
  giro_webhook_lag_seconds: {
    type: 'gauge',
    help: 'For how long the oldest event has waited to be sent to an active webhook. A retry counts from when it is due.',
  },
  giro_webhook_deliveries_failed: {
    type: 'gauge',
    help: 'Deliveries that were given up and are still kept: the dead letters. A replay makes new ones.',
  },
  giro_webhooks_failing: { type: 'gauge', help: 'Webhooks whose receiver accepts nothing at present.' },
  giro_mails_lag_seconds: { type: 'gauge', help: 'For how long the first payment notification has been due.' },
  giro_mails_failing: { type: 'gauge', help: 'Payment notifications that failed at least twice and are tried again.' },
  giro_suspense_open: { type: 'gauge', help: 'Items of money that a person must place.' },
  giro_files_quarantined: { type: 'gauge', help: 'Incoming files in quarantine, on which a person decides.' },
  giro_messages_waiting: { type: 'gauge', help: 'Messages that wait to be handed over to their networks.' },
  giro_messages_waiting_oldest_seconds: { type: 'gauge', help: 'How long ago the oldest of them was made.' },
  giro_messages_unread: { type: 'gauge', help: 'Messages of networks that came in and were not read yet.' },
  giro_messages_unread_oldest_seconds: { type: 'gauge', help: 'How long ago the oldest of them came in.' },
  giro_messages_in_doubt: {
    type: 'gauge',
    help: 'Messages in doubt: nobody can tell whether they left, and a person decides.',
  },
  giro_messages_quarantined: { type: 'gauge', help: 'Incoming messages in quarantine, on which a person decides.' },
  giro_obligations_due: { type: 'gauge', help: 'Obligations that are due soon and not met.' },
  giro_obligations_overdue: { type: 'gauge', help: 'Obligations whose time passed and that are still not met.' },
  giro_verification_age_seconds: {
    type: 'gauge',
    labels: ['part'],
    help: 'How long ago a part of the books was verified, where it was longest ago; if never, the age of the institution.',
  },
  giro_verification_differences: {
    type: 'gauge',
    labels: ['part'],
    help: 'Differences that the last verification of the part found. Anything but 0 is an alarm.',
  },
  giro_wal_archiving_failed: {
    type: 'gauge',
    help: '1 if PostgreSQL archived nothing since it last failed to archive its log. Absent if it does not archive.',
  },
  giro_base_backup_age_seconds: {
    type: 'gauge',
    help: 'The age of the newest base backup of the embedded database; +Inf if none exists. Absent with another PostgreSQL.',
  },
  giro_sweep_failures_in_a_row: {
    type: 'gauge',
    labels: ['sweep'],
    help: 'Failures of a sweep since it last succeeded, on the institution where it fails most. Of this process.',
  },
  giro_sweep_last_success_timestamp_seconds: {
    type: 'gauge',
    labels: ['sweep'],
    help: 'Until when a sweep went well everywhere: it stops while the sweep fails or hangs on any institution. Of this process.',
  },
  giro_sweep_running_seconds: {
    type: 'gauge',
    labels: ['sweep'],
    help: 'For how long the present run of a sweep has been going on. Of this process.',
  },
} as const satisfies Record<string, MetricDescription>

export type WorkMetric = keyof typeof WORK_METRICS

/** The metrics of a process. */
export function metricsOf({ worker, byInstitution }: { worker: boolean; byInstitution: boolean }) {
  if (!worker) return SERVICE_METRICS
  const work = Object.entries<MetricDescription>(WORK_METRICS).map(([name, metric]): [string, MetricDescription] => {
    const labels = metric.labels ?? []
    return [name, byInstitution && !OF_PROCESS.test(name) ? { ...metric, labels: ['institution', ...labels] } : metric]
  })
  return { ...SERVICE_METRICS, ...Object.fromEntries(work) }
}

/** Work metrics that are not of institutions. */
const OF_PROCESS = /^giro_(sweep|work_status|work_read|wal_archiving|base_backup)/
