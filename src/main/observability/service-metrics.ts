import type { Gauge } from 'prom-client'
import type { DatabaseLoad } from '../../db/client.ts'
import { operationNameOf, type RequestObserver } from '../../http/observe-requests.ts'
import { VERSION } from '../../kernel/version.ts'
import type { ServiceMetric } from './catalogue.ts'
import type { Instruments } from './registry.ts'

/** What a process shows of itself. It is read with the metrics, so that it costs nothing else. */
export interface ServiceLoad {
  database: DatabaseLoad
  /** The requests that wait or run, by the name of their batches. */
  batches: Readonly<Record<BatchName, number>>
  requestsInFlight: number
}

export type BatchName = 'payments' | 'changes'

/** The parts of the service report to it what happens. */
export interface ServiceMetrics {
  observeRequest: RequestObserver
  observeBatch(name: BatchName): (batch: { size: number; ms: number }) => void
  countSlowStatement(): void
  /** Shows the load from now on. */
  show(readLoad: () => ServiceLoad): void
}

export function createServiceMetrics(instruments: Instruments): ServiceMetrics {
  const counter = (name: ServiceMetric) => instruments.counter(name)
  const histogram = (name: ServiceMetric) => instruments.histogram(name)
  const gauge = (name: ServiceMetric) => instruments.gauge(name)
  const [requests, durations] = [counter('giro_http_requests_total'), histogram('giro_http_request_duration_seconds')]
  const [sizes, batchDurations] = [histogram('giro_batch_size'), histogram('giro_batch_duration_seconds')]
  const slow = counter('giro_database_slow_statements_total')
  gauge('giro_build_info').set({ version: VERSION }, 1)
  return {
    observeRequest({ request, status, ms }) {
      const operation = operationNameOf(request)
      requests.inc({ operation, status })
      durations.observe({ operation }, ms / 1000)
    },
    observeBatch: (batch) => {
      const [size, duration] = [sizes.labels({ batch }), batchDurations.labels({ batch })]
      return (ended) => {
        size.observe(ended.size)
        duration.observe(ended.ms / 1000)
      }
    },
    countSlowStatement: () => slow.inc(),
    show(readLoad) {
      onRead(gauge('giro_http_requests_in_flight'), (shown) => shown.set(readLoad().requestsInFlight))
      onRead(gauge('giro_batch_waiting'), (shown) => {
        for (const [batch, waiting] of Object.entries(readLoad().batches)) shown.set({ batch }, waiting)
      })
      onRead(gauge('giro_database_connections'), (shown) => {
        const { open, idle } = readLoad().database
        shown.set({ state: 'used' }, open - idle)
        shown.set({ state: 'idle' }, idle)
      })
      onRead(gauge('giro_database_connections_max'), (shown) => shown.set(readLoad().database.max))
      onRead(gauge('giro_database_waiting'), (shown) => shown.set(readLoad().database.waiting))
    },
  }
}

function onRead(gauge: Gauge, set: (gauge: Gauge) => void): void {
  Object.assign(gauge, { collect: () => set(gauge) })
}
