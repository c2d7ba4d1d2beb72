import { formatAmount } from '../../kernel/money.ts'
import type { EntryType } from '../../kernel/rail.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { keysFor, type LimitedRail, type LimitKey } from './limit-key.ts'

/** What selects the limits of a payment. */
export interface PaymentKind {
  /**
   * Those whose limits it counts against. A payment to another customer of the institution counts
   * against BOOK and against the rail of the speed that it asked for, if it asked for one. A
   * payment between two accounts of one customer has none, and counts against no limit.
   */
  rails: readonly LimitedRail[]
  entryType: EntryType
  secCode: string | null
}

/**
 * A payment with what it counts for, in minor units of the institution's currency: the currency of
 * all limits and of their usage.
 */
export interface LimitedPayment extends PaymentKind {
  amount: bigint
}

/** A limit for one key, in minor units. */
export interface EffectiveLimit {
  /** A payment above it is refused. */
  amount: bigint
  currency: string
  /** A payment above it waits for the institution's approval; undefined if none ever does. */
  approvalAbove: bigint | undefined
}

/**
 * What a limit bounds: the payments of one customer and those below it, of a group that the
 * customer belongs to, or of the whole institution.
 */
export const LIMIT_SCOPES = ['Customer', 'Group', 'Institution'] as const
export type LimitScope = (typeof LIMIT_SCOPES)[number]

/** The limits that a payment must stay within at one level of the hierarchy. */
export interface LimitLevel {
  scope: LimitScope
  limits: ReadonlyMap<string, EffectiveLimit>
  /** The amount used in the current period of the limit. */
  usedOf(limit: LimitKey): bigint
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
 * Checks a payment against the limits of its rails, entry type and SEC code at every level: alone
 * against limits per transaction, and together with the usage of the period against the others.
 * Limits are inclusive.
 */
export function checkLimits(
  payment: LimitedPayment,
  levels: readonly LimitLevel[],
): Result<LimitVerdict, LimitRefusal> {
  let approvalFor: string | undefined
  for (const limit of limitsOn(payment, levels)) {
    const exceeded = objectionTo(payment, limit)
    if (exceeded) return refuse(exceeded)
    const { key, set, used } = limit
    if (set.approvalAbove !== undefined && used + payment.amount > set.approvalAbove) approvalFor ??= key.displayName
  }
  return accept({ approvalFor })
}

/** Whether any limit is set for a payment of this kind. */
export function isLimited(payment: PaymentKind, levels: readonly LimitLevel[]): boolean {
  return limitsOn(payment, levels).length > 0
}

/** Every limit that a payment exceeds. `checkLimits` reports only the first. */
export function exceededLimits(payment: LimitedPayment, levels: readonly LimitLevel[]): LimitRefusal[] {
  return limitsOn(payment, levels).flatMap((limit) => objectionTo(payment, limit) ?? [])
}

/**
 * The limit that a payment exceeds alone, so that no day has room for it, however little is used:
 * limits per transaction, and those of a period. Undefined if there is none.
 */
export function exceededAlone(payment: LimitedPayment, levels: readonly LimitLevel[]): LimitRefusal | undefined {
  const limit = limitsOn(payment, levels).find(({ set }) => payment.amount > set.amount)
  return limit && { reason: 'limitExceeded', detail: describe({ ...limit, isForOne: true }) }
}

/** Whether a payment alone is above a limit, or above the amount that the institution approves. */
export function needsApprovalAlone(payment: LimitedPayment, levels: readonly LimitLevel[]): boolean {
  return limitsOn(payment, levels).some(
    ({ set: { amount, approvalAbove = amount } }) => payment.amount > amount || payment.amount > approvalAbove,
  )
}

/** The level with the least left for a key, and its figures. The first level wins a tie. */
export interface TightestLimit<Level extends LimitLevel = LimitLevel> {
  level: Level
  set: EffectiveLimit
  used: bigint
}

/** The tightest of the limits that are set for a key; undefined if none is. */
export function tightestOf<Level extends LimitLevel>(
  key: LimitKey,
  levels: readonly Level[],
): TightestLimit<Level> | undefined {
  let tightest: TightestLimit<Level> | undefined
  for (const level of levels) {
    const set = level.limits.get(key.key)
    if (!set) continue
    const used = usedIn(level, key)
    if (!tightest || set.amount - used < tightest.set.amount - tightest.used) tightest = { level, set, used }
  }
  return tightest
}

interface LimitOnPayment {
  scope: LimitScope
  key: LimitKey
  set: EffectiveLimit
  used: bigint
}

/** The limits that are set for a payment of this kind, with the usage of their periods. */
function limitsOn(kind: PaymentKind, levels: readonly LimitLevel[]): LimitOnPayment[] {
  if (levels.every(({ limits }) => limits.size === 0)) return []
  const keys = keysFor(kind)
  return levels.flatMap((level) =>
    keys.flatMap((key) => {
      const limit = level.limits.get(key.key)
      return limit ? { scope: level.scope, key, set: limit, used: usedIn(level, key) } : []
    }),
  )
}

function usedIn(level: LimitLevel, key: LimitKey): bigint {
  return key.period === 'TRANSACTION' ? 0n : level.usedOf(key)
}

function objectionTo({ amount }: LimitedPayment, limit: LimitOnPayment): LimitRefusal | undefined {
  const { set, used } = limit
  return used + amount > set.amount ? { reason: 'limitExceeded', detail: describe(limit) } : undefined
}

/** A customer learns the figures of its own limits, not those of another customer. */
function describe({ scope, key, set, used, isForOne }: LimitOnPayment & { isForOne?: boolean }): string {
  const { displayName, period } = key
  if (scope === 'Group') return `${displayName} exceed a limit of the group that the customer belongs to`
  if (scope === 'Institution') return `${displayName} exceed a limit of the institution for all its customers together`
  const limit = `${displayName} are limited to ${formatAmount(set.amount, set.currency)} ${set.currency}`
  if (isForOne || period === 'TRANSACTION') return limit
  const left = set.amount > used ? set.amount - used : 0n
  return `${limit}, with ${formatAmount(left, set.currency)} ${set.currency} left`
}
