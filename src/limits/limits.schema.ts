import type { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import { canonicalName, dateField, mustBeName, name, named, parseDate } from '../http/fields.ts'
import { amountAsNumber, parseAmount } from '../kernel/money.ts'
import { ENTRY_TYPES, type EntryType } from '../kernel/rail.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { SEC_CODES } from '../kernel/sec-codes.ts'
import { words } from '../kernel/words.ts'
import { LIMIT_KEYS, LIMITED_RAILS, type LimitedRail, type LimitKey } from './domain/limit-key.ts'
import { LIMIT_SCOPES, type LimitScope, type TightestLimit } from './domain/reserve.ts'
import type { LimitChange, SetLimit } from './limits.store.ts'

const KEYS = words(
  'LimitKey',
  LIMIT_KEYS.map(({ key }) => key),
)
const APP_NAMES = ['Payment Galaxy', 'Payments'] as const

/** Other rails ignore the field whatever its value, so `parseLimitsQuery` validates it. */
const forAchOnly = (rule: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: 32,
      description: `For ACH only; other rails ignore it. ${rule}`,
    }),
  )

export const LimitsQueryBody = named('LimitsRequest', {
  paymentRail: name(LIMITED_RAILS, {
    description: 'BOOK has the limits on payments to other customers of the institution.',
  }),
  paymentAmount: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, description: 'Limits that this amount would exceed have a message.' }),
  ),
  deliveryDate: Type.Optional(dateField("Default today, in the institution's time zone.")),
  secCode: forAchOnly(`One of ${SEC_CODES.join(', ')}.`),
  entryType: forAchOnly(`One of ${ENTRY_TYPES.join(', ')}; required with secCode.`),
})
export type LimitsQueryBody = Static<typeof LimitsQueryBody>

export interface LimitsQuery {
  rail: LimitedRail
  /** In minor units of the institution's currency. */
  amount: bigint | undefined
  date: Temporal.PlainDate | undefined
  secCode: string | undefined
  entryType: EntryType | undefined
}

/** Parses a query. A refusal names every invalid field. */
export function parseLimitsQuery(body: LimitsQueryBody, currency: string): Result<LimitsQuery, Refusal> {
  const rail = mustBeName(LIMITED_RAILS, body.paymentRail)
  const wrong: string[] = []
  const ofAch = <const Names extends readonly string[]>(field: 'secCode' | 'entryType', names: Names) => {
    const input = rail === 'ACH' ? body[field] : undefined
    if (input === undefined || input === null) return undefined
    const known = canonicalName(names, input)
    if (!known) wrong.push(`${field} must be one of ${names.join(', ')}`)
    return known
  }
  const secCode = ofAch('secCode', SEC_CODES)
  const entryType = ofAch('entryType', ENTRY_TYPES)
  if (secCode && body.entryType == null) wrong.push('entryType is required with secCode')
  const amount = body.paymentAmount === undefined ? undefined : parseAmount(body.paymentAmount, currency)
  if (amount && !amount.ok) wrong.push(`paymentAmount has more decimals than ${currency}, or is too large`)
  const date = body.deliveryDate === undefined ? undefined : parseDate(body.deliveryDate)
  if (body.deliveryDate !== undefined && !date)
    wrong.push('deliveryDate must be a date, yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy')
  if (wrong.length > 0) return refusal('invalidLimits', wrong.join('; '))
  return accept({ rail, amount: amount?.ok ? amount.value : undefined, date, secCode, entryType })
}

/** In replies, which show the key as it is written here. */
const LimitKeyShown = name(KEYS, { description: 'The key of the limit.' })

export const LimitReply = named('Limit', {
  code: LimitKeyShown,
  level: name(LIMIT_SCOPES, {
    description:
      'Where the least is left: in the limit of the customer and those below it, of a group that the customer belongs to, or of the institution for all its customers.',
  }),
  currentLimit: Type.Optional(
    Type.Number({
      description:
        "The figures are those of the level. If the token may not see that level, they are the customer's own, absent if only that level has a limit.",
    }),
  ),
  usedAmount: Type.Optional(Type.Number()),
  remainingLimit: Type.Optional(Type.Number()),
  displayName: Type.String(),
  message: Type.Optional(Type.String({ description: 'Present if paymentAmount would exceed the limit.' })),
})

export const LimitsReply = named('Limits', { limits: Type.Array(LimitReply) })

const remainingOf = ({ set, used }: TightestLimit) => (set.amount > used ? set.amount - used : 0n)

/**
 * One limit with its used amount, which is always 0 for a limit per transaction. `shown` has the
 * figures that the reader may see, if any.
 */
