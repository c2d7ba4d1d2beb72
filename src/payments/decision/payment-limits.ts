import { approversNeeded } from '../../approvers/approvers.ts'
import type { BaseAmount } from '../../fx/fx.ts'
import type { Rail } from '../../kernel/rail.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import type { PaymentKind } from '../../limits/domain/reserve.ts'
import type { OwnAccount, PaymentTerms } from './domain/accept-payment.ts'
import { limitedRails } from './domain/limited-rails.ts'
import type { CountedLimits } from './limit-groups.store.ts'
import type { OwnSide } from './parties.store.ts'
import type { Sides } from './payment-sides.ts'
import type { WorkingSet } from './working-set.ts'

/** What selects the limits of a payment; none for one between two accounts of one customer. */
export function kindOf(
  {
    terms,
    ownAccount,
    namesAccount,
  }: { terms: PaymentTerms; ownAccount: OwnAccount | undefined; namesAccount: boolean },
  { customer }: OwnSide,
  { rail, secCode }: { rail: Rail | 'BOOK'; secCode: string | null },
): PaymentKind {
  const isOwn = rail === 'BOOK' && ownAccount?.customerId === customer.id
  const rails = isOwn ? [] : limitedRails({ rail, speed: terms.speed, namesAccount })
  return { rails, entryType: terms.entryType, secCode }
}

type Counted = Result<BaseAmount, Refusal>

/** An amount without a rate is refused only if a limit would measure it. */
export function checkLimits({ limits }: WorkingSet, { customer }: OwnSide, kind: PaymentKind, counted: Counted) {
  if (counted.ok) return limits.check(customer.id, { ...kind, amount: counted.value.amount })
  return limits.isLimited(customer.id, kind) ? counted : accept({ approvalFor: undefined })
}

/**
 * The limit that a payment for a later date exceeds alone. What is left on that day is decided on
 * that day, and so is an amount that has no rate yet.
 */
export function limitsOfLater(
  { limits }: WorkingSet,
  { customer }: OwnSide,
  kind: PaymentKind,
  counted: Counted,
): Result<{ approvalFor: undefined }, Refusal> {
  const exceeded = counted.ok && limits.exceededAlone(customer.id, { ...kind, amount: counted.value.amount })
  return exceeded ? refuse(exceeded) : accept({ approvalFor: undefined })
}

/** Every limit that the payment exceeds. */
export function limitRefusals(
  { limits }: WorkingSet,
  { customer }: OwnSide,
  kind: PaymentKind,
  counted: Counted,
): Refusal[] {
  if (counted.ok) return limits.exceededBy(customer.id, { ...kind, amount: counted.value.amount })
  return limits.isLimited(customer.id, kind) ? [counted.refusal] : []
}

/** How many people must approve a payment for its amount, as its sides have it `measured`. */
export function peopleNeeded(
  { institution }: Pick<WorkingSet, 'institution'>,
  { customer }: OwnSide,
  measured: Sides['measured'],
): Result<number, Refusal> {
  return approversNeeded(customer.approvals, () => measured, institution.currency)
}

/** The approvals that a payment has by now. */
export interface GivenApprovals {
  /** How many people of the customer approved it and still count. */
  approvers: number
  /** How many of them it needs at least, whatever the customer asks for now. */
  atLeast: number
  byInstitution: boolean
}

/** How many people of the customer must approve a payment; 0 if as many have. */
export function approversMissing(
  set: Pick<WorkingSet, 'institution'>,
  ownSide: OwnSide,
  { approved, measured }: { approved?: GivenApprovals | undefined; measured: Sides['measured'] },
): Result<number, Refusal> {
  const asked = peopleNeeded(set, ownSide, measured)
  if (!asked.ok) return asked
  const { approvers = 0, atLeast = 0 } = approved ?? {}
  const needed = Math.max(asked.value, atLeast)
  return accept(needed > approvers ? needed : 0)
}

/**
 * How many people must approve a payment for the sake of its other side: one, if the contacts of
 * the customer need approval and this side has had none. It was described without a contact, or is
 * an account of another customer, before the customer asked for these approvals.
 */
export function approversOfParty(
  { customer }: Pick<OwnSide, 'customer'>,
  { isListed, account }: { isListed: boolean; account?: { customerId: bigint } | undefined },
): number {
  const isKnown = isListed && (account === undefined || account.customerId === customer.id)
  return customer.approvals?.beneDualApproval && !isKnown ? 1 : 0
}

/** Counts a payment; null for one that counts against no limit, or that has no rate. */
export function countPayment(
  { limits }: WorkingSet,
  { customer }: OwnSide,
  kind: PaymentKind,
  { terms, counted }: { terms: PaymentTerms; counted: Counted },
): CountedLimits | null {
  if (kind.rails.length === 0 || !counted.ok) return null
  const { amount, rate } = counted.value
  const groups = limits.reserve(customer.id, { ...kind, amount })
  return { groups, amount: rate === null && amount === terms.amount ? null : amount, rate }
}
