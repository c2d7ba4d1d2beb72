import { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import { lockInstitution, tenantsWithMovingClock, writeClock } from '../institution/institution.ts'
import { defineSweeps, type Sweep } from '../jobs/sweep.ts'
import { recordClock } from './set-clock.ts'

const ACTOR = 'worker'

/**
 * Moves clocks that were set forward to their targets, from one due moment to the next. A clock
 * stands while any sweep has work due at its time, so everything due happens in order and at its
 * own time. Each step is one transaction. Steps and sweeps that hold the institution's time wait
 * for each other.
 */
export function clockSweeps(sweeps: readonly Sweep[]): readonly Sweep[] {
  return defineSweeps('administration', {
    'move clocks': {
      due: tenantsWithMovingClock,
      conducts: sweeps,
      run: (app, { tenantId }) => stepClock(app, sweeps, tenantId),
    },
  })
}

/** Returns the number of steps taken: one, or none while work is due at the clock's time. */
function stepClock(app: App, sweeps: readonly Sweep[], tenantId: bigint): Promise<number> {
  return app.db.transaction(async (tx) => {
    const institution = await lockInstitution(tx, tenantId)
    const { clockStandsAt: standsAt, clockTarget: target } = institution
    if (!standsAt || !target) return 0
    let next = target
    const moments = await Promise.all(sweeps.map((sweep) => sweep.next?.(tx, institution, standsAt)))
    for (const moment of moments) {
      if (!moment) continue
      if (Temporal.Instant.compare(moment, standsAt) <= 0) return 0
      if (Temporal.Instant.compare(moment, next) < 0) next = moment
    }
    // The clock stands at its target too, so work due at that exact moment happens at that moment.
    if (Temporal.Instant.compare(standsAt, target) < 0) {
      await writeClock(tx, tenantId, { ...institution, clockStandsAt: next })
      return 1
    }
    const now = app.clock.now()
    // The move may have taken longer than the time it moved.
    const clockOffsetMs = BigInt(Math.max(0, target.epochMilliseconds - now.epochMilliseconds))
    const running = { ...institution, clockOffsetMs, clockStandsAt: null, clockTarget: null }
    await writeClock(tx, tenantId, running)
    const trace = { actor: ACTOR, action: 'institution.clockReached', before: institution, after: running } as const
    await recordClock(tx, trace, now)
    return 1
  })
}
