import { Temporal } from 'temporal-polyfill'
import { type Clock, systemClock } from '../../src/kernel/clock.ts'

/** A Wednesday, 10 a.m. in New York: all networks are open, and no holiday is near. */
export const WEDNESDAY = '2026-07-08T14:00:00Z'

/** A clock that begins on that Wednesday, or when told, and moves as the machine's does. */
export function movingClock(start = WEDNESDAY): Clock {
  const ahead = systemClock.now().until(start)
  return { now: () => systemClock.now().add(ahead) }
}

/** The date so many days after that Wednesday, `YYYY-MM-DD`. */
export function inDays(days: number): string {
  return Temporal.PlainDate.from(WEDNESDAY.slice(0, 10)).add({ days }).toString()
}
