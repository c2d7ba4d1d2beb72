import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { readInstitution } from '../institution/institution.ts'
import { assertDistinctNames, type Sweep, sliceOf } from './sweep.ts'

export interface Worker {
  /** Stops after the current transaction. */
  drain(): Promise<void>
}

/**
 * How long the worker waits after a pass that found no work. A sweep that found none is left alone
 * as long, while others work.
 */
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
  /** When a sweep that found no work is asked again. */
  const restsUntil = new Map<Sweep, number>()

  /** Runs one pass of one sweep. A failure is logged and does not stop other tenants or sweeps. */
  async function pass(sweep: Sweep): Promise<number> {
    const now = app.clock.now()
    const paused = pausedUntil.get(sweep)!
    let advanced = 0
    const tenantIds = await app.db.read((db) => sweep.due(db, now))
    restsUntil.set(sweep, tenantIds.length === 0 ? performance.now() + IDLE_MS : 0)
    for (const tenantId of tenantIds) {
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

  /**
   * Runs each sweep once, except those that rest. A sweep does not rest if an earlier one of its
   * slice moved rows, because they may be its work.
   */
  async function passAll(): Promise<number> {
    const moved = new Map<string, number>()
    for (const sweep of sweeps) {
      if (stop.signal.aborted) break
      const slice = sliceOf(sweep)
      const rests = !moved.get(slice) && performance.now() < (restsUntil.get(sweep) ?? 0)
      if (!rests) moved.set(slice, (moved.get(slice) ?? 0) + (await pass(sweep)))
    }
    return [...moved.values()].reduce((sum, rows) => sum + rows, 0)
  }

  async function work(): Promise<void> {
    while (!stop.signal.aborted) {
      let waitMs = IDLE_MS
      try {
        const advanced = await passAll()
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
