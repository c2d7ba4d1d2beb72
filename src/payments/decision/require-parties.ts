import { belongsTo } from '../../customers/customers.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import type { Entitlement } from '../../tokens/entitlements.ts'
import type { CreditRequest } from '../request/credit-request.schema.ts'
import { type Counterparties, ownAccountOf } from './counterparties.ts'
import type { OwnAccount } from './domain/accept-payment.ts'
import type { NamedCounterparty, OwnSide } from './parties.store.ts'
import type { WorkingSet } from './working-set.ts'

export interface Parties {
  ownSide: OwnSide
  counterparty: NamedCounterparty
  /** The counterparty's account at this institution; undefined if it banks elsewhere. */
  ownAccount: OwnAccount | undefined
}

/**
 * The two sides of a payment, if the principal may use both: the customer's account, and a contact
 * of that customer or another account. Refuses accounts and contacts beyond the principal's reach.
 */
export function requireParties(
  principal: Principal,
  request: CreditRequest,
  { ownSides, ownAccounts, institution, pricing }: WorkingSet,
  counterparties: Counterparties,
): Result<Parties, Refusal> {
  const ownSide = ownSides.get(request.senderAccountId)
  if (!ownSide || !belongsTo(ownSide.customer, principal))
    return refusal(request.entryType === 'DEBIT' ? 'creditorUnknown' : 'senderAccountUnknown')
  const { achCompanyId, extraFees = [] } = request
  if (extraFees.length > 0 && !maySetFees(principal, institution)) return refusal('feesNotAllowed')
  const charged = pricing.checkExtra(extraFees, ownSide.account.currency)
  if (!charged.ok) return charged
  if (achCompanyId !== undefined && achCompanyId !== ownSide.achCompanyId)
    return refusal('invalidPayment', 'achCompanyID is not the company identification of the account')
  const named = counterparties.of(request)
  const required = requireCounterparty(principal, request, ownSide, named)
  if (required.ok && request.described) {
    const known = counterparties.requireBanks(request.described, institution)
    if (!known.ok) return known
  }
  if (!required.ok) return required
  const counterparty = required.value
  return accept({ ownSide, counterparty, ownAccount: ownAccountOf(counterparty, ownAccounts) })
}

/** Prices are the institution's: no client of a customer sets the fees of its payments. */
function maySetFees({ legalEntityId, entitlements }: Principal, institution: WorkingSet['institution']): boolean {
  return legalEntityId === institution.legalEntityId && entitlements.has('Institution.Manage_Limits_And_Fees')
}

function requireCounterparty(
  principal: Principal,
  request: CreditRequest,
  ownSide: OwnSide,
  named: NamedCounterparty | undefined,
): Result<NamedCounterparty, Refusal> {
  if (request.described && named) return requireDescribed(principal, ownSide, named)
  return request.receiverAccountId === null
    ? requireContactOf(ownSide, named, request.entryType === 'DEBIT')
    : requireAccount(named, ownSide, principal)
}

const TO_CREATE_CONTACTS: Entitlement = 'Contacts.Manage_Contacts'

/**
 * A party without a contact is as a contact made with the payment, so it needs what creating a
 * contact needs: the entitlement, and no approval that is still to be given.
 */
function requireDescribed(
  { entitlements }: Principal,
  { customer }: OwnSide,
  described: NamedCounterparty,
): Result<NamedCounterparty, Refusal> {
  if (!entitlements.has(TO_CREATE_CONTACTS))
    return refusal(
      'entitlementMissing',
      `the client does not have the entitlement ${TO_CREATE_CONTACTS}, which a payment to a party without a contact requires`,
    )
  if (customer.approvals?.beneDualApproval) return refusal('partyNeedsContact')
  return accept({ ...described, customerId: customer.id })
}

/**
 * A contact that a payment created for its party is in no list, so nobody reviews or revokes it: a
 * request that names it is refused like one that names no contact.
 */
function requireContactOf(
  { customer }: OwnSide,
  counterparty: NamedCounterparty | undefined,
  isDebtor: boolean,
): Result<NamedCounterparty, Refusal> {
  if (counterparty?.customerId === customer.id && counterparty.isListed) return accept(counterparty)
  return refusal(isDebtor ? 'debtorUnknown' : 'receiverContactUnknown')
}

/**
 * An account can be paid without a contact if it is within the principal's reach. If the paying
 * customer's contacts need approval, only its own accounts can: a transfer must not bypass that
 * approval.
 */
function requireAccount(
  account: NamedCounterparty | undefined,
  { customer }: OwnSide,
  principal: Principal,
): Result<NamedCounterparty, Refusal> {
  if (!account || !belongsTo({ id: account.customerId, ancestorIds: account.ancestorIds }, principal))
    return refusal('receiverAccountUnknown')
  const isOwn = account.customerId === customer.id
  return !isOwn && customer.approvals?.beneDualApproval ? refusal('transferNeedsContact') : accept(account)
}
