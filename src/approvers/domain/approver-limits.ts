import { formatAmount } from '../../kernel/money.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { type ApplicationLimit, lowestLimit } from '../../roles/domain/application-limits.ts'

/**
 * How much a person can approve, in minor units of the institution's currency. A missing field
 * means no such limit.
 */
export interface ApproverLimits {
  perPayment?: bigint
  perDay?: bigint
}

/**
 * The names of Payments limits that apply to approvals. A limit with another name is stored and has
 * no effect.
 */
export const APPROVAL_LIMIT_NAMES = {
  perPayment: ['Approval limit', 'Approval limit per transaction'],
  perDay: ['Daily approval limit', 'Approval limit per day'],
} as const satisfies Record<keyof ApproverLimits, readonly string[]>

/**
 * The limits of a user: their own, capped by the roles that let them approve. One role is enough to
 * approve, so the highest cap applies, and a role without a limit removes the cap. `decimals` are
 * those of the institution's currency.
 */
export function limitsOfUser(
  own: readonly ApplicationLimit[],
  roles: readonly (readonly ApplicationLimit[])[],
  decimals: number,
): ApproverLimits {
  const limitOf = (period: keyof ApproverLimits) => {
    const of = (limits: readonly ApplicationLimit[]) =>
      lowest(APPROVAL_LIMIT_NAMES[period].map((name) => lowestLimit(limits, name)))
    const caps = roles.map(of)
    const cap = caps.includes(undefined) ? undefined : highest(caps as bigint[])
    const hundredths = lowest([of(own), cap])
    return hundredths === undefined ? undefined : (hundredths * 10n ** BigInt(decimals)) / 100n
  }
  return { perPayment: limitOf('perPayment'), perDay: limitOf('perDay') }
}

/** All in minor units of the institution's currency. */
interface Approved {
  amount: bigint
  /** The institution's. */
  currency: string
  /** The total the person has already approved today. */
  today: bigint
}

/**
 * Checks that a payment is within what a person can approve; limits are inclusive. A refusal names
 * the exceeded limit.
 */
export function isWithinLimits(
  { perPayment, perDay }: ApproverLimits,
  { amount, currency, today }: Approved,
): Result<void, string> {
  const inWords = (minor: bigint) => `${formatAmount(minor, currency)} ${currency}`
  if (perPayment !== undefined && amount > perPayment)
    return refuse(`the approver's limit is ${inWords(perPayment)} per payment`)
  if (perDay !== undefined && today + amount > perDay) {
    const left = perDay > today ? perDay - today : 0n
    return refuse(`the approver's limit is ${inWords(perDay)} per day, with ${inWords(left)} left`)
  }
  return accept(undefined)
}

/** A missing limit sorts last, so it counts only if there is no other one. */
function lowest(limits: readonly (bigint | undefined)[]): bigint | undefined {
  return limits.toSorted((a, b) => (a! < b! ? -1 : 1))[0]
}

function highest(limits: readonly bigint[]): bigint | undefined {
  return limits.toSorted((a, b) => (a < b ? 1 : -1))[0]
}
