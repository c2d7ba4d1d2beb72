import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { claimExpired } from '../locked-payments.store.ts'
import { type Ending, endPayments } from './end-payments.ts'

const BATCH_SIZE = 500

/** Rejects payments that were not approved in time, up to 500, and returns how many. */
export async function expireApprovals(
  tx: Transaction,
  institution: Institution,
  now: Temporal.Instant,
): Promise<number> {
  const expired = await claimExpired(tx, institution.tenantId, now, BATCH_SIZE)
  const evidence = { reason: 'not approved in time' }
  const endings = expired.map((payment): Ending => {
    const failureReason = `The payment was not released: it was not approved by ${payment.approvalExpiresAt}. Submit it again, with a new idempotency key.`
    return { payment, to: 'REJECTED', actor: 'worker', evidence, failureReason }
  })
  if (endings.length > 0) await endPayments(tx, institution, endings, now)
  return expired.length
}
