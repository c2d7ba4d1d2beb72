import { formatAmount } from '../../kernel/money.ts'
import type { EntryType, Rail } from '../../kernel/rail.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { keysFor, type LimitKey } from './limit-key.ts'

/**
 * The fields of a payment that limits use, with the amount in minor units. A book transfer uses no
 * rail and counts against no limit.
 */
export interface LimitedPayment {
  rail: Rail | 'BOOK'
  entryType: EntryType
  secCode: string | null
  amount: bigint
  currency: string
}

/** The limit that applies to one customer for one key, in minor units. */
export interface EffectiveLimit {
  /** A payment above it is refused. */
  amount: bigint
  currency: string
  /** A payment above it waits for the institution's approval; undefined if none ever does. */
  approvalAbove: bigint | undefined
}

export interface LimitRefusal {
  reason: 'limitExceeded'
  detail: string
}

/** Whether a payment within the limits needs the institution's approval. */
export interface LimitVerdict {
  /** The display name of the limit that requires approval; undefined if none does. */
  approvalFor: string | undefined
}

/**
 * Checks a payment against the limits of its rail, entry type and SEC code: alone against limits
 * per transaction, and together with the usage of the period against the others. Limits are
 * inclusive.
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

/** Every limit that a payment exceeds. `checkLimits` reports only the first. */
export function exceededLimits(
  payment: LimitedPayment,
  limits: ReadonlyMap<string, EffectiveLimit>,
  usedOf: (limit: LimitKey) => bigint,
): LimitRefusal[] {
  return limitsOn(payment, limits, usedOf).flatMap(({ key, set, used }) => objectionTo(payment, key, set, used) ?? [])
}

/** The limits that are set for a payment of this kind, with the usage of their periods. */
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
      detail: `${key.displayName} are limited in ${set.currency}, and a payment in ${currency} cannot be checked against that limit`,
    }
  return used + amount > set.amount ? { reason: 'limitExceeded', detail: describe(key, set, used) } : undefined
}

function describe({ displayName, period }: LimitKey, { amount, currency }: EffectiveLimit, used: bigint): string {
  const limit = `${displayName} are limited to ${formatAmount(amount, currency)} ${currency}`
  if (period === 'TRANSACTION') return limit
  const left = amount > used ? amount - used : 0n
  return `${limit}, with ${formatAmount(left, currency)} ${currency} left`
}
