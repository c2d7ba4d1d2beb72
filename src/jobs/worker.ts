import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { readInstitution } from '../institution/institution.ts'
import { assertDistinctNames, type Sweep } from './sweep.ts'

export interface Worker {
  /** Stops after the transaction that is under way. */
  drain(): Promise<void>
}

/** How long a worker that found nothing to do waits before it looks again. */
const IDLE_MS = 250
/** How long it waits after a pass that found some, so that what comes meanwhile shares the next one and does not each have its own. */
const PAUSE_MS = 25
/** A pass that found as much as this goes on at once: more is waiting. */
const FULL_PASS = 500
/** How long it leaves a sweep alone that failed, or the database where it does not answer, so that a fault does not become a storm. */
const FAILED_MS = 5_000

/** Sweeps over all institutions, again and again: at once while much is waiting, a few times a second while there is nothing. */
export function startWorker(app: App, sweeps: readonly Sweep[]): Worker {
  assertDistinctNames(sweeps)
  const stop = new AbortController()
  /** Until when a sweep that failed for a tenant pauses, by the sweep itself and its tenant. */
  const pausedUntil = new Map(sweeps.map((sweep) => [sweep, new Map<bigint, number>()]))

  /** One pass of one sweep. A failure is logged and does not keep the other tenants or sweeps from their turn. */
  async function pass(sweep: Sweep): Promise<number> {
    const now = app.clock.now()
    const paused = pausedUntil.get(sweep)!
    let advanced = 0
    for (const tenantId of await app.db.read((db) => sweep.due(db, now))) {
      if (stop.signal.aborted || (paused.get(tenantId) ?? 0) > performance.now()) continue
      try {
        const institution = await app.db.read((db) => readInstitution(db, tenantId))
        advanced += await sweep.run(app, institution)
        paused.delete(tenantId)
      } catch (error) {
        app.log.error(
          { err: error, sweep: sweep.name, tenantId: String(tenantId) },
          'a sweep failed and will be tried again',
        )
        paused.set(tenantId, performance.now() + FAILED_MS)
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
        if (advanced > 0) waitMs = advanced < FULL_PASS ? PAUSE_MS : 0
      } catch (error) {
        app.log.error({ err: error }, 'the worker could not look for work and will try again')
        waitMs = FAILED_MS
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
