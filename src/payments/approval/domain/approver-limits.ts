import { formatAmount } from '../../../kernel/money.ts'
import { accept, type Result, refuse } from '../../../kernel/result.ts'
import { type ApplicationLimit, lowestLimit } from '../../../roles/domain/application-limits.ts'

/** How much a person may approve, in minor units of the institution's currency; left out, there is no such limit. */
export interface ApproverLimits {
  perPayment?: bigint
  perDay?: bigint
}

/** The names under which a limit of the application Payments counts at approval; any other is kept and counts for nothing. */
export const APPROVAL_LIMIT_NAMES = {
  perPayment: ['Approval limit', 'Approval limit per transaction'],
  perDay: ['Daily approval limit', 'Approval limit per day'],
} as const satisfies Record<keyof ApproverLimits, readonly string[]>

/**
 * What a user may approve: by limits of their own, with the roles that let them approve as the roof. One role is enough to be let, so of several
 * the highest roof counts, and one without a limit has none. `decimals` are those of the institution's currency.
 */
export function limitsOfUser(
  own: readonly ApplicationLimit[],
  roles: readonly (readonly ApplicationLimit[])[],
  decimals: number,
): ApproverLimits {
  const limitOf = (period: keyof ApproverLimits) => {
    const of = (limits: readonly ApplicationLimit[]) =>
      lowest(APPROVAL_LIMIT_NAMES[period].flatMap((name) => lowestLimit(limits, name) ?? []))
    const roofs = roles.map(of)
    const roof = roofs.includes(undefined) ? undefined : highest(roofs as bigint[])
    const hundredths = lowest([of(own), roof].filter((limit) => limit !== undefined))
    return hundredths === undefined ? undefined : (hundredths * 10n ** BigInt(decimals)) / 100n
  }
  return { perPayment: limitOf('perPayment'), perDay: limitOf('perDay') }
}

interface Approved {
  amount: bigint
  currency: string
  /** The currency of the limits, which a payment in another one can not be measured by. */
  limitCurrency: string
  /** What the person has approved today already. */
  today: bigint
}

/** Whether a payment is within what a person may approve; inclusive. Otherwise says which limit it is above. */
export function isWithinLimits(
  { perPayment, perDay }: ApproverLimits,
  { amount, currency, limitCurrency, today }: Approved,
): Result<void, string> {
  if (perPayment === undefined && perDay === undefined) return accept(undefined)
  if (currency !== limitCurrency)
    return refuse(`the approver's limit is in ${limitCurrency}, and the payment in ${currency}`)
  const inWords = (minor: bigint) => `${formatAmount(minor, limitCurrency)} ${limitCurrency}`
  if (perPayment !== undefined && amount > perPayment)
    return refuse(`the approver's limit is ${inWords(perPayment)} for a payment`)
  if (perDay !== undefined && today + amount > perDay) {
    const left = perDay > today ? perDay - today : 0n
    return refuse(`the approver's limit is ${inWords(perDay)} a day, of which ${inWords(left)} are left`)
  }
  return accept(undefined)
}

function lowest(limits: readonly bigint[]): bigint | undefined {
  return limits.toSorted((a, b) => (a < b ? -1 : 1))[0]
}

function highest(limits: readonly bigint[]): bigint | undefined {
  return limits.toSorted((a, b) => (a < b ? 1 : -1))[0]
}
