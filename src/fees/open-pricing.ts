import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { addUsage, readUsageOf, type Usage } from '../limits/limits.ts'
import { chargesOf, type PricedPayment, type ScheduledFee } from './domain/choose-tiers.ts'
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
  /**
   * The fee of the payment in minor units of its currency, and the account that pays it; undefined
   * if there is no fee.
   */
  price(payment: PricedPayment): { amount: bigint; accountId: bigint } | undefined
  /** Counts a payment that was priced and accepted. */
  count(payment: PricedPayment): void
  write(): Promise<void>
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
  const countOf = (customerId: bigint, fee: ScheduledFee) => (counts.get(`${customerId} ${counterOf(fee)}`) ?? 0n) + 1n
  const charges = (payment: PricedPayment) => {
    const mine = ofPayment(payment)
    return mine ? chargesOf(payment, fees, mine.rules, (fee) => countOf(mine.customerId, fee)) : []
  }

  return {
    feeAccountIds: feeAccounts.map(({ id }) => id),
    countedIds,
    async readCounts() {
      if (countedIds.length === 0) return
      const periods = countedFees.map((fee) => ({ key: counterOf(fee), periodStart }))
      const usage = await readUsageOf(tx, tenantId, countedIds, periods)
      for (const { customerId, key, amount } of usage) counts.set(`${customerId} ${key}`, amount)
    },
    price(payment) {
      const amount = charges(payment).reduce((sum, charge) => sum + charge.amount, 0n)
      if (amount === 0n) return undefined
      const customerId = ofPayment(payment)?.customerId
      const own = feeAccounts.find((one) => one.customerId === customerId && one.currency === payment.currency)
      return { amount, accountId: own?.id ?? payment.senderAccountId }
    },
    count(payment) {
      const customerId = ofPayment(payment)?.customerId
      for (const { feeId } of customerId === undefined ? [] : charges(payment)) {
        const fee = countedFees.find(({ id }) => id === feeId)
        if (!fee || customerId === undefined) continue
        const name = `${customerId} ${counterOf(fee)}`
        counts.set(name, (counts.get(name) ?? 0n) + 1n)
        const known = added.get(name)
        if (known) known.amount += 1n
        else added.set(name, { customerId, key: counterOf(fee), periodStart, amount: 1n })
      }
    },
    write: () => addUsage(tx, tenantId, [...added.values()]),
  }
}

/** The key of the counter of a fee by the number of payments. */
function counterOf({ id }: ScheduledFee): string {
  return `FEE_${id}_COUNT`
}
