import type { Temporal } from 'temporal-polyfill'
import { belongsTo, findCustomer } from '../../customers/customers.ts'
import type { Transaction } from '../../db/client.ts'
import { readInstitution } from '../../institution/institution.ts'
import { isUuid } from '../../kernel/id.ts'
import { formatAmount } from '../../kernel/money.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { meetObligations } from '../../obligations/obligations.ts'
import { type CreditRequest, type CreditRequestBody, parseCreditRequest, payWithin } from '../../payments/payments.ts'
import { insertMessages, type MessageRailName, networkOf } from '../../rails/rails.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import {
  changeRequest,
  lockRequest,
  type PaymentRequestRow,
  readReceiver,
  type StoredCreditor,
} from './payment-requests.store.ts'
import { recordRequest } from './record-request.ts'

/**
 * Pays what a request asks for: a payment of the customer, decided like any other by its account,
 * limits, approvals, fees and funds. Its network is told once the payment has left. Without
 * `contactUID`, the payment describes the creditor as the request does, which needs what a payment
 * to a party without a contact needs.
 */
export async function acceptRequest(
  tx: Transaction,
  principal: Principal,
  { requestUID, contactUID }: { requestUID: string; contactUID: string | undefined },
  now: Temporal.Instant,
): Promise<Result<PaymentRequestRow, Refusal>> {
  const found = await requireOpen(tx, principal, requestUID, now)
  if (!found.ok) return found
  const request = found.value
  const { timeZone } = await readInstitution(tx, principal.tenantId)
  const body = paymentOf(request, { contactUID, today: now.toZonedDateTimeISO(timeZone).toPlainDate() })
  if (!body.ok) return body
  const parsed = parseCreditRequest(body.value)
  if (!parsed.ok) return parsed
  const payment = overNetworkOf(request, parsed.value)
  const paid = await payWithin(tx, { operation: 'createCreditPayment', principal, request: payment }, now)
  if (!paid.ok) return paid
  const { paymentUID, rail } = paid.value
  if (rail !== request.rail)
    return refusal('paymentRequestConflict', `it came by ${request.rail}, and the payment would go by ${rail}`)
  const same = await paysCreditor(tx, request, paymentUID)
  if (!same) return refusal('paymentRequestConflict', 'the contact has another account than the creditor')
  const actor = principal.clientId
  const change = { status: 'Accepted', paymentId: paymentUID, decidedBy: actor, decidedAt: now } as const
  const after = await changeRequest(tx, request, change)
  await recordRequest(tx, { action: 'accepted', request: after, before: request, actor }, now)
  return accept(after)
}

/** Tells the creditor, by its network, that the customer does not pay. */
export async function refuseRequest(
  tx: Transaction,
  principal: Principal,
  { requestUID, code, notes }: { requestUID: string; code: string; notes: string | undefined },
  now: Temporal.Instant,
): Promise<Result<PaymentRequestRow, Refusal>> {
  const { tenantId, clientId: actor } = principal
  const found = await requireOpen(tx, principal, requestUID, now)
  if (!found.ok) return found
  const request = found.value
  const { rail, requestId } = request
  const institution = await readInstitution(tx, tenantId)
  const answer = { requestId, isAccepted: false, code, reason: notes ?? '' }
  const messages = await networkOf(rail).answerPaymentRequest?.(tx, institution, answer, now)
  await insertMessages(tx, tenantId, messages ?? [], now)
  const change = {
    status: 'Refused',
    refusalCode: code,
    notes: notes || null,
    decidedBy: actor,
    decidedAt: now,
  } as const
  const after = await changeRequest(tx, request, change)
  await meetObligations(tx, tenantId, [clockOf(request)], actor, now)
  await recordRequest(tx, { action: 'refused', request: after, before: request, actor }, now)
  return accept(after)
}

export const clockOf = ({ id }: Pick<PaymentRequestRow, 'id'>) =>
  ({ kind: 'PaymentRequestAnswer', subject: { kind: 'paymentRequest', id } }) as const

/**
 * Locks a request to an account within the principal's reach. One beyond it gets the same refusal
 * as one that does not exist.
 */
