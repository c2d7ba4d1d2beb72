import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { EntryType } from '../kernel/rail.ts'
import type { Result } from '../kernel/result.ts'
import { countedKeys, type LimitedRail, periodStart } from './domain/limit-key.ts'
import {
  checkLimits,
  exceededAlone,
  exceededLimits,
  isLimited,
  type LimitedPayment,
  type LimitRefusal,
  type LimitVerdict,
  needsApprovalAlone,
  type PaymentKind,
} from './domain/reserve.ts'
import { groupsOf, type LimitingInstitution, levelsOf, nameOf, type Payer } from './limit-levels.ts'
import { addUsage, type LimitInPeriod, type LimitsRead, subtractUsage, type Usage } from './limits.store.ts'

/**
 * The limits of some customers in one transaction, as `openBooks` holds their accounts. Each
 * payment sees what the payments before it reserved, and everything is written together. Customers
 * whose usage is limited are locked after the ledger accounts, so two payments cannot use the same
 * remaining amount, even from different accounts or customers of one group.
 */
export interface OpenLimits {
  /** The customers to lock before `readUsage`: those that pay, their groups and the institution. */
  countedIds: readonly bigint[]
  readUsage(): Promise<void>
  /** Whether a limit is set for payments of this kind. */
  isLimited(customerId: bigint, kind: PaymentKind): boolean
  /** Checks the payment against the limits; reserves nothing. */
  check(customerId: bigint, payment: LimitedPayment): Result<LimitVerdict, LimitRefusal>
  /** Every limit that the payment exceeds. */
  exceededBy(customerId: bigint, payment: LimitedPayment): LimitRefusal[]
  /** The limit that leaves no day for the payment; undefined if there is none. */
  exceededAlone(customerId: bigint, payment: LimitedPayment): LimitRefusal | undefined
  /** Whether the payment alone is above a limit, or above what the institution approves. */
  needsApprovalAlone(customerId: bigint, payment: LimitedPayment): boolean
  /**
   * Counts a payment in its day, week and month for the customer, its groups and the institution,
   * even without a limit, so that a limit set later today includes it. Returns the groups, which
   * the caller stores with the payment for `releaseLimits`.
   */
  reserve(customerId: bigint, payment: LimitedPayment): readonly bigint[]
  write(): Promise<void>
}

/** `set` is what was read of the limits of these payers and of the customers above them. */
export function openLimits(
  tx: Transaction,
  institution: LimitingInstitution,
  { payers, date, set }: { payers: readonly Payer[]; date: Temporal.PlainDate; set: LimitsRead },
): OpenLimits {
  const levels = levelsOf(tx, institution, { payers, date, set })
  const groups = new Map(payers.map((payer) => [payer.id, groupsOf(payer, institution)]))
  /** The payments of each payer and kind, added up: most batches have few of either. */
  const reserved = new Map<string, CountedPayment>()
  return {
    countedIds: levels.countedIds,
    readUsage: levels.readUsage,
    isLimited: (customerId, kind) => isLimited(kind, levels.of(customerId)),
    check: (customerId, payment) => checkLimits(payment, levels.of(customerId)),
    exceededAlone: (customerId, payment) => exceededAlone(payment, levels.of(customerId)),
    needsApprovalAlone: (customerId, payment) => needsApprovalAlone(payment, levels.of(customerId)),
    exceededBy(customerId, payment) {
      const refusals = exceededLimits(payment, levels.of(customerId))
      return [...new Map(refusals.map((refusal) => [refusal.detail, refusal])).values()]
    },
    reserve(customerId, payment) {
      const counted = { ...payment, customerId, groups: groups.get(customerId)!, countedOn: date }
      if (levels.countedIds.length > 0) for (const usage of usageOf(counted, institution)) levels.add(usage)
      const name = `${customerId} ${payment.rails} ${payment.entryType}`
      const known = reserved.get(name)
      if (known) known.amount += payment.amount
      else reserved.set(name, counted)
      return counted.groups
    },
    write: () => addUsage(tx, institution.tenantId, usagesOf([...reserved.values()], institution)),
  }
}

/** A payment that counted on a day. */
export interface CountedPayment extends LimitedPayment {
  customerId: bigint
  /** The customers above the payer that it counted for, besides the institution. */
  groups: readonly bigint[]
  countedOn: Temporal.PlainDate
}

/**
 * Gives the amounts of payments that end without paying back, at every level and in every period
 * that they counted in.
 */
export async function releaseLimits(
  tx: Transaction,
  institution: LimitingInstitution,
  payments: readonly CountedPayment[],
): Promise<void> {
  await subtractUsage(tx, institution.tenantId, usagesOf(payments, institution))
}

/** What payments add to the usage together: one for each customer, key and period. */
function usagesOf(payments: readonly CountedPayment[], institution: LimitingInstitution): Usage[] {
  const usages = new Map<string, Usage>()
  for (const payment of payments)
    for (const usage of usageOf(payment, institution)) {
      const name = `${nameOf(usage)} ${usage.periodStart}`
      const known = usages.get(name)
      if (known) known.amount += usage.amount
      else usages.set(name, usage)
    }
  return [...usages.values()]
}

/** What a payment adds to the usage: its payer's own, and that of everyone above the payer. */
function usageOf(payment: CountedPayment, { legalEntityId }: Pick<LimitingInstitution, 'legalEntityId'>): Usage[] {
  const { rails, entryType, amount, customerId, groups, countedOn } = payment
  const above = customerId === legalEntityId ? groups : [...groups, legalEntityId]
  return countedPeriods(rails, entryType, countedOn).flatMap(({ limit, periodStart }) => [
    { customerId, limit, isBelow: false, periodStart, amount },
    ...above.map((id) => ({ customerId: id, limit, isBelow: true, periodStart, amount })),
  ])
}

/** The periods of a date by rails and entry type: every payment of a batch asks for them. */
const known = new WeakMap<Temporal.PlainDate, Map<string, readonly LimitInPeriod[]>>()

function countedPeriods(
  rails: readonly LimitedRail[],
  entryType: EntryType,
  date: Temporal.PlainDate,
): readonly LimitInPeriod[] {
  const ofDate = known.get(date) ?? new Map<string, readonly LimitInPeriod[]>()
  known.set(date, ofDate)
  const name = `${rails} ${entryType}`
  const periods =
    ofDate.get(name) ??
    countedKeys(rails, entryType).map((limit) => ({
      limit,
      periodStart: periodStart(limit.period, date).toString(),
    }))
  ofDate.set(name, periods)
  return periods
}
