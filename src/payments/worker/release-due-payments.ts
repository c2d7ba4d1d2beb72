import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import { splitAltered } from '../../db/altered-rows.ts'
import type { Transaction } from '../../db/client.ts'
import { holdInstitutionTime, type Institution } from '../../institution/institution.ts'
import { eachAlone } from '../../jobs/each-alone.ts'
import { momentAt } from '../../kernel/moment.ts'
import { CannotOpen } from '../../kernel/sealer.ts'
import { decideWaiting } from '../decision/decide-waiting.ts'
import { failAltered, whyAltered } from '../ending/fail-altered.ts'
import { claimDue, postpone } from '../locked-payments.store.ts'

const BATCH_SIZE = 500
const RETRY_AFTER = { minutes: 30 }

/**
 * Decides payments that are due, up to 500, and returns how many. One that was altered, or whose
 * parties were, fails. One that fails in another way is tried again later. None stops the others.
 */
export function releaseDuePayments(app: App, institution: Institution): Promise<number> {
  const inTransaction = <T>(work: (tx: Transaction, now: Temporal.Instant) => Promise<T>) =>
    app.db.transaction(async (tx) => work(tx, await holdInstitutionTime(tx, institution, app.clock)))
  return eachAlone(app, {
    limit: BATCH_SIZE,
    work: (limit, claimed) =>
      inTransaction(async (tx, now) => {
        const due = await claimDue(tx, institution.tenantId, now, limit)
        claimed(due.map(({ id }) => id))
        const { altered, unaltered } = splitAltered(due)
        await failAltered(tx, app, institution, altered.map(whyAltered), now)
        if (unaltered.length > 0) await decideWaiting(tx, institution, unaltered, 'worker', momentAt(app, now))
        return due.length
      }),
    setAside: (paymentId, error) =>
      inTransaction(async (tx, now) => {
        const why = error.message
        if (error instanceof CannotOpen) return failAltered(tx, app, institution, [{ paymentId, why }], now)
        app.log.error({ err: error, paymentId }, 'a payment cannot be decided; it is tried again later')
        const reason = 'The payment could not be decided. It is tried again.'
        return postpone(tx, institution.tenantId, [{ paymentId, dueAt: now.add(RETRY_AFTER), reason }], now)
      }),
  })
}