async function requireOpen(
  tx: Transaction,
  principal: Principal,
  id: string,
  now: Temporal.Instant,
): Promise<Result<PaymentRequestRow, Refusal>> {
  const { tenantId } = principal
  const request = isUuid(id) ? await lockRequest(tx, tenantId, id) : undefined
  const { customerId = null } = request ?? {}
  const customer = customerId === null ? undefined : await findCustomer(tx, tenantId, customerId)
  if (!request || !customer || !belongsTo(customer, principal)) return refusal('paymentRequestNotFound')
  const { status, expiresAt } = request
  if (status !== 'Open') return refusal('paymentRequestConflict', `it is ${status}`)
  if (expiresAt && expiresAt.epochMilliseconds <= now.epochMilliseconds)
    return refusal('paymentRequestConflict', `it expired at ${expiresAt}`)
  return accept(request)
}

/** The speeds of the networks over which requests come. */
const SPEEDS: Readonly<Partial<Record<MessageRailName, CreditRequestBody['speed']>>> = {
  FEDWIRE: 'Express',
  FEDNOW: 'Instant',
  RTP: 'Instant',
}

/** An instant payment answers its request on the network of the request, whatever is preferred. */
function overNetworkOf({ rail }: PaymentRequestRow, payment: CreditRequest): CreditRequest {
  if (rail !== 'FEDNOW' && rail !== 'RTP') return payment
  return { ...payment, instantNetwork: rail, details: { ...payment.details, instantNetwork: rail } }
}

/** ISO 20022 Max35Text: a longer reference would not be repeated in the message. */
const MAX_REFERENCE = 35

/** The payment that a request asks for, as a customer would write it. */
function paymentOf(
  request: PaymentRequestRow,
  { contactUID, today }: { contactUID: string | undefined; today: Temporal.PlainDate },
): Result<CreditRequestBody, Refusal> {
  const { id, rail, amount, currency, accountId, endToEndId, requestedOn } = request
  const speed = SPEEDS[rail]
  if (speed === undefined) return refusal('paymentRequestConflict', `${rail} knows no payment for it`)
  const reference = endToEndId !== null && endToEndId.length <= MAX_REFERENCE ? endToEndId : id.replaceAll('-', '')
  return accept({
    ...{ externalReferenceId: reference, speed, paymentCurrency: currency },
    paymentAmount: Number(formatAmount(amount, currency)),
    sender: { accountUID: String(accountId) },
    receiver: contactUID === undefined ? creditorOf(request) : { accountUID: contactUID },
    ...(requestedOn > today.toString() && { paymentDate: requestedOn }),
  })
}

/** The creditor as a request describes it. What a contact would need and lacks is refused. */
function creditorOf({ creditorName, creditorAccount, creditor }: PaymentRequestRow): CreditRequestBody['receiver'] {
  const { address, bank } = creditor as StoredCreditor
  const [line] = address?.lines ?? []
  const street = [address?.streetName, address?.buildingNumber].filter(Boolean).join(' ')
  const bankId = bank.routingNumber
  return {
    name: creditorName,
    ...(creditorAccount !== null && { accountNumber: creditorAccount }),
    bank: {
      ...(bankId && { bankId }),
      ...(bank.bic && { swiftCode: bank.bic }),
      name: bank.name || bankId || bank.bic,
    },
    ...(address && {
      address: {
        ...(street || line ? { addressLine1: street || line } : {}),
        ...(address.townName && { city: address.townName }),
        ...(address.countrySubDivision && { state: address.countrySubDivision }),
        ...(address.postCode && { postalCode: address.postCode }),
        ...(address.country && { countryCode: address.country }),
      },
    }),
  }
}

/** Whether the payment goes to the account that the request names, at the bank that it names. */
async function paysCreditor(tx: Transaction, request: PaymentRequestRow, paymentId: string): Promise<boolean> {
  const row = await readReceiver(tx, request.tenantId, paymentId)
  const { bank } = request.creditor as StoredCreditor
  return row?.receiverAccountNumber === request.creditorAccount && row?.receiverBankCode === bank.routingNumber
}
