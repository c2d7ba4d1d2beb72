import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { errorCatalogue } from '../../http/errors.ts'
import type { Institution } from '../../institution/institution.ts'
import { BANKING_DAYS } from '../../kernel/business-calendar.ts'
import { ACH_TIME_ZONE, judgeReturn } from '../../rails/rails.ts'
import { readSettlementTimes } from '../history/transitions.store.ts'
import { type LockedPayment, lockPayments } from '../locked-payments.store.ts'
import { bookCrossedReturn } from './cross-reversal.ts'
import { type Ending, endPayments } from './end-payments.ts'
import { returnExchanged } from './return-exchanged.ts'

/** The return of a payment, as a file of the network brings it. */
export interface NetworkReturn {
  paymentId: string
  achReturnCode: string
  returnNotes: string
  /** The day on which the return settles; a day after today counts as today. */
  returnedOn: Temporal.PlainDate
  /** What shows it: the file and the trace number. */
  source: object
}

/** Why a return is not booked. Only an untimely one would have been right before. */
export interface ReturnObjection {
  why: 'notReturnable' | 'alreadyReturned' | 'untimely' | 'breaksRule'
  text: string
}

/**
 * Books returns that came in a file of the network, as `returnPayment` does those that a client
 * reports. What breaks a rule of the network, or comes after its time, is not booked.
 * @returns the objection for each payment whose return is not booked
 */
export async function returnFromNetwork(
  tx: Transaction,
  institution: Institution,
  returns: readonly NetworkReturn[],
  actor: string,
  now: Temporal.Instant,
): Promise<Map<string, ReturnObjection>> {
  const { tenantId } = institution
  const objections = new Map<string, ReturnObjection>()
  if (returns.length === 0) return objections
  const ids = returns.map(({ paymentId }) => paymentId)
  const payments = await lockPayments(tx, tenantId, ids)
  const settledAt = await readSettlementTimes(tx, tenantId, ids)
  const byPayment = new Map(returns.map((one) => [one.paymentId, one]))
  const endings: Ending[] = []
  for (const payment of payments) {
    const came = byPayment.get(payment.id)!
    const objection = objectionTo(payment, came, settledAt.get(payment.id), now)
    if (objection) {
      objections.set(payment.id, objection)
      continue
    }
    const evidence = evidenceOf(came)
    const ending = { payment, to: 'RETURNED', actor, evidence } as const
    const single = await bookSingly(tx, institution, ending, came.achReturnCode, now)
    if (single === 'batched') endings.push(ending)
    else if (single) objections.set(payment.id, single)
  }
  if (endings.length > 0) await endPayments(tx, institution, endings, now)
  return objections
}

function evidenceOf({ achReturnCode, returnNotes, returnedOn, source }: NetworkReturn): object {
  return { achReturnCode, ...(returnNotes && { returnNotes }), returnDate: returnedOn.toString(), ...source }
}

/**
 * What needs a transaction of its own in the books: a reversed payment, and one between currencies.
 */
async function bookSingly(
  tx: Transaction,
  institution: Institution,
  ending: Ending,
  achReturnCode: string,
  now: Temporal.Instant,
): Promise<'batched' | ReturnObjection | undefined> {
  const { payment, actor } = ending
  const drawn = payment.status === 'PROCESSED' ? payment.exchange?.drawn : undefined
  if (payment.status !== 'REVERSED' && !drawn) return 'batched'
  const booked = drawn
    ? await returnExchanged(tx, institution, ending, drawn, now)
    : await bookCrossedReturn(tx, institution.tenantId, payment, { achReturnCode, actor }, now)
  if (booked.ok) return undefined
  const { reason, detail } = booked.refusal
  return { why: drawn ? 'notReturnable' : 'alreadyReturned', text: detail ?? errorCatalogue[reason].title }
}

function objectionTo(
  payment: LockedPayment,
  { achReturnCode, returnedOn }: NetworkReturn,
  settledAt: Temporal.Instant | undefined,
  now: Temporal.Instant,
): ReturnObjection | undefined {
  if (payment.status === 'RETURNED') return { why: 'alreadyReturned', text: 'the payment was returned before' }
  if (!RETURNABLE.has(payment.status))
    return { why: 'notReturnable', text: `the payment is ${payment.status}, and cannot be returned` }
  const [item, today] = [{ ...payment, settledOn: settledAt && dateOf(settledAt) }, dateOf(now)]
  const day = Temporal.PlainDate.compare(returnedOn, today) > 0 ? today : returnedOn
  const on = item.settledOn && Temporal.PlainDate.compare(day, item.settledOn) < 0 ? item.settledOn : day
  const judged = judgeReturn(item, achReturnCode, on, BANKING_DAYS)
  if (judged.ok) return undefined
  const isUntimely = item.settledOn && judgeReturn(item, achReturnCode, item.settledOn, BANKING_DAYS).ok
  return { why: isUntimely ? 'untimely' : 'breaksRule', text: judged.refusal }
}

const RETURNABLE: ReadonlySet<string> = new Set(['TRANSMITTED', 'PROCESSED', 'REVERSED'])

function dateOf(instant: Temporal.Instant): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(ACH_TIME_ZONE).toPlainDate()
}
