import Type, { type Static } from 'typebox'
import { CurrencyField, mustBeName, name, named, text } from '../http/fields.ts'
import { pageQuery } from '../http/paging.ts'
import { currencyOf } from '../kernel/currency.ts'
import { formatAmount, parseAmount } from '../kernel/money.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { FeeTier } from './domain/calculate-fee.ts'
import { formatPercentage, parsePercentage } from './domain/percentage.ts'
import type { Fee, FeeTerms } from './fees.store.ts'

export const TIER_BY = ['Amount', 'Count'] as const

/** A number or its decimal text. Replies contain text, and clients can send it back unchanged. */
const decimal = (description: string) =>
  Type.Unsafe<number | string>({ type: ['number', 'string'], minLength: 1, maxLength: 32, description })

const TierBody = named(
  'FeeTierRequest',
  {
    name: text(64, { description: 'Unique in the fee. The feeTier of a customer refers to this name.' }),
    from: decimal('Inclusive lower bound: an amount, or a whole number of payments. The first tier starts at 0.'),
    flat: Type.Optional(decimal('Flat amount. One of flat and percentage is required.')),
    percentage: Type.Optional(
      decimal('Percentage of the amount, from 0 to 100 with at most 6 decimals: 0.25 means 0.25%.'),
    ),
    minimum: Type.Optional(decimal('The minimum charge.')),
    maximum: Type.Optional(decimal('The maximum charge.')),
  },
  { additionalProperties: false },
)

const NameField = text(64, { description: 'Unique for the application, product and currency.' })
const ApplicationField = text(64, { description: 'The application that charges the fee, such as Payments.' })
const ProductField = text(64, { description: 'The product that the fee is for: a rail or a speed, such as ACH.' })

/** Unknown fields are refused, because a misspelled `maximum` would create a fee without one. */
export const FeeBody = named(
  'FeeRequest',
  {
    name: NameField,
    application: ApplicationField,
    product: ProductField,
    currency: CurrencyField,
    tierBy: name(TIER_BY, {
      description: 'What selects the tier: the amount of a payment, or the number of payments in the month.',
    }),
    tiers: Type.Array(TierBody, { minItems: 1, maxItems: 50, description: 'In ascending order of from.' }),
  },
  { additionalProperties: false },
)
export type FeeBody = Static<typeof FeeBody>

const MAX_LISTED_ERRORS = 20

/**
 * Checks the rules that the schema cannot express: exact amounts and percentages, and tiers in
 * order. A refusal names every invalid field, up to 20.
 */
export function parseFee(body: FeeBody): Result<FeeTerms, Refusal> {
  const { name, application, product, currency } = body
  if (!currencyOf(currency)) return refusal('invalidFee', 'currency must be a payable ISO 4217 currency')
  const tierBy = mustBeName(TIER_BY, body.tierBy)
  const wrong: string[] = []
  const tiers = body.tiers.map((tier, place) => parseTier(tier, { path: `tiers.${place}`, tierBy, currency, wrong }))
  checkLadder(tiers, wrong)
  if (wrong.length > 0) {
    const more = wrong.length > MAX_LISTED_ERRORS ? `; and ${wrong.length - MAX_LISTED_ERRORS} more` : ''
    return refusal('invalidFee', wrong.slice(0, MAX_LISTED_ERRORS).join('; ') + more)
  }
  // Each undefined value has an entry in `wrong`.
  return accept({ name, application, product, currency, tierBy, tiers: tiers as FeeTier[] })
}

interface TierContext {
  path: string
  tierBy: (typeof TIER_BY)[number]
  currency: string
  wrong: string[]
}

/** `from` is undefined if it is invalid. */
type ReadTier = Omit<FeeTier, 'from'> & { from: bigint | undefined }

