import Type, { type Static } from 'typebox'
import { CurrencyField, mustBeName, name, text } from '../http/fields.ts'
import { pageQuery } from '../http/paging.ts'
import { currencyOf } from '../kernel/currency.ts'
import { formatAmount, parseAmount } from '../kernel/money.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { FeeTier } from './domain/calculate-fee.ts'
import { formatPercentage, parsePercentage } from './domain/percentage.ts'
import type { Fee, FeeTerms } from './fees.store.ts'

const TIER_BY = ['Amount', 'Count'] as const

/** A number, or its decimal text, as an answer gives it: what was read can be sent back as it is. */
const decimal = (description: string) =>
  Type.Unsafe<number | string>({ type: ['number', 'string'], minLength: 1, maxLength: 32, description })

const TierBody = Type.Object(
  {
    name: text(64, { description: 'Unique in the fee. Customers are put on a tier by it.' }),
    from: decimal('Inclusive lower bound: an amount, or a whole number of payments. The first tier begins at 0.'),
    flat: Type.Optional(decimal('Amount charged. One of flat and percentage is required.')),
    percentage: Type.Optional(decimal('Percent of the amount, 0 to 100 with at most 6 decimals: 0.25 is 0.25 %.')),
    minimum: Type.Optional(decimal('The least that is charged.')),
    maximum: Type.Optional(decimal('The most that is charged.')),
  },
  { additionalProperties: false },
)

const NameField = text(64, { description: 'Unique for the application, the product and the currency.' })
const ApplicationField = text(64, { description: 'What the fee is charged in, as Payments.' })
const ProductField = text(64, { description: 'What the fee is charged for, as ACH.' })

/** A field that is not known is refused: a misspelt maximum would be a fee without one. */
export const FeeBody = Type.Object(
  {
    name: NameField,
    application: ApplicationField,
    product: ProductField,
    currency: CurrencyField,
    tierBy: name(TIER_BY, { description: 'What chooses the tier: the amount of a payment, or how many there are.' }),
    tiers: Type.Array(TierBody, { minItems: 1, maxItems: 50, description: 'Ascending by from.' }),
  },
  { additionalProperties: false },
)
export type FeeBody = Static<typeof FeeBody>

const MAX_NAMED = 20

/** What a schema alone can not say: that amounts and percentages are exact, and that the tiers fit together. Names all that is wrong. */
export function parseFee(body: FeeBody): Result<FeeTerms, Refusal> {
  const { name, application, product, currency } = body
  if (!currencyOf(currency)) return refusal('invalidFee', 'currency must be a payable ISO 4217 currency')
  const tierBy = mustBeName(TIER_BY, body.tierBy)
  const wrong: string[] = []
  const tiers = body.tiers.map((tier, place) => parseTier(tier, { path: `tiers.${place}`, tierBy, currency, wrong }))
  checkLadder(tiers, wrong)
  if (wrong.length > 0) {
    const more = wrong.length > MAX_NAMED ? `; and ${wrong.length - MAX_NAMED} more` : ''
    return refusal('invalidFee', wrong.slice(0, MAX_NAMED).join('; ') + more)
  }
  // What is left undefined is named in `wrong`.
  return accept({ name, application, product, currency, tierBy, tiers: tiers as FeeTier[] })
}

interface TierContext {
  path: string
  tierBy: (typeof TIER_BY)[number]
  currency: string
  wrong: string[]
}

/** A tier whose lower bound could not be read has none. */
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
  const money = `must be an amount of at least 0, with no more decimals than ${currency} has`
  const amount = (name: 'flat' | 'minimum' | 'maximum') => field(name, parseMoney, money) ?? null

  const from =
    tierBy === 'Amount' ? field('from', parseMoney, money) : field('from', parseCount, 'must be a whole number from 0')
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

/** A count is read as an amount without decimals is: exactly, and as far as a JSON number says it. */
function parseCount(input: number | string) {
  return parseAmount(input, 'JPY')
}

function checkLadder(tiers: readonly ReadTier[], wrong: string[]): void {
  const names = new Set<string>()
  let before: bigint | undefined
  tiers.forEach(({ name, from }, place) => {
    if (names.has(name)) wrong.push(`tiers.${place}.name is the name of another tier of the fee`)
    names.add(name)
    if (from === undefined) return
    if (place === 0 && from !== 0n) wrong.push('tiers.0.from must be 0, for the first tier begins there')
    if (before !== undefined && from <= before)
      wrong.push(`tiers.${place}.from must be greater than that of the tier before`)
    before = from
  })
}

const decimalText = Type.String({ description: 'Decimal text.' })

const TierReply = Type.Object({
  name: Type.String(),
  from: Type.String({ description: 'Inclusive lower bound: an amount as decimal text, or a number of payments.' }),
  flat: Type.Optional(decimalText),
  percentage: Type.Optional(Type.String({ description: 'Percent of the amount, as decimal text.' })),
  minimum: Type.Optional(decimalText),
  maximum: Type.Optional(decimalText),
})

export const FeeReply = Type.Object({
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

/** An identifier that the interface calls an int64. Ours are given out from 100001 on, far within what a JSON number says exactly. */
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
    { name: 'Standard', from: '0.00', flat: '0.50' },
    { name: 'High value', from: '10000.00', percentage: '0.01', minimum: '1.00', maximum: '25.00' },
  ],
}
