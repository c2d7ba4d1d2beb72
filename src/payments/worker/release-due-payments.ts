import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { decideWaiting } from '../decision/decide-waiting.ts'
import { claimDue } from '../locked-payments.store.ts'

const BATCH = 500

/** Picks up payments whose date has come, and decides them. */
export async function releaseDuePayments(
  tx: Transaction,
  institution: Institution,
  now: Temporal.Instant,
): Promise<number> {
  const due = await claimDue(tx, institution.tenantId, now, BATCH)
  if (due.length > 0) await decideWaiting(tx, institution, due, 'worker', now)
  return due.length
}
