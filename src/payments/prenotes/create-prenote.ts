import type { Temporal } from 'temporal-polyfill'
import type { Static } from 'typebox'
import { requireCustomer } from '../../customers/customers.ts'
import type { Transaction } from '../../db/client.ts'
import { mustBeName } from '../../http/fields.ts'
import { holdInstitutionTime, type Institution, readInstitution } from '../../institution/institution.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import { ENTRY_TYPES } from '../../kernel/rail.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { openCounterparties } from '../decision/counterparties.ts'
import { isBookTransfer, objectionsTo, type PaymentTerms, routeOf } from '../decision/domain/accept-payment.ts'
import { type Parties, requireParties } from '../decision/require-parties.ts'
import { openWorkingSet } from '../decision/working-set.ts'
import type { CreatePrenoteBody } from './prenotes.schema.ts'
import { insertPrenote, PRENOTE_SEC_CODES, type Prenote } from './prenotes.store.ts'
import { recordPrenotes } from './step-prenotes.ts'

/**
 * Queues a prenotification of a contact's account for the next ACH file. Whatever would refuse a
 * payment of no amount between the two refuses it, too; it moves no money, costs nothing, and
 * counts against no limit.
 */
export async function createPrenote(
  tx: Transaction,
  principal: Principal,
  { customerUID, body }: { customerUID: string; body: Static<typeof CreatePrenoteBody> },
  clock: Clock,
): Promise<Result<Prenote, Refusal>> {
  const { tenantId } = principal
  const customer = await requireCustomer(tx, principal, customerUID)
  if (!customer.ok) return customer
  const institution = await readInstitution(tx, tenantId)
  const now = await holdInstitutionTime(tx, institution, clock)
  const request = requestOf(body)
  const counterparties = await openCounterparties(tx, tenantId, [request])
  const wanted = {
    senderAccountIds: [request.senderAccountId],
    ownNumbers: counterparties.ownNumbers(institution),
    currencies: [request.currency],
    unlocked: true,
  }
  const set = await openWorkingSet(tx, institution, wanted, now)
  const parties = requireParties(principal, request, set, counterparties)
  if (!parties.ok) return parties
  const { ownSide, counterparty } = parties.value
  if (ownSide.customer.id !== customer.value.id)
    return refusal(request.entryType === 'DEBIT' ? 'creditorUnknown' : 'senderAccountUnknown')
  const judged = judge(institution, request, parties.value, set.date)
  if (!judged.ok) return judged
  if (counterparty.prenote) return refusal('prenoteConflict', standingText(counterparty.prenote))
  const prenote = await insertPrenote(tx, {
    ...{ tenantId, id: newId(now), customerId: customer.value.id, accountId: request.senderAccountId },
    ...{ contactId: request.contactId, externalReferenceId: body.externalReferenceId, entryType: request.entryType },
    ...{ secCode: judged.value, receiverName: counterparty.name, receiverBankCode: counterparty.nationalCode! },
    ...{ receiverAccountNumber: counterparty.accountNumber, receiverAccountType: counterparty.accountType },
    receiverAccountNumberIndex: counterparty.accountNumber.index,
    ...{ status: 'Queued', createdAt: now, createdBy: principal.clientId },
  })
  await recordPrenotes(tx, tenantId, [{ after: prenote, action: 'prenote.created', actor: principal.clientId }], now)
  return accept(prenote)
}

/** The payment of no amount that a prenotification is decided as. */
function requestOf({
  accountUID,
  contactUID,
  entryType,
  secCode,
  externalReferenceId,
}: Static<typeof CreatePrenoteBody>) {
  return {
    ...{ entryType: mustBeName(ENTRY_TYPES, entryType), amount: 0n, currency: 'USD', speed: 'Economy' as const },
    ...{ paymentDate: undefined, secCode: secCode === undefined ? undefined : mustBeName(PRENOTE_SEC_CODES, secCode) },
    ...{ senderAccountId: BigInt(accountUID), contactId: BigInt(contactUID), receiverAccountId: null },
    ...{ externalReferenceId, recurrence: undefined, paymentNotes: null, details: {} },
  }
}

/** The SEC code of the prenotification, or why it cannot be sent. */
function judge(
  institution: Institution,
  terms: PaymentTerms,
  { ownSide, counterparty, ownAccount }: Parties,
  today: Temporal.PlainDate,
): Result<string, Refusal> {
  const situation = { institution, ...ownSide, counterparty, ownAccount, today }
  if (isBookTransfer(terms, counterparty, institution))
    return refusal(
      'receiverNotReachable',
      'the account of the contact is held at this institution, which pays it without ACH',
    )
  const first = objectionsTo(terms, situation).next()
  if (!first.done) return refuse(first.value)
  const { secCode } = routeOf(terms, situation)
  if (secCode === null || !(PRENOTE_SEC_CODES as readonly string[]).includes(secCode))
    return refusal('secCodeNotAllowed', `prenotifications have the SEC codes ${PRENOTE_SEC_CODES.join(', ')}`)
  return accept(secCode)
}

function standingText({ id, status, returnCode }: { id: string; status: string; returnCode: string | null }): string {
  return status === 'Returned'
    ? `prenotification ${id} of this account came back with ${returnCode}: change the account of the contact`
    : `prenotification ${id} of this account is open`
}