function parseTier(tier: Static<typeof TierBody>, { path, tierBy, currency, wrong }: TierContext): ReadTier {
  const field = <Refused>(
    name: Exclude<keyof typeof tier, 'name'>,
    parse: (input: number | string) => Result<bigint, Refused>,
    rule: string,
  ): bigint | undefined => {
    const input = tier[name]
    if (input === undefined) return undefined
    const read = parse(input)
    if (read.ok && read.value >= 0n) return read.value
    wrong.push(`${path}.${name} ${rule}`)
    return undefined
  }
  const parseMoney = (input: number | string) => parseAmount(input, currency)
  const money = `must be an amount of at least 0, with no more decimals than ${currency}`
  const amount = (name: 'flat' | 'minimum' | 'maximum') => field(name, parseMoney, money) ?? null

  const from =
    tierBy === 'Amount'
      ? field('from', parseMoney, money)
      : field('from', parseCount, 'must be a whole number, 0 or more')
  const flat = amount('flat')
  const percentage =
    field('percentage', parsePercentage, 'must be a percentage from 0 to 100 with at most 6 decimals') ?? null
  const minimum = amount('minimum')
  const maximum = amount('maximum')
  if (tier.flat === undefined && tier.percentage === undefined)
    wrong.push(`one of ${path}.flat and ${path}.percentage is required`)
  if (minimum !== null && maximum !== null && minimum > maximum)
    wrong.push(`${path}.minimum must not be greater than ${path}.maximum`)
  return { name: tier.name, from, flat, percentage, minimum, maximum }
}

/** Parses a count as an amount without decimals, so that it is exact. */
function parseCount(input: number | string) {
  return parseAmount(input, 'JPY')
}

function checkLadder(tiers: readonly ReadTier[], wrong: string[]): void {
  const names = new Set<string>()
  let before: bigint | undefined
  tiers.forEach(({ name, from }, place) => {
    if (names.has(name)) wrong.push(`tiers.${place}.name is already the name of another tier of the fee`)
    names.add(name)
    if (from === undefined) return
    if (place === 0 && from !== 0n) wrong.push('tiers.0.from must be 0')
    if (before !== undefined && from <= before)
      wrong.push(`tiers.${place}.from must be greater than from of the previous tier`)
    before = from
  })
}

const decimalText = Type.String({ description: 'Decimal text.' })

const TierReply = named('FeeTier', {
  name: Type.String(),
  from: Type.String({ description: 'Inclusive lower bound: an amount or a number of payments, as decimal text.' }),
  flat: Type.Optional(decimalText),
  percentage: Type.Optional(Type.String({ description: 'Percentage of the amount, as decimal text.' })),
  minimum: Type.Optional(decimalText),
  maximum: Type.Optional(decimalText),
})

export const FeeReply = named('Fee', {
  feeId: Type.Integer(),
  name: Type.String(),
  application: Type.String(),
  product: Type.String(),
  currency: Type.String(),
  tierBy: Type.String(),
  tiers: Type.Array(TierReply),
})

export function renderFee(fee: Fee): Static<typeof FeeReply> {
  const { id, name, application, product, currency, tierBy, tiers } = fee
  const money = (minor: bigint | null) => (minor === null ? undefined : formatAmount(minor, currency))
  return {
    feeId: Number(id),
    name,
    application,
    product,
    currency,
    tierBy,
    tiers: tiers.map((tier) => ({
      name: tier.name,
      from: tierBy === 'Amount' ? formatAmount(tier.from, currency) : String(tier.from),
      flat: money(tier.flat),
      percentage: tier.percentage === null ? undefined : formatPercentage(tier.percentage),
      minimum: money(tier.minimum),
      maximum: money(tier.maximum),
    })),
  }
}

/**
 * An int64 in the API. Ids start at 100001, far below the largest integer that JSON keeps exact.
 */
export const FeeIdField = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, format: 'int64' })

export const FeeParams = Type.Object({ feeId: FeeIdField })

export const FeesQuery = Type.Object({
  ...pageQuery,
  name: Type.Optional(text(64)),
  application: Type.Optional(text(64)),
  product: Type.Optional(text(64)),
})

export const exampleFee = {
  name: 'ACH origination',
  application: 'Payments',
  product: 'ACH',
  currency: 'USD',
  tierBy: 'Amount',
  tiers: [
    { name: 'Standard', from: 0, flat: 0.5 },
    { name: 'High value', from: 10_000, percentage: 0.01, minimum: 1, maximum: 25 },
  ],
}

/** The same tiers as a reply shows them. */
export const shownTiers = [
  { name: 'Standard', from: '0.00', flat: '0.50' },
  { name: 'High value', from: '10000.00', percentage: '0.01', minimum: '1.00', maximum: '25.00' },
]
