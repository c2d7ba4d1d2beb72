import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Rail, Speed } from '../../kernel/rail.ts'
import type { Way } from '../../rails/rails.ts'
import { approvalExpiry } from '../approval/approval-expiry.ts'
import { readStandingApprovals, sayMissing } from '../approval/standing-approvals.ts'
import type { LockedPayment } from '../locked-payments.store.ts'
import { ownAccountOf } from './counterparties.ts'
import type { ApprovalsNeeded, PaymentToDecide } from './decide-payment.ts'
import { readContacts } from './parties.store.ts'
import { approversOfParty, type GivenApprovals } from './payment-limits.ts'
import type { WorkingSet } from './working-set.ts'

/**
 * The approvals that payments have now. Most payments need none, and cost no statement.
 */
export async function readGivenApprovals(
  tx: Transaction,
  set: WorkingSet,
  payments: readonly LockedPayment[],
): Promise<(payment: LockedPayment) => GivenApprovals> {
  const atLeast = await readAtLeast(tx, set, payments)
  const approved = payments.filter(
    (payment) =>
      atLeast(payment) > 0 ||
      payment.isApprovedByInstitution ||
      customerOf(set, payment)?.approvals?.paymentDualApproval,
  )
  const ids = approved.map(({ id }) => id)
  const approvals = await readStandingApprovals(tx, set.institution.tenantId, ids)
  return (payment) => {
    const { approvers = 0, institution = false } = approvals.get(payment.id) ?? {}
    return { approvers, atLeast: atLeast(payment), byInstitution: institution }
  }
}

/**
 * How many people of the customer must approve each payment, whatever its amount: as many as it was
 * asked for before, and one if its other side has had no approval that the customer asks for now.
 */
export async function readAtLeast(
  tx: Transaction,
  set: WorkingSet,
  payments: readonly LockedPayment[],
): Promise<(payment: LockedPayment) => number> {
  const { tenantId } = set.institution
  const checked = payments.filter((payment) => customerOf(set, payment)?.approvals?.beneDualApproval)
  const contactIds = checked.flatMap(({ contactId }) => (contactId === null ? [] : [contactId]))
  const contacts = contactIds.length > 0 ? await readContacts(tx, tenantId, [...new Set(contactIds)]) : undefined
  return (payment) => {
    const customer = customerOf(set, payment)
    const { receiverAccountId: accountId, receiverNumber: accountNumber, contactId } = payment
    const isListed = contactId === null || contacts?.get(contactId)?.isListed !== false
    const account = accountId === null ? undefined : ownAccountOf({ accountNumber, accountId }, set.ownAccounts)
    return Math.max(payment.approversNeeded, customer ? approversOfParty({ customer }, { isListed, account }) : 0)
  }
}

function customerOf({ ownSides }: WorkingSet, { senderAccountId }: LockedPayment) {
  return ownSides.get(senderAccountId)?.customer
}

/**
 * The step to waiting for approvals. One that waits already has the time that is left to approve
 * it; a scheduled one has until the last cut-off of its date.
 */
export function waitForApprovals(
  { institution, date, now }: WorkingSet,
  payment: LockedPayment,
  {
    approvers = 0,
    institution: ofInstitution = false,
    toDecide,
  }: Partial<ApprovalsNeeded> & { toDecide: PaymentToDecide },
) {
  const isScheduled = payment.status === 'FUTURE_DATED'
  const way = wayOfWaiting(payment, payment.rail as Rail | 'BOOK')
  const until = Temporal.PlainDate.compare(payment.paymentDate, date) > 0 ? payment.paymentDate : date
  const waitsFor = sayMissing({ approvers, has: toDecide.approved?.approvers ?? 0, institution: ofInstitution })
  return {
    to: isScheduled ? ('PENDING_APPROVAL' as const) : ('PARTIALLY_APPROVED' as const),
    ...(approvers > 0 && { approversNeeded: approvers }),
    ...(ofInstitution && { needsInstitutionApproval: true }),
    ...(isScheduled && { approvalExpiresAt: approvalExpiry(institution, { way, date: until }, now) }),
    evidence: { reason: waitsFor },
    waitsFor,
  }
}

/** The way of a payment that waits, over the rail that it has. */
export function wayOfWaiting({ speed, currency, exchange }: LockedPayment, rail: Rail | 'BOOK'): Way {
  return {
    rail,
    speed: speed as Speed,
    currencies: exchange ? [exchange.sellCurrency, exchange.buyCurrency] : [currency],
  }
}
