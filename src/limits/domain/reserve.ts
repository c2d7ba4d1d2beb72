import { formatAmount } from '../../kernel/money.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import type { Rail } from '../../payments/domain/rail.ts'
import { keysFor, type LimitKey } from './limit-key.ts'

/** A payment as limits count it; the amount in minor units. A book transfer uses no rail and counts against none. */
export interface LimitedPayment {
  rail: Rail | 'BOOK'
  secCode: string | null
  amount: bigint
  currency: string
}

/** What holds for one customer by one key, in minor units. */
export interface EffectiveLimit {
  /** Above it a payment is refused; undefined where only the institution's approval is asked for. */
  amount: bigint
  currency: string
  /** Above it a payment waits for the institution's approval; undefined where it never does. */
  approvalAbove: bigint | undefined
}

export interface LimitRefusal {
  reason: 'limitExceeded'
  detail: string
}

/** Whether the institution has to approve, where the limits allow the payment at all. */
export interface LimitVerdict {
  /** The limit above which the payment waits, in words; undefined where it need not. */
  approvalFor: string | undefined
}

/**
 * Whether a payment is within the limits of its rail, entry type and SEC code: each transaction by itself, and with what the period has used.
 * A limit is inclusive.
 */
export function checkLimits(
  payment: LimitedPayment,
  limits: ReadonlyMap<string, EffectiveLimit>,
  usedOf: (limit: LimitKey) => bigint,
): Result<LimitVerdict, LimitRefusal> {
  if (payment.rail === 'BOOK' || limits.size === 0) return accept({ approvalFor: undefined })
  let approvalFor: string | undefined
  for (const limit of keysFor({ rail: payment.rail, entryType: 'CREDIT', secCode: payment.secCode ?? undefined })) {
    const set = limits.get(limit.key)
    if (!set) continue
    if (set.currency !== payment.currency)
      return refuse({
        reason: 'limitExceeded',
        detail: `${limit.displayName} are limited in ${set.currency}, and a payment in ${payment.currency} can not be held against that`,
      })
    const used = limit.period === 'TRANSACTION' ? 0n : usedOf(limit)
    if (used + payment.amount > set.amount)
      return refuse({ reason: 'limitExceeded', detail: describe(limit, set, used) })
    if (set.approvalAbove !== undefined && used + payment.amount > set.approvalAbove) approvalFor ??= limit.displayName
  }
  return accept({ approvalFor })
}

function describe({ displayName, period }: LimitKey, { amount, currency }: EffectiveLimit, used: bigint): string {
  const limit = `${displayName} are limited to ${formatAmount(amount, currency)} ${currency}`
  if (period === 'TRANSACTION') return limit
  const left = amount > used ? amount - used : 0n
  return `${limit}, of which ${formatAmount(left, currency)} are left`
}
