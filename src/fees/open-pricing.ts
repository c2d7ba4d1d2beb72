import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { addUsage, readUsageOf, subtractUsage, type Usage } from '../limits/limits.ts'
import { type Charge, chargesOf, type PricedPayment, type ScheduledFee } from './domain/choose-tiers.ts'
import { readPricing } from './pricing.store.ts'

/**
 * Prices the payments of one transaction. Most customers pay no fees, which costs only one query. A
 * fee by the number of payments is counted per month, in the transaction of the payment.
 */
export interface OpenPricing {
  /** The customers' fee accounts. The caller locks them with the paying accounts. */
  feeAccountIds: readonly bigint[]
  /**
   * The customers who pay fees by the number of payments. The caller locks them after the accounts
   * and before `readCounts`, so that two payments never have the same number in the month.
   */
  countedIds: readonly bigint[]
  readCounts(): Promise<void>
  /** The income accounts that the fees of these customers need. */
  income: readonly { currency: string; fee: bigint }[]
  /** The fees of the payment; undefined if there are none. */
  price(payment: PricedPayment): PaymentPrice | undefined
  /** Counts a payment that was priced and accepted. */
  count(payment: PricedPayment): void
  write(): Promise<void>
}

/** The fees of a payment in minor units of its currency, and the account that pays them. */
export interface PaymentPrice {
  /** The sum of the charges; zero in free tiers. */
  amount: bigint
  accountId: bigint
  charges: readonly PaymentCharge[]
}

export interface PaymentCharge extends Pick<Charge, 'feeId' | 'name' | 'amount'> {
  /** The first day of the month in which it counts; null for a fee by amount. */
  countedIn: string | null
}

export async function openPricing(
  tx: Transaction,
  tenantId: bigint,
  senderAccountIds: readonly bigint[],
  date: Temporal.PlainDate,
): Promise<OpenPricing> {
  const { fees, rules, feeAccounts } = await readPricing(tx, tenantId, senderAccountIds)
  const periodStart = date.with({ day: 1 }).toString()
  const counts = new Map<string, bigint>()
  const countedFees = fees.filter(({ tierBy }) => tierBy === 'Count')
  const payers = [...new Set([...rules.values()].map(({ customerId }) => customerId))]
  const countedIds = countedFees.length === 0 ? [] : payers
  const added = new Map<string, Usage>()
  const ofPayment = (payment: PricedPayment) => rules.get(payment.senderAccountId)
  const countOf = (customerId: bigint, fee: ScheduledFee) =>
    (counts.get(`${customerId} ${counterOf(fee.id)}`) ?? 0n) + 1n
  const charges = (payment: PricedPayment): Charge[] => {
    const mine = ofPayment(payment)
    return mine ? chargesOf(payment, fees, mine.rules, (fee) => countOf(mine.customerId, fee)) : []
  }

  return {
    feeAccountIds: feeAccounts.map(({ id }) => id),
    countedIds,
    income: fees.map(({ id, currency }) => ({ currency, fee: id })),
    async readCounts() {
      if (countedIds.length === 0) return
      const periods = countedFees.map((fee) => ({ key: counterOf(fee.id), periodStart }))
      const usage = await readUsageOf(tx, tenantId, countedIds, periods)
      for (const { customerId, key, amount } of usage) counts.set(`${customerId} ${key}`, amount)
    },
    price(payment) {
      const charged = charges(payment)
      if (charged.length === 0) return undefined
      const customerId = ofPayment(payment)?.customerId
      const own = feeAccounts.find((one) => one.customerId === customerId && one.currency === payment.currency)
      return {
        amount: charged.reduce((sum, { amount }) => sum + amount, 0n),
        accountId: own?.id ?? payment.senderAccountId,
        charges: charged.map(({ isCounted, ...charge }) => ({ ...charge, countedIn: isCounted ? periodStart : null })),
      }
    },
    count(payment) {
      const customerId = ofPayment(payment)?.customerId
      if (customerId === undefined) return
      for (const { feeId, isCounted } of charges(payment)) {
        if (!isCounted) continue
        const name = `${customerId} ${counterOf(feeId)}`
        counts.set(name, (counts.get(name) ?? 0n) + 1n)
        collect(added, { customerId, key: counterOf(feeId), periodStart, amount: 1n })
      }
    },
    write: () => addUsage(tx, tenantId, [...added.values()]),
  }
}

/** A payment that no longer counts towards the tiers of a fee. */
export interface ReleasedCount {
  customerId: bigint
  feeId: bigint
  /** The first day of the month in which it counted. */
  countedIn: string
}

/** Takes payments that end unsent out of the counts that they are in. */
export async function releaseCounts(
  tx: Transaction,
  tenantId: bigint,
  released: readonly ReleasedCount[],
): Promise<void> {
  const taken = new Map<string, Usage>()
  for (const { customerId, feeId, countedIn: periodStart } of released)
    collect(taken, { customerId, key: counterOf(feeId), periodStart, amount: 1n })
  await subtractUsage(tx, tenantId, [...taken.values()])
}

function collect(usages: Map<string, Usage>, usage: Usage): void {
  const name = `${usage.customerId} ${usage.key} ${usage.periodStart}`
  const known = usages.get(name)
  if (known) known.amount += usage.amount
  else usages.set(name, usage)
}

/** The key of the counter of a fee by the number of payments. */
function counterOf(feeId: bigint): string {
  return `FEE_${feeId}_COUNT`
}
