import type { Temporal } from 'temporal-polyfill'
import { mayBeMaker } from '../../approvers/approvers.ts'
import { findChangeBy, readChangers } from '../../audit/audit.ts'
import { accessSettingsOf, requireCustomer } from '../../customers/customers.ts'
import type { Transaction } from '../../db/client.ts'
import { type Institution, readInstitution } from '../../institution/institution.ts'
import { isDomesticBank } from '../../kernel/country.ts'
import { isDomestic, type Rail } from '../../kernel/rail.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { isRoutingNumber } from '../../kernel/routing-number.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { addMaker } from '../approval/makers.store.ts'
import { type NamedCounterparty, readContacts } from '../decision/parties.store.ts'
import { recordPaymentAction } from '../history/record-payment-action.ts'
import { requirePaymentIn } from '../history/require-payment.ts'
import { CONTACT_ALTERED, type LockedPayment } from '../locked-payments.store.ts'
import { takeContactDetails } from './changed-contact.store.ts'

/**
 * Confirms that a payment is made to the changed bank details of its contact. A payment that people
 * or the institution approved was approved for the earlier details, so it cannot be confirmed. If
 * the customer has dual control, the client that changed the contact cannot confirm. Who confirms
 * becomes a maker of the payment.
 */
export async function confirmPayment(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
  { now, tokenNow }: { now: Temporal.Instant; tokenNow: Temporal.Instant },
): Promise<Result<LockedPayment, Refusal>> {
  const found = await requirePaymentIn(tx, principal, paymentUID, ['FUTURE_DATED', 'HELD'])
  if (!found.ok) return found
  const payment = found.value
  const { contactId, tenantId } = { ...payment, ...principal }
  if (!payment.isContactChanged || contactId === null)
    return refusal('paymentStateConflict', "the bank details of the payment's contact have not changed")
  if (payment.contactAltered !== undefined)
    return refusal('paymentStateConflict', `${CONTACT_ALTERED}: have it set again, or cancel the payment`)
  if (payment.approversNeeded > 0 || payment.needsInstitutionApproval)
    return refusal(
      'paymentStateConflict',
      'the payment was approved for the earlier bank details: cancel it, and submit it again',
    )
  const institution = await readInstitution(tx, tenantId)
  const own = await refuseOwnChange(tx, principal, institution, { payment, contactId, tokenNow })
  if (!own.ok) return own
  const contact = (await readContacts(tx, tenantId, [contactId])).get(contactId)
  if (!contact || !canCarry(payment, contact, institution))
    return refusal(
      'paymentStateConflict',
      'the changed bank details cannot be paid over its rail or in its currency: cancel it, and submit it again',
    )
  await takeContactDetails(tx, tenantId, payment.id, now)
  await addMaker(tx, principal, { paymentIds: [payment.id], did: 'Confirmed' }, now)
  return accept(await recordPaymentAction(tx, principal, payment, { action: 'confirmed', status: payment.status }, now))
}

async function refuseOwnChange(
  tx: Transaction,
  principal: Principal,
  institution: Institution,
  { payment, contactId, tokenNow }: { payment: LockedPayment; contactId: bigint; tokenNow: Temporal.Instant },
): Promise<Result<void, Refusal>> {
  const { customerId, createdAt } = payment
  const customer = await requireCustomer(tx, principal, String(customerId))
  if (!customer.ok) return customer
  const { paymentDualApproval, beneDualApproval } = accessSettingsOf(customer.value)
  if (!paymentDualApproval && !beneDualApproval) return accept(undefined)
  const { tenantId, clientId, person } = principal
  const contact = { kind: 'contact', id: String(contactId) }
  const makers = await readChangers(tx, tenantId, contact, createdAt)
  if (await mayBeMaker(tx, principal, institution, { makers, madeAt: createdAt }, tokenNow))
    return refusal('ownContactChange')
  const changed = await findChangeBy(tx, tenantId, {
    subjects: [contact],
    actors: [clientId],
    userIds: person ? [person.userId] : [],
    since: createdAt,
  })
  return changed ? refusal('ownContactChange') : accept(undefined)
}

/** Whether a payment can be made to the details as it is: on its rail, and in its currency. */
function canCarry(
  { rail, secCode, currency, exchange }: LockedPayment,
  { nationalCode, swiftCode, bankCountry, achFault, accountCurrency, unreachableRails }: NamedCounterparty,
  { routingNumber }: Institution,
): boolean {
  const isCurrency = accountCurrency === (exchange?.buyCurrency ?? currency)
  const isOwn = nationalCode === routingNumber
  if (!isCurrency || isOwn !== (rail === 'BOOK')) return false
  if (rail === 'BOOK') return true
  if (unreachableRails.includes(rail as Rail)) return false
  if (!isDomestic(rail as Rail)) return swiftCode !== null
  if (bankCountry !== undefined && !isDomesticBank(bankCountry) && secCode !== 'IAT') return false
  return isRoutingNumber(nationalCode ?? '') && (rail !== 'ACH' || achFault === 'none')
}
