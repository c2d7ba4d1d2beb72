import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChanges } from '../events/events.ts'
import { renderObligation } from './obligations.schema.ts'
import { type Obligation, type ObligationKey, writeMet } from './obligations.store.ts'

/** Who did what the rule asks for: the key of an API client, or `worker`. */
export type MetBy = string

/**
 * Notes that obligations are met, in one statement however many they are. What is done after its
 * time stays missed, and the obligation says when it was done. One that is met already, or that no
 * rule started, changes nothing.
 */
export async function meetObligations(
  tx: Transaction,
  tenantId: bigint,
  keys: readonly ObligationKey[],
  by: MetBy,
  now: Temporal.Instant,
): Promise<void> {
  if (keys.length === 0) return
  const met = await writeMet(tx, tenantId, keys, by, now)
  await recordObligations(tx, tenantId, 'met', met, by, now)
}

/** Writes the audit records and the events of what became of obligations. */
export async function recordObligations(
  tx: Transaction,
  tenantId: bigint,
  what: 'dueSoon' | 'met' | 'missed',
  obligations: readonly Obligation[],
  actor: string,
  now: Temporal.Instant,
): Promise<void> {
  if (obligations.length === 0) return
  const changes = obligations.map((obligation) => ({
    ...{ tenantId, actor, action: `obligation.${what}` },
    ...{ subject: { kind: 'obligation', id: obligation.id }, after: renderObligation(obligation) },
  }))
  await recordChanges(tx, tenantId, changes, now)
}
