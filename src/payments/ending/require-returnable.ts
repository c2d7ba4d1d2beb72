import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { parseDate } from '../../http/fields.ts'
import type { Institution } from '../../institution/institution.ts'
import { BANKING_DAYS } from '../../kernel/business-calendar.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { ACH_TIME_ZONE, judgeReturn } from '../../rails/rails.ts'
import { readTransitions } from '../history/transitions.store.ts'
import type { LockedPayment } from '../locked-payments.store.ts'

/**
 * Whether the payment can come back with this code: on `returnDate`, or today. Refused with the
 * rule of the network that the return breaks. Days are those of the ACH operator.
 */
export async function requireReturnable(
  tx: Transaction,
  institution: Institution,
  payment: LockedPayment,
  { achReturnCode, returnDate }: { achReturnCode: string; returnDate?: string },
  now: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  const today = dateOf(now)
  const returnedOn = returnDate === undefined ? today : parseDate(returnDate)
  if (!returnedOn || Temporal.PlainDate.compare(returnedOn, today) > 0)
    return refusal('invalidPaymentAction', `returnDate must be a date, at latest today, ${today}`)
  const steps = await readTransitions(tx, institution.tenantId, payment.id)
  const settled = steps.find(({ to }) => to === 'PROCESSED')
  const item = { ...payment, settledOn: settled && dateOf(settled.at) }
  const judged = judgeReturn(item, achReturnCode, returnedOn, BANKING_DAYS)
  return judged.ok ? accept(undefined) : refusal('returnBreaksRule', judged.refusal)
}

function dateOf(instant: Temporal.Instant): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(ACH_TIME_ZONE).toPlainDate()
}
