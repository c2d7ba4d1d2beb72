import type { Logger } from 'pino'
import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import type { SlowStatements } from '../../db/slow-statements.ts'
import type { RequestObserver } from '../../http/observe-requests.ts'
import type { SweepState } from '../../jobs/sweep-state.ts'
import type { Observability } from '../config.ts'
import { logRequests } from './access-log.ts'
import { metricsOf } from './catalogue.ts'
import { type Listener, type Page, startListener } from './listener.ts'
import { createWorkReader } from './read-work.ts'
import { createInstruments, type Instruments } from './registry.ts'
import { type BatchName, createServiceMetrics, type ServiceLoad } from './service-metrics.ts'
import { createWorkHealth, renderHealth, type WorkHealthReader } from './work-health.ts'
import { showSweeps, showWork } from './work-metrics.ts'

/** What the parts of a service report to. What is off is undefined, and costs the parts nothing. */
export interface Observers {
  requests: readonly RequestObserver[]
  batchOf(name: BatchName): ((batch: { size: number; ms: number }) => void) | undefined
  slow: SlowStatements | undefined
  /** Shows the service to operators. Undefined if they do not listen. */
  start(sources: Sources): Promise<Listener | undefined>
}

export interface Sources {
  readLoad(): ServiceLoad
  readHealth: WorkHealthReader
  now(): Temporal.Instant
  /** Undefined without a worker in this process. */
  readSweeps: (() => readonly SweepState[]) | undefined
}

export const NOTHING_OBSERVED: Observability = {
  listener: undefined,
  byInstitution: false,
  accessLog: 'off',
  slowQueryMs: undefined,
}

/** `worker` says whether this process runs one: then it also shows the work of all institutions. */
export function createObservers(settings: Observability, { log, worker }: { log: Logger; worker: boolean }): Observers {
  const { listener, accessLog, slowQueryMs, byInstitution } = settings
  const instruments = listener && createInstruments(metricsOf({ worker, byInstitution }))
  const metrics = instruments && createServiceMetrics(instruments)
  const requestLog = logRequests(log, accessLog)
  const report: SlowStatements['report'] = ({ name, text, ms }) => {
    metrics?.countSlowStatement()
    log.warn({ statement: name, text, ms }, 'slow statement')
  }
  return {
    requests: [requestLog, metrics?.observeRequest].filter((observer) => observer !== undefined),
    batchOf: (name) => metrics?.observeBatch(name),
    slow: slowQueryMs === undefined ? undefined : { fromMs: slowQueryMs, report },
    async start(sources) {
      if (!listener || !instruments || !metrics) return undefined
      metrics.show(sources.readLoad)
      return startListener(listener, pagesOf(instruments, sources, byInstitution), log)
    },
  }
}

/** The health of the work as any node can tell it: from the database, and from its own worker. */
export function observeWork(
  app: App,
  readSweeps: () => readonly SweepState[],
  backupDir: string | null | undefined,
): WorkHealthReader {
  return createWorkHealth(createWorkReader({ ...app, backupDir }), { now: () => app.tokenClock.now(), readSweeps })
}

function pagesOf(instruments: Instruments, { readHealth, readSweeps, now }: Sources, byInstitution: boolean) {
  const { registry } = instruments
  return {
    '/metrics': async (): Promise<Page> => {
      if (readSweeps) {
        const { status, work } = await readHealth()
        showWork(instruments, { status, work, byInstitution })
        showSweeps(instruments, readSweeps(), now())
      }
      return { status: 200, type: registry.contentType, text: await registry.metrics() }
    },
    '/health/work': async (): Promise<Page> => {
      const health = await readHealth()
      return jsonPage(health.status === 'stalled' ? 503 : 200, renderHealth(health))
    },
    '/health/live': async (): Promise<Page> => jsonPage(200, { status: 'live' }),
  }
}

function jsonPage(status: number, body: object): Page {
  return { status, type: 'application/json; charset=utf-8', text: `${JSON.stringify(body, null, 2)}\n` }
}
