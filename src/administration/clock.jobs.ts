import { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import { lockInstitution, tenantsWithMovingClock, writeClock } from '../institution/institution.ts'
import { defineSweeps, type Sweep } from '../jobs/sweep.ts'
import { recordClock } from './set-clock.ts'

const ACTOR = 'worker'

/**
 * Takes the clocks that were set forward to their targets, from one moment at which something is due to the next: while there is work for any of
 * the sweeps a clock stands, so that all of it happens in the order it is due in, and each thing at its own time. A step is one transaction; it
 * waits for those of sweeps that hold the institution's time, and they for it.
 */
export function clockSweeps(sweeps: readonly Sweep[]): readonly Sweep[] {
  return defineSweeps('administration', {
    'move clocks': { due: tenantsWithMovingClock, run: (app, { tenantId }) => stepClock(app, sweeps, tenantId) },
  })
}

/** Returns how many steps were taken: one, or none while there is work where the clock stands. */
function stepClock(app: App, sweeps: readonly Sweep[], tenantId: bigint): Promise<number> {
  return app.db.transaction(async (tx) => {
    const institution = await lockInstitution(tx, tenantId)
    const { clockStandsAt: standsAt, clockTarget: target } = institution
    if (!standsAt || !target) return 0
    let next = target
    for (const sweep of sweeps) {
      const moment = await sweep.next?.(tx, institution, standsAt)
      if (!moment) continue
      if (Temporal.Instant.compare(moment, standsAt) <= 0) return 0
      if (Temporal.Instant.compare(moment, next) < 0) next = moment
    }
    // At the target it stands once more, so that what is due at that very moment happens at it.
    if (Temporal.Instant.compare(standsAt, target) < 0) {
      await writeClock(tx, tenantId, { ...institution, clockStandsAt: next })
      return 1
    }
    const now = app.clock.now()
    // The way may have taken longer than it was.
    const clockOffsetMs = BigInt(Math.max(0, target.epochMilliseconds - now.epochMilliseconds))
    const running = { ...institution, clockOffsetMs, clockStandsAt: null, clockTarget: null }
    await writeClock(tx, tenantId, running)
    const trace = { actor: ACTOR, action: 'institution.clockReached', before: institution, after: running } as const
    await recordClock(tx, trace, now)
    return 1
  })
}
