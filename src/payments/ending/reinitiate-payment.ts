import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { refusalMessage } from '../../http/errors.ts'
import { readInstitution } from '../../institution/institution.ts'
import { today } from '../../kernel/clock.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { ACH_TIME_ZONE } from '../../rails/rails.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { addMakersOf } from '../approval/makers.store.ts'
import { type LockedPayment, lockPayment } from '../locked-payments.store.ts'
import { insertPayments } from '../payments.store.ts'
import { readSituations } from '../recurring/make-occurrences.ts'
import { type PaymentTemplate, templatePayment } from '../recurring/next-occurrence.ts'
import { readPayment } from '../search/read-payment.ts'
import { judgeReinitiation } from './domain/judge-reinitiation.ts'
import { readChain, type SentDebit } from './reinitiations.store.ts'

/**
 * Sends a debit that came back for want of funds once more: a new payment of the same amount, from
 * the same debtor, for today. It is decided like any payment, and its entry says that it is a
 * retry. The customer asks for each: the debtor's authorization must allow it. Who made the debit
 * is a maker of the new payment too.
 */
export async function reinitiatePayment(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
  now: Temporal.Instant,
): Promise<Result<LockedPayment, Refusal>> {
  const { tenantId } = principal
  const seen = await readPayment(tx, principal, paymentUID)
  if (!seen.ok) return seen
  const { id, details } = seen.value
  const firstId = (details as { reinitiationOf?: string }).reinitiationOf ?? id
  // One at a time for a debit, so that the third is refused.
  await lockPayment(tx, tenantId, firstId)
  const institution = await readInstitution(tx, tenantId)
  const date = today(now, institution.timeZone)
  const chain = await readChain(tx, tenantId, firstId)
  const objection = judgeReinitiation(chain.map(judged), id, date)
  if (objection) return refusal('reinitiationBreaksRule', objection)
  const template = templateOf(chain.find((one) => one.id === id)!, firstId, principal)
  const situationOf = await readSituations(tx, institution, [template], now)
  const made = templatePayment(template, situationOf(template), date)
  if (!made.ok) return refusal('reinitiationBreaksRule', refusalMessage('it cannot be collected now', made.refusal))
  const { status } = made.value
  const step = {
    paymentId: made.value.id,
    from: null,
    to: status,
    actor: principal.clientId,
    evidence: { reinitiates: id },
  }
  await insertPayments(tx, tenantId, [made.value], [step], now)
  await addMakersOf(tx, tenantId, { paymentId: made.value.id, earlierId: id })
  return accept(await lockPayment(tx, tenantId, made.value.id))
}

function judged({ id, entryType, receiverAccountId, status, returnCode, settledAt, paymentDate }: SentDebit) {
  const settledOn = settledAt?.toZonedDateTimeISO(ACH_TIME_ZONE).toPlainDate().toString() ?? paymentDate
  return { id, isDebit: entryType === 'DEBIT' && receiverAccountId === null, status, returnCode, settledOn }
}

/** The rules keep the amount and the company of the debit. Its debtor is paid by as it now is. */
function templateOf(debit: SentDebit, reinitiationOf: string, { clientId, person }: Principal): PaymentTemplate {
  const { entryType, customerId, senderAccountId, contactId, receiverAccountId } = debit
  const { externalReferenceId, amount, currency, speed, secCode, paymentNotes, details } = debit
  return {
    ...{ entryType: entryType as 'DEBIT', customerId, senderAccountId, contactId, receiverAccountId },
    ...{ externalReferenceId, amount, currency, speed, secCode, paymentNotes },
    details: { ...(details as object), fee: undefined, reinitiationOf },
    createdBy: clientId,
    createdByUser: person?.userId ?? null,
  }
}
