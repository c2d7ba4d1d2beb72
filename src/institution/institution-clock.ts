import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { type ClockSetting, readClock, shareClock } from './clock.store.ts'
import type { Institution } from './institution.store.ts'

/** Which time it is in the institution when the machine's clock shows `systemNow`: what all of its business goes by. */
export function institutionTime(
  { clockOffsetMs, clockStandsAt }: ClockSetting,
  systemNow: Temporal.Instant,
): Temporal.Instant {
  return clockStandsAt ?? systemNow.add({ milliseconds: Number(clockOffsetMs) })
}

/** The same in SQL, for a query over the row `i` of institutions whose parameter $1 is the machine's time. */
export const INSTITUTION_TIME = `coalesce(i.clock_stands_at, $1::timestamptz + i.clock_offset_ms * interval '1 millisecond')`

/** Which time it is in the institution, for a use case that does not read the institution anyway. */
export async function readInstitutionTime(db: Connection, tenantId: bigint, clock: Clock): Promise<Temporal.Instant> {
  return institutionTime(await readClock(db, tenantId), clock.now())
}

/** The same for a transaction of the worker: until it ends, the clock of a sandbox is not taken further, so that nothing happens after its time. */
export async function holdInstitutionTime(
  tx: Transaction,
  { tenantId, sandbox }: Pick<Institution, 'tenantId' | 'sandbox'>,
  clock: Clock,
): Promise<Temporal.Instant> {
  return sandbox ? institutionTime(await shareClock(tx, tenantId), clock.now()) : clock.now()
}