export function renderLimit(
  limit: LimitKey,
  binding: TightestLimit,
  shown: TightestLimit | undefined,
  asked: bigint | undefined,
): Static<typeof LimitReply> {
  const exceeds = asked !== undefined && asked > remainingOf(binding)
  return {
    code: limit.key,
    level: binding.level.scope,
    ...(shown && {
      currentLimit: amountAsNumber(shown.set.amount, shown.set.currency),
      usedAmount: amountAsNumber(shown.used, shown.set.currency),
      remainingLimit: amountAsNumber(remainingOf(shown), shown.set.currency),
    }),
    displayName: limit.displayName,
    ...(exceeds
      ? { message: `paymentAmount exceeds the remaining limit for ${limit.displayName}${of[binding.level.scope]}` }
      : {}),
  }
}

/** The level in the message of an exceeded limit. */
const of: Record<LimitScope, string> = {
  Customer: '',
  Group: ' of the group that the customer belongs to',
  Institution: ' of the institution for all its customers together',
}

const LimitSetting = named('LimitSetting', {
  key: name(KEYS, { description: 'The key of the limit; /docs/pages/limits says what each counts.' }),
  value: Type.Union([Type.Null(), Type.Number({ minimum: 0 }), Type.String({ maxLength: 32 })], {
    description: "A decimal amount in the institution's currency; null removes the limit.",
  }),
})

/** The `limits` of a customer update. */
export const AppLimits = Type.Array(
  Type.Object({ appName: name(APP_NAMES), appLimits: Type.Array(LimitSetting, { maxItems: 100 }) }),
  { maxItems: 10 },
)

export const InstitutionLimitsBody = named('InstitutionLimitsRequest', {
  limits: Type.Array(
    Type.Object({
      ...LimitSetting.properties,
      approvalAbove: Type.Optional(
        Type.Union([Type.Number({ minimum: 0 }), Type.String({ maxLength: 32 })], {
          description:
            "A payment above this amount waits for the institution's approval. It needs a value: a payment above that is refused.",
        }),
      ),
    }),
    { maxItems: 100 },
  ),
  totals: Type.Optional(
    Type.Array(LimitSetting, {
      maxItems: 100,
      description: 'Limits on the payments of all customers of the institution together.',
    }),
  ),
})
const SetLimitShown = named('SetLimit', { key: LimitKeyShown, value: Type.Number(), currency: Type.String() })

export const CustomerLimitsReply = named('CustomerLimits', { limits: Type.Array(SetLimitShown) })

export function renderCustomerLimits(limits: readonly SetLimit[]): Static<typeof CustomerLimitsReply> {
  return { limits: limits.map(renderSet) }
}

const renderSet = ({ key, amount, currency }: SetLimit) => ({
  ...{ key, value: amountAsNumber(amount, currency), currency },
})

export const exampleCustomerLimits = {
  limits: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: 50000, currency: 'USD' }],
}

export const InstitutionLimitsReply = named('InstitutionLimits', {
  limits: Type.Array(
    Type.Object({
      key: LimitKeyShown,
      value: Type.Number(),
      approvalAbove: Type.Optional(Type.Number()),
      currency: Type.String(),
    }),
  ),
  totals: Type.Array(SetLimitShown),
})

/** The limits of the institution for each customer, and for all customers together. */
export interface InstitutionLimits {
  limits: readonly SetLimit[]
  totals: readonly SetLimit[]
}

export function renderSetLimits({ limits, totals }: InstitutionLimits): Static<typeof InstitutionLimitsReply> {
  return {
    totals: totals.map(renderSet),
    limits: limits.map(({ key, amount, approvalAbove, currency }) => ({
      key,
      value: amountAsNumber(amount, currency),
      approvalAbove: approvalAbove == null ? undefined : amountAsNumber(approvalAbove, currency),
      currency,
    })),
  }
}

/** Parses limit settings. A refusal names every invalid setting. */
export function parseLimitSettings(
  settings: readonly (Static<typeof LimitSetting> & { approvalAbove?: number | string })[],
  currency: string,
): Result<LimitChange[], string> {
  const wrong: string[] = []
  const changes = new Map<string, LimitChange>()
  for (const { key, value, approvalAbove } of settings) {
    const amount = value === null ? accept(null) : parseAmount(value, currency)
    const above = approvalAbove === undefined ? accept(null) : parseAmount(approvalAbove, currency)
    if (!amount.ok || (amount.value !== null && amount.value < 0n))
      wrong.push(`the value of ${key} must be an amount in ${currency}, zero or more`)
    else if (!above.ok || (above.value !== null && above.value < 0n))
      wrong.push(`approvalAbove of ${key} must be an amount in ${currency}, zero or more`)
    else if (amount.value === null && above.value !== null)
      wrong.push(`approvalAbove of ${key} needs a value: null removes the limit with its approval`)
    else changes.set(key, { key, currency, amount: amount.value, approvalAbove: above.value })
  }
  return wrong.length > 0 ? { ok: false, refusal: wrong.join('; ') } : accept([...changes.values()])
}

export const exampleLimits = {
  limits: [
    {
      code: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY',
      level: 'Customer',
      currentLimit: 50000,
      usedAmount: 12500.5,
      remainingLimit: 37499.5,
      displayName: 'Fedwire payments per day',
    },
  ],
}
