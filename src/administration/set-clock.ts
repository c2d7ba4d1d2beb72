import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import {
  type Institution,
  institutionTime,
  lockInstitution,
  requireInstitution,
  writeClock,
} from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type ClockReading, parseClock, readingOf, renderClock, type SetClockBody } from './clock.schema.ts'

/** The most days that the clock of a sandbox may be ahead of system time: two years. */
const MAX_DAYS_AHEAD = 731

/**
 * Sets the clock of a sandbox forward. The clock stands until the worker moves it to the target
 * (clock.jobs.ts). Until then, only the same target is taken again, and changes nothing: another
 * one would leave somebody at a time that they did not ask for. Times before the current one are
 * refused.
 */
export async function setClock(
  tx: Transaction,
  principal: Principal,
  body: SetClockBody,
  systemNow: Temporal.Instant,
): Promise<Result<ClockReading, Refusal>> {
  const { tenantId, clientId } = principal
  const allowed = await requireInstitution(tx, principal)
  if (!allowed.ok) return allowed
  const before = await lockInstitution(tx, tenantId)
  if (!before.sandbox) return refusal('clockOfNoSandbox')
  const target = parseClock(body)
  const time = institutionTime(before, systemNow)
  if (Temporal.Instant.compare(target, time) < 0)
    return refusal('clockOnlyForward', `time ${target} is before ${time}, the current time of the institution`)
  const latest = systemNow.add({ hours: 24 * MAX_DAYS_AHEAD })
  if (Temporal.Instant.compare(target, latest) > 0)
    return refusal('clockTooFarAhead', `time must not be after ${latest}`)
  if (before.clockTarget && Temporal.Instant.compare(target, before.clockTarget) !== 0)
    return refusal('clockMoving', `it is on its way to ${before.clockTarget}, which was set before`)
  if (before.clockTarget) return accept(readingOf(before, systemNow))
  const after = { ...before, clockStandsAt: time, clockTarget: target }
  await writeClock(tx, tenantId, after)
  await recordClock(tx, { actor: clientId, action: 'institution.clockSet', before, after }, systemNow)
  return accept(readingOf(after, systemNow))
}

/** Records a clock change at the institution's time; its content also shows system time. */
export function recordClock(
  tx: Transaction,
  trace: {
    actor: string
    action: 'institution.clockSet' | 'institution.clockReached'
    before: Institution
    after: Institution
  },
  systemNow: Temporal.Instant,
): Promise<void> {
  const { before, after, ...rest } = trace
  const { tenantId, code } = after
  const told = {
    before: renderClock(readingOf(before, systemNow)),
    after: renderClock(readingOf(after, systemNow)),
  }
  const record = { tenantId, ...rest, subject: { kind: 'institution', id: code }, ...told }
  return recordChange(tx, record, institutionTime(after, systemNow))
}
