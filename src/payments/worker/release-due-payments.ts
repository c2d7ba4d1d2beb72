import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import type { Moment } from '../../kernel/moment.ts'
import { decideWaiting } from '../decision/decide-waiting.ts'
import { claimDue } from '../locked-payments.store.ts'

const BATCH_SIZE = 500

/** Decides payments that are due, up to 500, and returns how many. */
export async function releaseDuePayments(tx: Transaction, institution: Institution, moment: Moment): Promise<number> {
  const due = await claimDue(tx, institution.tenantId, moment.now, BATCH_SIZE)
  if (due.length > 0) await decideWaiting(tx, institution, due, 'worker', moment)
  return due.length
}
