import type { Temporal } from 'temporal-polyfill'
import type { App } from './app.ts'

/** One moment on both clocks: business time for the trace, the machine's for secrets, keys and tokens. */
export interface Moment {
  now: Temporal.Instant
  tokenNow: Temporal.Instant
}

export function momentOf(app: Pick<App, 'clock' | 'tokenClock'>): Moment {
  return { now: app.clock.now(), tokenNow: app.tokenClock.now() }
}
