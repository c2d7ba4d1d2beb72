import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { dueSoonHoursOf, readInstitution } from '../institution/institution.ts'
import { newId } from '../kernel/id.ts'
import { insertObligations, type ObligationKey, type ObligationOwner } from './obligations.store.ts'

/** A clock that starts. `ruleOf` and `dueAt` give its rule and its time. */
export interface DueObligation extends ObligationKey {
  dueAt: Temporal.Instant
  rule: string
  /** Who has to act; the institution if absent. */
  owner?: ObligationOwner
}

/**
 * Starts clocks, in one statement however many they are. One clock of a kind runs for an item at a
 * time: to start it again changes nothing until it is met, and then starts another one. The clock
 * of the institution counts, and `now` is its time.
 */
export async function openObligations(
  tx: Transaction,
  tenantId: bigint,
  due: readonly DueObligation[],
  now: Temporal.Instant,
): Promise<void> {
  if (due.length === 0) return
  const { settings } = await readInstitution(tx, tenantId)
  const hours = dueSoonHoursOf(settings)
  const rows = due.map(({ kind, subject, dueAt, rule, owner = 'Institution' }) => ({
    ...{ id: newId(now), kind, subjectKind: subject.kind, subjectId: subject.id, owner, rule, dueAt },
    warnAt: warningAt(now, dueAt, hours),
  }))
  await insertObligations(tx, tenantId, rows, now)
}

/**
 * When an obligation is announced as due soon: some hours before its time, but not before half of
 * it has passed. Null if its time is over.
 */
function warningAt(now: Temporal.Instant, dueAt: Temporal.Instant, hours: number): Temporal.Instant | null {
  const left = dueAt.epochMilliseconds - now.epochMilliseconds
  if (left <= 0) return null
  return dueAt.subtract({ milliseconds: Math.min(hours * 3_600_000, Math.floor(left / 2)) })
}
