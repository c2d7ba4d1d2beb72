import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { type ClockSetting, readClock, shareClock } from './clock.store.ts'
import type { Institution } from './institution.store.ts'

/** The institution's business time at `systemNow`. */
export function institutionTime(
  { clockOffsetMs, clockStandsAt }: ClockSetting,
  systemNow: Temporal.Instant,
): Temporal.Instant {
  return clockStandsAt ?? systemNow.add({ milliseconds: Number(clockOffsetMs) })
}

/** The same in SQL, for a row `i` of institutions and system time in parameter $1. */
export const INSTITUTION_TIME = `coalesce(i.clock_stands_at, $1::timestamptz + i.clock_offset_ms * interval '1 millisecond')`

/** The institution's time, for a use case that does not otherwise read the institution. */
export async function readInstitutionTime(db: Connection, tenantId: bigint, clock: Clock): Promise<Temporal.Instant> {
  return institutionTime(await readClock(db, tenantId), clock.now())
}

/**
 * The institution's time for a transaction of the worker. A sandbox's clock cannot move until the
 * transaction ends, so its work is never recorded after its time.
 */
export async function holdInstitutionTime(
  tx: Transaction,
  { tenantId, sandbox }: Pick<Institution, 'tenantId' | 'sandbox'>,
  clock: Clock,
): Promise<Temporal.Instant> {
  return sandbox ? institutionTime(await shareClock(tx, tenantId), clock.now()) : clock.now()
}
