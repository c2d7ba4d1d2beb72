import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { readInstitution } from '../institution/institution.ts'
import { assertDistinctNames, type Sweep } from './sweep.ts'

export interface Worker {
  /** Stops after the current transaction. */
  drain(): Promise<void>
}

/** How long the worker waits after a pass that found no work. */
const IDLE_MS = 250
/**
 * How long it waits after a pass that found some work, so that rows arriving meanwhile share the
 * next pass.
 */
const PAUSE_MS = 25
/** After a pass that moved this many rows, the next one starts at once: more work is waiting. */
const FULL_PASS_ROWS = 500
/**
 * How long a failed sweep or an unreachable database is left alone, so that a fault does not cause
 * a storm of retries.
 */
const RETRY_DELAY_MS = 5_000

/**
 * Sweeps all institutions continuously: without a pause while much work waits, a few times a second
 * while there is none.
 */
export function startWorker(app: App, sweeps: readonly Sweep[]): Worker {
  assertDistinctNames(sweeps)
  const stop = new AbortController()
  /** When a sweep that failed for a tenant may run again, by sweep and tenant. */
  const pausedUntil = new Map(sweeps.map((sweep) => [sweep, new Map<bigint, number>()]))

  /** Runs one pass of one sweep. A failure is logged and does not stop other tenants or sweeps. */
  async function pass(sweep: Sweep): Promise<number> {
    const now = app.clock.now()
    const paused = pausedUntil.get(sweep)!
    let advanced = 0
    for (const tenantId of await app.db.read((db) => sweep.due(db, now))) {
      if (stop.signal.aborted || (paused.get(tenantId) ?? 0) > performance.now()) continue
      try {
        const institution = await app.db.read((db) => readInstitution(db, tenantId))
        advanced += await sweep.run({ ...app, db: app.db.forTenant(tenantId) }, institution)
        paused.delete(tenantId)
      } catch (error) {
        app.log.error({ err: error, sweep: sweep.name, tenantId: String(tenantId) }, 'sweep failed; will retry')
        paused.set(tenantId, performance.now() + RETRY_DELAY_MS)
      }
    }
    return advanced
  }

  async function work(): Promise<void> {
    while (!stop.signal.aborted) {
      let waitMs = IDLE_MS
      try {
        let advanced = 0
        for (const sweep of sweeps) if (!stop.signal.aborted) advanced += await pass(sweep)
        if (advanced > 0) waitMs = advanced < FULL_PASS_ROWS ? PAUSE_MS : 0
      } catch (error) {
        app.log.error({ err: error }, 'the worker could not look for work; will retry')
        waitMs = RETRY_DELAY_MS
      }
      if (waitMs > 0) await sleep(waitMs, undefined, { signal: stop.signal }).catch(() => {})
    }
  }

  const done = work()
  return {
    async drain() {
      stop.abort()
      await done
    },
  }
}
