import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Result } from '../kernel/result.ts'
import { countedKeys, LIMIT_KEYS, type LimitKey, periodStart } from './domain/limit-key.ts'
import {
  checkLimits,
  type EffectiveLimit,
  exceededLimits,
  type LimitedPayment,
  type LimitRefusal,
  type LimitVerdict,
} from './domain/reserve.ts'
import {
  addUsage,
  lockCustomersForLimits,
  readLimitsOf,
  readUsageOf,
  subtractUsage,
  type Usage,
} from './limits.store.ts'

/**
 * The limits of some customers in one transaction, as `openBooks` holds their accounts. Each
 * payment sees what the payments before it reserved, and everything is written together. Customers
 * with limits are locked after the ledger accounts, so two of their payments cannot use the same
 * remaining amount, even from different accounts.
 */
export interface OpenLimits {
  /** Checks the payment against the limits; reserves nothing. */
  check(customerId: bigint, payment: LimitedPayment): Result<LimitVerdict, LimitRefusal>
  /** Every limit that the payment exceeds. */
  exceededBy(customerId: bigint, payment: LimitedPayment): LimitRefusal[]
  /**
   * Counts a payment in its day, week and month even without a limit, so that a limit set later
   * today includes it.
   */
  reserve(customerId: bigint, payment: LimitedPayment): void
  write(): Promise<void>
}

export async function openLimits(
  tx: Transaction,
  tenantId: bigint,
  {
    customerIds,
    currency,
    date,
    unlocked = false,
  }: { customerIds: readonly bigint[]; currency: string; date: Temporal.PlainDate; unlocked?: boolean },
): Promise<OpenLimits> {
  const { own, institution } = await readLimitsOf(tx, tenantId, customerIds)
  const limitsOf = new Map(customerIds.map((id) => [id, overlay(own.get(id), institution)]))
  const limited = customerIds.filter((id) => [...limitsOf.get(id)!.keys()].some(isCounted))
  const used = new Map<string, bigint>()
  if (limited.length > 0) {
    const [, usage] = await Promise.all([
      !unlocked && lockCustomersForLimits(tx, tenantId, limited),
      readUsageOf(tx, tenantId, limited, periodsOf(date)),
    ])
    for (const row of usage) used.set(nameOf(row.customerId, row.key), row.amount)
  }

  const added = new Map<string, Usage>()
  const usedBy =
    (customerId: bigint) =>
    ({ key }: LimitKey) =>
      used.get(nameOf(customerId, key)) ?? 0n
  return {
    check: (customerId, payment) => checkLimits(payment, limitsOf.get(customerId)!, usedBy(customerId)),
    exceededBy: (customerId, payment) => exceededLimits(payment, limitsOf.get(customerId)!, usedBy(customerId)),
    reserve(customerId, payment) {
      for (const { key, periodStart, amount } of usageOf(payment, currency, date)) {
        const name = nameOf(customerId, key)
        used.set(name, (used.get(name) ?? 0n) + amount)
        const known = added.get(name)
        if (known) known.amount += amount
        else added.set(name, { customerId, key, periodStart, amount })
      }
    },
    write: () => addUsage(tx, tenantId, [...added.values()]),
  }
}

/** A payment that counted on a day, and ends without paying. */
export interface ReleasedPayment extends LimitedPayment {
  customerId: bigint
  countedOn: Temporal.PlainDate
}

/** Gives reserved amounts back to the periods in which the payments counted. */
export async function releaseLimits(
  tx: Transaction,
  tenantId: bigint,
  currency: string,
  payments: readonly ReleasedPayment[],
): Promise<void> {
  const usage = new Map<string, Usage>()
  for (const { customerId, countedOn, ...payment } of payments)
    for (const { key, periodStart, amount } of usageOf(payment, currency, countedOn)) {
      const name = `${nameOf(customerId, key)} ${periodStart}`
      const known = usage.get(name)
      if (known) known.amount += amount
      else usage.set(name, { customerId, key, periodStart, amount })
    }
  await subtractUsage(tx, tenantId, [...usage.values()])
}

/** Limits are in the institution's currency; a payment in another currency does not count. */
function usageOf(
  { rail, entryType, amount, currency }: LimitedPayment,
  limitCurrency: string,
  date: Temporal.PlainDate,
) {
  if (rail === 'BOOK' || currency !== limitCurrency) return []
  return countedKeys(rail, entryType).map(({ key, period }) => ({
    key,
    periodStart: periodStart(period, date).toString(),
    amount,
  }))
}

function overlay(
  own: ReadonlyMap<string, EffectiveLimit> | undefined,
  institution: ReadonlyMap<string, EffectiveLimit>,
): ReadonlyMap<string, EffectiveLimit> {
  if (!own) return institution
  const ofCustomer = [...own].map(([key, limit]) => {
    const approvalAbove = institution.get(key)?.approvalAbove
    return [key, { ...limit, approvalAbove }] as const
  })
  return new Map([...institution, ...ofCustomer])
}

const counted: ReadonlySet<string> = new Set(
  LIMIT_KEYS.filter(({ period }) => period !== 'TRANSACTION').map(({ key }: LimitKey) => key),
)
const isCounted = (key: string) => counted.has(key)

const nameOf = (customerId: bigint, key: string) => `${customerId} ${key}`

function periodsOf(date: Temporal.PlainDate): { key: string; periodStart: string }[] {
  return LIMIT_KEYS.filter(({ key }) => isCounted(key)).map(({ key, period }) => ({
    key,
    periodStart: periodStart(period, date).toString(),
  }))
}
