import { Temporal } from 'temporal-polyfill'
import { words } from '../../kernel/words.ts'

export const AMOUNT_TYPES = words('PositivePayAmountType', ['EXACT', 'MAXIMUM'])
export type AmountType = (typeof AMOUNT_TYPES)[number]

/** The length of the period in which a rule pays one debit; null for a rule without periods. */
const PERIODS = {
  ON_GOING: null,
  ONE_TIME: null,
  DAILY: { days: 1 },
  WEEKLY: { days: 7 },
  BI_WEEKLY: { days: 14 },
  MONTHLY: { months: 1 },
  QUARTERLY: { months: 3 },
  SEMI_ANNUAL: { months: 6 },
  ANNUAL: { months: 12 },
} as const
export type Frequency = keyof typeof PERIODS
export const FREQUENCIES = words('PositivePayFrequency', Object.keys(PERIODS) as Frequency[])

/** Why no rule allows a debit, from the furthest to the nearest. */
export const EXCEPTION_CAUSES = words('PositivePayCause', [
  'NoRule',
  'SecCodeMismatch',
  'AmountMismatch',
  'NotInForce',
  'FrequencyExceeded',
])
export type ExceptionCause = (typeof EXCEPTION_CAUSES)[number]

/** What a rule allows. Without an originator, a bank or an SEC code, it allows any. */
export interface Rule {
  id: bigint
  achCompanyId: string | null
  bankRouting: string | null
  secCode: string | null
  amountType: AmountType
  /** In cents. */
  amount: bigint
  frequency: Frequency
  /** yyyy-mm-dd, both inclusive. */
  effectiveDate: string
  expiryDate: string | null
  status: 'Active' | 'Suspended' | 'Deleted'
}

export interface IncomingDebit {
  originatorId: string
  originatorRouting: string
  secCode: string
  amount: bigint
  settlementDate: Temporal.PlainDate
}

export type Judged = { rule: Rule; periodStart: string | null } | { cause: ExceptionCause }

/**
 * The first rule that allows the debit, or the nearest reason why none does.
 * @param isUsed whether the rule has paid a debit in the period that starts on the day
 */
export function judgeDebit(
  debit: IncomingDebit,
  rules: readonly Rule[],
  isUsed: (ruleId: bigint, periodStart: string) => boolean,
): Judged {
  let nearest: ExceptionCause = 'NoRule'
  for (const rule of rules) {
    const cause = objectionOf(rule, debit)
    const periodStart = cause ? null : periodOf(rule, debit.settlementDate)
    const isSpent = periodStart !== null && isUsed(rule.id, periodStart)
    if (!cause && !isSpent) return { rule, periodStart }
    const found = cause ?? 'FrequencyExceeded'
    if (EXCEPTION_CAUSES.indexOf(found) > EXCEPTION_CAUSES.indexOf(nearest)) nearest = found
  }
  return { cause: nearest }
}

function objectionOf(rule: Rule, debit: IncomingDebit): ExceptionCause | undefined {
  const isOriginator = rule.achCompanyId === null || rule.achCompanyId === debit.originatorId.trim()
  const isBank = rule.bankRouting === null || rule.bankRouting === debit.originatorRouting
  if (!isOriginator || !isBank) return 'NoRule'
  if (rule.secCode !== null && rule.secCode !== debit.secCode) return 'SecCodeMismatch'
  const isAmount = rule.amountType === 'EXACT' ? debit.amount === rule.amount : debit.amount <= rule.amount
  if (!isAmount) return 'AmountMismatch'
  const day = debit.settlementDate.toString()
  const isInForce = rule.effectiveDate <= day && (rule.expiryDate === null || day <= rule.expiryDate)
  return rule.status === 'Active' && isInForce ? undefined : 'NotInForce'
}

/** The first day of the rule's period that has the day; null for a rule that pays every debit. */
export function periodOf(
  { frequency, effectiveDate }: Pick<Rule, 'frequency' | 'effectiveDate'>,
  day: Temporal.PlainDate,
): string | null {
  if (frequency === 'ON_GOING') return null
  const start = Temporal.PlainDate.from(effectiveDate)
  const length = PERIODS[frequency]
  if (length === null) return effectiveDate
  if ('days' in length) {
    const passed = Math.floor(start.until(day).days / length.days)
    return start.add({ days: passed * length.days }).toString()
  }
  // The 31st of a shorter month is its last day, so the months that passed may be one too many.
  const months = (day.year - start.year) * 12 + day.month - start.month
  let periods = Math.floor(months / length.months)
  if (Temporal.PlainDate.compare(start.add({ months: periods * length.months }), day) > 0) periods--
  return start.add({ months: periods * length.months }).toString()
}
