import { belongsTo } from '../../customers/customers.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
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
  { ownSides, ownAccounts }: WorkingSet,
  counterparties: Counterparties,
): Result<Parties, Refusal> {
  const isDebit = request.entryType === 'DEBIT'
  const ownSide = ownSides.get(request.senderAccountId)
  if (!ownSide || !belongsTo(ownSide.customer, principal))
    return refusal(isDebit ? 'creditorUnknown' : 'senderAccountUnknown')
  const named = counterparties.of(request)
  const required =
    request.contactId === null ? requireAccount(named, ownSide, principal) : requireContactOf(ownSide, named, isDebit)
  if (!required.ok) return required
  const counterparty = required.value
  return accept({
    ownSide: asSeenBy(principal, ownSide),
    counterparty,
    ownAccount: ownAccountOf(counterparty, ownAccounts),
  })
}

/**
 * A client of a suspended legal entity can pay from no account below it: to that client, the
 * customers below it are suspended too.
 */
function asSeenBy({ legalEntityId }: Principal, ownSide: OwnSide): OwnSide {
  const { customer } = ownSide
  if (!customer.suspendedAbove.includes(legalEntityId)) return ownSide
  return { ...ownSide, customer: { ...customer, status: 'Suspended' } }
}

function requireContactOf(
  { customer }: OwnSide,
  counterparty: NamedCounterparty | undefined,
  isDebtor: boolean,
): Result<NamedCounterparty, Refusal> {
  if (counterparty?.customerId === customer.id) return accept(counterparty)
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
