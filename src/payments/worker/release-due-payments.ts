import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import { splitAltered } from '../../db/altered-rows.ts'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { momentAt } from '../../kernel/moment.ts'
import { decideWaiting } from '../decision/decide-waiting.ts'
import { failAltered, whyAltered } from '../ending/fail-altered.ts'
import { claimDue } from '../locked-payments.store.ts'

const BATCH_SIZE = 500

/** Decides payments that are due, up to 500, and returns how many. One that was altered fails. */
export async function releaseDuePayments(
  tx: Transaction,
  app: App,
  institution: Institution,
  now: Temporal.Instant,
): Promise<number> {
  const due = await claimDue(tx, institution.tenantId, now, BATCH_SIZE)
  const { altered, unaltered } = splitAltered(due)
  await failAltered(tx, app, institution, altered.map(whyAltered), now)
  if (unaltered.length > 0) await decideWaiting(tx, institution, unaltered, 'worker', momentAt(app, now))
  return due.length
}
