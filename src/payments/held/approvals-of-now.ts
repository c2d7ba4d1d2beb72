import type { Temporal } from 'temporal-polyfill'
import { approversNeeded } from '../../approvers/approvers.ts'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import type { Rail, Speed } from '../../kernel/rail.ts'
import { accept } from '../../kernel/result.ts'
import {
  ABOVE_LIMIT,
  type ApprovalsMissing,
  type AskedApprovals,
  findUnapproved,
} from '../approval/standing-approvals.ts'
import { feesNeedApproval } from '../decision/decide-payment.ts'
import { objectionToEntry } from '../decision/domain/accept-payment.ts'
import { needsCallBack } from '../decision/domain/call-back.ts'
import { limitedRails } from '../decision/domain/limited-rails.ts'
import { findExposed } from '../decision/exposed-payments.ts'
import { readAtLeast } from '../decision/given-approvals.ts'
import { measureDrawn } from '../decision/payment-sides.ts'
import { openWorkingSet, type WorkingSet } from '../decision/working-set.ts'
import { type LockedPayment, lockPayments } from '../locked-payments.store.ts'

/** How many payments are read at once: each with its instruction and the rules of its customer. */
const BATCH_SIZE = 500

/**
 * Which of these payments, locked by the caller, lack approvals by the rules of now. Their funds
 * are held, and rules may have come on since that a new payment would have to meet.
 */
export async function findUnapprovedNow(
  tx: Transaction,
  institution: Institution,
  paymentIds: readonly string[],
  now: Temporal.Instant,
): Promise<Map<string, ApprovalsMissing>> {
  const missing = new Map<string, ApprovalsMissing>()
  for (let from = 0; from < paymentIds.length; from += BATCH_SIZE) {
    const ids = paymentIds.slice(from, from + BATCH_SIZE)
    const asked = await approvalsOfNow(tx, institution, ids, now)
    for (const [id, lacking] of await findUnapproved(tx, institution.tenantId, ids, asked)) missing.set(id, lacking)
  }
  return missing
}

/**
 * The approvals that payments need by the rules of now: those of the customer, and that of the
 * institution for a call-back, a limit, a fee, an ACH entry that the account may not send any more,
 * or one that exposure limits have no room for any more. An amount without a current rate counts as
 * it did when its funds were held; if it did not, it takes as many people as the customer has for
 * any amount.
 */
async function approvalsOfNow(
  tx: Transaction,
  institution: Institution,
  paymentIds: readonly string[],
  now: Temporal.Instant,
): Promise<Map<string, AskedApprovals>> {
  if (paymentIds.length === 0) return new Map()
  const payments = await lockPayments(tx, institution.tenantId, paymentIds)
  const wanted = {
    senderAccountIds: [...new Set(payments.map(({ senderAccountId }) => senderAccountId))],
    ownNumbers: [],
    currencies: [...new Set(payments.flatMap(currenciesOf))],
    extraFees: payments.flatMap(({ extraFees }) => extraFees),
    unlocked: true,
  }
  const set = await openWorkingSet(tx, institution, wanted, now)
  const atLeast = await readAtLeast(tx, set, payments)
  const exposed = await findExposed(tx, set, payments)
  return new Map(
    payments.map((payment) => [
      payment.id,
      approvalsOf(set, payment, { atLeast: atLeast(payment), exposed: exposed.get(payment.id) }),
    ]),
  )
}

const currenciesOf = ({ currency, exchange }: LockedPayment) =>
  exchange ? [exchange.sellCurrency, exchange.buyCurrency] : [currency]

function approvalsOf(
  set: WorkingSet,
  payment: LockedPayment,
  { atLeast, exposed }: { atLeast: number; exposed: string | undefined },
): AskedApprovals {
  const ownSide = set.ownSides.get(payment.senderAccountId)
  if (!ownSide) return { approvers: atLeast, institution: false }
  const { customer, account } = ownSide
  const { currency } = set.institution
  const measured = measureNow(set, payment)
  const people = approversNeeded(customer.approvals, () => measured, currency)
  // Without a rate, or above what the customer's approvers may approve, the most that it has asked,
  // and as many as are above the limit of the first.
  const asked = people.ok ? people.value : Math.max(2, customer.approvals?.paymentNumberOfApprovers ?? 2)
  const isAbove =
    needsCallBack(account, payment.rail as Rail | 'BOOK', grossOf(payment)) ||
    feesNeedApproval(set, payment, grossOf(payment)) ||
    isAboveLimits(set, payment, { customerId: customer.id, amount: measured.ok ? measured.value.amount : undefined })
  const withdrawn = payment.rail === 'ACH' ? objectionToEntry(payment, { ...set, account, customer }) : undefined
  const because = [isAbove ? ABOVE_LIMIT : undefined, withdrawn, exposed].filter((one) => one !== undefined)
  return {
    approvers: Math.max(asked, atLeast),
    institution: because.length > 0,
    ...(because.length > 0 && { because }),
  }
}

/** What approvers measure. Without a current rate, as after a weekend: what it counted for. */
function measureNow({ rates }: WorkingSet, payment: LockedPayment): ReturnType<typeof measureDrawn> {
  const measured = measureDrawn(rates, payment)
  return measured.ok || payment.limitAmount === null ? measured : accept({ amount: payment.limitAmount, rate: null })
}

/** Whether the payment alone is above a limit of now, or above what the institution approves. */
function isAboveLimits(
  { limits }: WorkingSet,
  { entryType, rail, speed, secCode, limitAmount, receiverAccountId }: LockedPayment,
  { customerId, amount }: { customerId: bigint; amount: bigint | undefined },
): boolean {
  const counts = { rail: rail as Rail | 'BOOK', speed: speed as Speed, namesAccount: receiverAccountId !== null }
  const kind = { rails: limitedRails(counts), entryType, secCode }
  const counted = limitAmount ?? amount
  if (counted === undefined) return limits.isLimited(customerId, kind)
  return limits.needsApprovalAlone(customerId, { ...kind, amount: counted })
}

/** What the payment takes from the account with the fees that come out of it. */
function grossOf({ amount, currency, exchange, deductedAmount }: LockedPayment) {
  const drawn = exchange?.drawn
  return drawn
    ? { amount: drawn.sellAmount + (deductedAmount ?? 0n), currency: drawn.sellCurrency }
    : { amount, currency }
}
