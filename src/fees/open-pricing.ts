import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import {
  type Charge,
  type ConvertFee,
  chargesOf,
  feesFor,
  type PricedPayment,
  type ScheduledFee,
} from './domain/choose-tiers.ts'
import { type ExtraFee, extraCharges, feeNamed, isAboveSchedule } from './domain/extra-fees.ts'
import { addFeeCounts, type FeeCount, readFeeCounts, subtractFeeCounts } from './fee-counts.store.ts'
import { type Pricing, readPricing } from './pricing.store.ts'

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
  /** The currencies between which fees are converted; empty if none is. */
  currencies: readonly string[]
  /** The fees of the payment; undefined if there are none. Refused without a rate. */
  price(
    payment: PricedPayment & { extraFees?: readonly ExtraFee[] },
    convert: ConvertFee,
  ): Result<PaymentPrice | undefined, Refusal>
  /** Refused if a fee on top of the schedule cannot be charged to an account in the currency. */
  checkExtra(extraFees: readonly ExtraFee[], currency: string): Result<void, Refusal>
  /** Whether one of the fees on top is more than the schedule charges for such an amount. */
  exceedsSchedule(extraFees: readonly ExtraFee[], payment: { amount: bigint; currency: string }): boolean
  /** Counts an accepted payment that was charged these fees. */
  count(senderAccountId: bigint, charges: readonly PaymentCharge[]): void
  write(): Promise<void>
}

/** The fees of a payment in minor units of its currency, and the account that pays them. */
export interface PaymentPrice {
  /** The sum of the charges; zero in free tiers. */
  amount: bigint
  accountId: bigint
  charges: readonly PaymentCharge[]
}

export interface PaymentCharge extends Pick<Charge, 'feeId' | 'name' | 'amount' | 'exchange'> {
  /** The version of the fee and its tier; null for a fee on top of the schedule. */
  feeVersion: bigint | null
  tier: string | null
  /** The first day of the month in which it counts; null for a fee by amount. */
  countedIn: string | null
}

export async function openPricing(
  tx: Transaction,
  tenantId: bigint,
  senderAccountIds: readonly bigint[],
  date: Temporal.PlainDate,
): Promise<OpenPricing> {
  return pricingOf(tx, tenantId, await readPricing(tx, tenantId, senderAccountIds), date)
}

/** Prices payments with fees that were read before their date was known. */
export function pricingOf(
  tx: Transaction,
  tenantId: bigint,
  { fees, rules, feeAccounts, customers, extra }: Pricing,
  date: Temporal.PlainDate,
): OpenPricing {
  const month = date.with({ day: 1 }).toString()
  const counts = new Map<string, bigint>()
  const countedFees = fees.filter(({ tierBy }) => tierBy === 'Count')
  const payers = [...new Set([...rules.values()].map(({ customerId }) => customerId))]
  const countedIds = countedFees.length === 0 ? [] : payers
  const added = new Map<string, FeeCount>()
  const ofPayment = (payment: PricedPayment) => rules.get(payment.senderAccountId)
  const countOf = (customerId: bigint, fee: ScheduledFee) => (counts.get(`${customerId} ${fee.id}`) ?? 0n) + 1n
  const used = [...new Set([...rules.values()].map(({ currency }) => currency))].flatMap((currency) =>
    feesFor(currency, fees).map((fee) => ({ currency, fee })),
  )

  return {
    feeAccountIds: feeAccounts.map(({ id }) => id),
    countedIds,
    income: [...used.map(({ currency, fee }) => ({ currency, fee: fee.id })), ...incomeOf(extra, fees)],
    currencies: used.flatMap(({ currency, fee }) => (fee.currency === currency ? [] : [currency, fee.currency])),
    async readCounts() {
      if (countedIds.length === 0) return
      const feeIds = countedFees.map(({ id }) => id)
      const known = await readFeeCounts(tx, tenantId, { customerIds: countedIds, feeIds, month })
      for (const { customerId, feeId, payments } of known) counts.set(`${customerId} ${feeId}`, payments)
    },
    price(payment, convert) {
      const { extraFees = [] } = payment
      const mine = ofPayment(payment)
      if (!mine && extraFees.length === 0) return accept(undefined)
      const priced = mine
        ? chargesOf(payment, fees, mine.rules, (fee) => countOf(mine.customerId, fee), convert)
        : accept([])
      if (!priced.ok) return priced
      const added = extraCharges(extraFees, fees, { currency: payment.currency, scheduled: priced.value })
      if (!added.ok) return added
      const scheduled = priced.value.map(({ isCounted, ...one }) => ({ ...one, countedIn: isCounted ? month : null }))
      const charges: PaymentCharge[] = [...scheduled, ...added.value]
      if (charges.length === 0) return accept(undefined)
      const customerId = customers.get(payment.senderAccountId)
      const own = feeAccounts.find((one) => one.customerId === customerId && one.currency === payment.currency)
      return accept({
        amount: charges.reduce((sum, { amount }) => sum + amount, 0n),
        accountId: own?.id ?? payment.senderAccountId,
        charges,
      })
    },
    checkExtra(extraFees, currency) {
      const checked = extraCharges(extraFees, fees, { currency })
      return checked.ok ? accept(undefined) : checked
    },
    exceedsSchedule: (extraFees, payment) => extraFees.some((one) => isAboveSchedule(one, fees, payment)),
    count(senderAccountId, charges) {
      const customerId = rules.get(senderAccountId)?.customerId
      if (customerId === undefined) return
      for (const { feeId, countedIn } of charges) {
        if (countedIn === null) continue
        const name = `${customerId} ${feeId}`
        counts.set(name, (counts.get(name) ?? 0n) + 1n)
        collect(added, { customerId, feeId, month, payments: 1n })
      }
    },
    write: () => addFeeCounts(tx, tenantId, [...added.values()]),
  }
}

/** What the fees that a request adds to its payment are booked to. */
function incomeOf(extra: Pricing['extra'], fees: readonly ScheduledFee[]): OpenPricing['income'] {
  return extra.flatMap((one) => {
    const fee = feeNamed(one, fees)
    return fee ? [{ currency: one.currency, fee: fee.id }] : []
  })
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
  const taken = new Map<string, FeeCount>()
  for (const { customerId, feeId, countedIn: month } of released)
    collect(taken, { customerId, feeId, month, payments: 1n })
  await subtractFeeCounts(tx, tenantId, [...taken.values()])
}

function collect(counts: Map<string, FeeCount>, count: FeeCount): void {
  const name = `${count.customerId} ${count.feeId} ${count.month}`
  const known = counts.get(name)
  if (known) known.payments += count.payments
  else counts.set(name, count)
}
