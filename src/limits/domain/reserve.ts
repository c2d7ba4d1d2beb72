import { formatAmount } from '../../kernel/money.ts'
import type { EntryType, Rail } from '../../kernel/rail.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { keysFor, type LimitKey } from './limit-key.ts'

/** A payment as limits count it; the amount in minor units. A book transfer uses no rail and counts against none. */
export interface LimitedPayment {
  rail: Rail | 'BOOK'
  entryType: EntryType
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
  let approvalFor: string | undefined
  for (const { key, set, used } of limitsOn(payment, limits, usedOf)) {
    const exceeded = objectionTo(payment, key, set, used)
    if (exceeded) return refuse(exceeded)
    if (set.approvalAbove !== undefined && used + payment.amount > set.approvalAbove) approvalFor ??= key.displayName
  }
  return accept({ approvalFor })
}

/** Every limit that a payment would be refused for; of them `checkLimits` names the first. */
export function exceededLimits(
  payment: LimitedPayment,
  limits: ReadonlyMap<string, EffectiveLimit>,
  usedOf: (limit: LimitKey) => bigint,
): LimitRefusal[] {
  return limitsOn(payment, limits, usedOf).flatMap(({ key, set, used }) => objectionTo(payment, key, set, used) ?? [])
}

/** The limits that are set for a payment of this kind, with what their periods have used. */
function limitsOn(
  { rail, entryType, secCode }: LimitedPayment,
  limits: ReadonlyMap<string, EffectiveLimit>,
  usedOf: (limit: LimitKey) => bigint,
): { key: LimitKey; set: EffectiveLimit; used: bigint }[] {
  if (rail === 'BOOK' || limits.size === 0) return []
  return keysFor({ rail, entryType, secCode: secCode ?? undefined }).flatMap((key) => {
    const set = limits.get(key.key)
    return set ? { key, set, used: key.period === 'TRANSACTION' ? 0n : usedOf(key) } : []
  })
}

function objectionTo(
  { amount, currency }: LimitedPayment,
  key: LimitKey,
  set: EffectiveLimit,
  used: bigint,
): LimitRefusal | undefined {
  if (set.currency !== currency)
    return {
      reason: 'limitExceeded',
      detail: `${key.displayName} are limited in ${set.currency}, and a payment in ${currency} can not be held against that`,
    }
  return used + amount > set.amount ? { reason: 'limitExceeded', detail: describe(key, set, used) } : undefined
}

function describe({ displayName, period }: LimitKey, { amount, currency }: EffectiveLimit, used: bigint): string {
  const limit = `${displayName} are limited to ${formatAmount(amount, currency)} ${currency}`
  if (period === 'TRANSACTION') return limit
  const left = amount > used ? amount - used : 0n
  return `${limit}, of which ${formatAmount(left, currency)} are left`
}
