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

/** How far the clock of a sandbox may be ahead of the machine's. */
const MOST_AHEAD_DAYS = 731

/** Sets the clock of a sandbox forward. It stands from now on, and the worker takes it to the target (clock.jobs.ts); a later target replaces it. */
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
    return refusal('clockOnlyForward', `time ${target} lies before ${time}, which it is in the institution`)
  const latest = systemNow.add({ hours: 24 * MOST_AHEAD_DAYS })
  if (Temporal.Instant.compare(target, latest) > 0)
    return refusal('clockTooFarAhead', `time may be ${latest} at the latest`)
  const after = { ...before, clockStandsAt: time, clockTarget: target }
  await writeClock(tx, tenantId, after)
  await recordClock(tx, { actor: clientId, action: 'institution.clockSet', before, after }, systemNow)
  return accept(readingOf(after, systemNow))
}

/** The trace bears the institution's time, as that of all its business; what it tells of the clock has the machine's. */
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
