import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { calendarOf, type Institution } from '../../institution/institution.ts'
import { addBusinessDays } from '../../kernel/business-calendar.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { type Hold, readHolds } from '../../ledger/ledger.ts'
import { ACH_TIME_ZONE, nextReversalFile } from '../../rails/rails.ts'
import { readTransitions } from '../history/transitions.store.ts'
import type { LockedPayment } from '../locked-payments.store.ts'

/**
 * Nacha Operating Rules, section 2.9: a reversing entry is sent within five banking days after the
 * settlement of the entry it reverses.
 */
const BANKING_DAYS_TO_REVERSE = 5

/**
 * The posted hold of a settled debit. Refused if a reversing entry can no longer be sent in time.
 */
export async function debitToReverse(
  tx: Transaction,
  institution: Institution,
  payment: LockedPayment,
  now: Temporal.Instant,
): Promise<Result<Hold, Refusal>> {
  const { tenantId } = institution
  const steps = await readTransitions(tx, tenantId, payment.id)
  const settled = steps.find(({ to }) => to === 'PROCESSED')
  const holdId = payment.holdTransferId
  const hold = holdId === null ? undefined : (await readHolds(tx, tenantId, [holdId])).get(holdId)
  if (!settled || !hold) throw new Error(`payment ${payment.id} has not settled, or has no hold`)
  const lastDay = addBusinessDays(dateOf(settled.at), BANKING_DAYS_TO_REVERSE, calendarOf(institution))
  if (Temporal.PlainDate.compare(dateOf(nextReversalFile(institution, now)), lastDay) <= 0) return accept(hold)
  return refusal(
    'paymentStateConflict',
    `the last day to send a reversing entry was ${lastDay}, the fifth banking day after settlement; pay the amount back with a credit request`,
  )
}

function dateOf(instant: Temporal.Instant): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(ACH_TIME_ZONE).toPlainDate()
}
