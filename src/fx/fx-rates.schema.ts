import { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import { CurrencyField, decimal, named, text } from '../http/fields.ts'
import { RULED_CALENDARS } from '../kernel/currency-calendars.ts'
import { type Pair, pairName, pairOf } from '../kernel/currency-pair.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import { timestamp } from '../kernel/timestamp.ts'
import type { DeviatingPair, WaitsBecause } from './compare-rates.ts'
import { formatRate, type Rate, rateOf } from './domain/rate.ts'
import { isTenor } from './domain/value-date.ts'
import type { Margin } from './fx-margins.store.ts'
import type { PairRate } from './rate-source.ts'

const MAX_RATES = 100
const MAX_POINTS = 24
const MAX_MARGINS = 200
const MAX_BASIS_POINTS = 1_000

const strict = { additionalProperties: false }
const rateField = (description: string) => decimal([7, 8], { exclusiveMinimum: 0, description })
const pointsField = decimal([7, 8], {
  minimum: -9_999_999,
  description: 'Points added to the spot rate, in units of the rate.',
})

const RateBody = Type.Object(
  {
    baseCcy: CurrencyField,
    quoteCcy: CurrencyField,
    bid: rateField('The market bid for one unit of baseCcy, in quoteCcy.'),
    mid: rateField('The market mid rate.'),
    ask: rateField('The market ask for one unit of baseCcy, in quoteCcy.'),
    asOf: Type.Optional(
      Type.String({
        format: 'date-time',
        maxLength: 40,
        description: 'Time of the rate, at most seven days ago. Default: now.',
      }),
    ),
    forwardPoints: Type.Optional(
      Type.Array(
        Type.Object({ tenor: text(4, { description: 'ON, TN, nW, nM or nY.' }), points: pointsField }, strict),
        {
          maxItems: MAX_POINTS,
          description:
            'Only spot and value dates on or between dates with points can be priced. A pair with a cross is ' +
            'priced for the dates that the points of all its legs reach.',
        },
      ),
    ),
  },
  strict,
)

export const RatesBody = named(
  'FxRatesRequest',
  { rates: Type.Array(RateBody, { minItems: 1, maxItems: MAX_RATES }) },
  strict,
)
export type RatesBody = Static<typeof RatesBody>

const pairFields = { baseCcy: Type.String(), quoteCcy: Type.String() }

export const RatesReply = named('FxRates', {
  rates: Type.Array(
    Type.Object({
      ...pairFields,
      bid: Type.Number(),
      mid: Type.Number(),
      ask: Type.Number(),
      asOf: Type.String(),
      forwardPoints: Type.Array(Type.Object({ tenor: Type.String(), points: Type.Number() })),
    }),
  ),
  deviating: Type.Optional(
    Type.Array(
      Type.Object({
        ...pairFields,
        mid: Type.Number(),
        crossMid: Type.Number({ description: 'The mid rate of the cross.' }),
      }),
      {
        description:
          'Pairs whose own mid rate is further from that of their cross than ' +
          'fx.maxCrossDeviationPercent allows. The cross is quoted instead.',
      },
    ),
  ),
})

/** The reply to new rates, which also has those that wait for a second person, if any. */
export const SetRatesReply = named('FxRatesResult', {
  ...RatesReply.properties,
  waiting: Type.Optional(
    Type.Array(Type.Object({ ...pairFields, approvalUID: Type.String(), message: Type.String() }), {
      description: 'Rates that are not in force until a second person approves them.',
    }),
  ),
})

/** asOf is undefined if the text is not a valid instant. */
type ParsedRate = Omit<PairRate, 'asOf'> & { asOf: Temporal.Instant | undefined }

/** The rates in the body. Refused with all faults at once. */
export function parseRates({ rates }: RatesBody, now: Temporal.Instant): Result<PairRate[], string> {
  const parsed: ParsedRate[] = rates.map((rate) => ({
    ...pairOf(rate.baseCcy, rate.quoteCcy),
    bid: exactly(rate.bid),
    mid: exactly(rate.mid),
    ask: exactly(rate.ask),
    forwardPoints: new Map(rate.forwardPoints?.map(({ tenor, points }) => [tenor, exactly(points)])),
    asOf: rate.asOf === undefined ? now : instantOf(rate.asOf),
  }))
  const faults = rates.flatMap((rate, index) =>
    faultsOf(rate, parsed[index]!, now).map((said) => `rates.${index}.${said}`),
  )
  const twice = repeated(parsed.map(pairName))
  if (twice !== undefined) faults.push(`rates names ${twice} twice`)
  return faults.length > 0 ? refuse(faults.join('; ')) : accept(parsed as PairRate[])
}

function faultsOf(rate: RatesBody['rates'][number], parsed: ParsedRate, now: Temporal.Instant): string[] {
  const faults = faultsOfPair(rate)
  if (parsed.bid.gt(parsed.mid) || parsed.mid.gt(parsed.ask))
    faults.push('bid must not be above mid, nor mid above ask')
  if (!isRecent(parsed.asOf, now)) faults.push('asOf must be within the last seven days and not in the future')
  for (const { tenor } of rate.forwardPoints ?? [])
    if (tenor === 'SPOT' || !isTenor(tenor))
      faults.push('forwardPoints.tenor must be ON, TN, or weeks, months or years: at most 52W, 24M or 2Y')
  const twice = repeated((rate.forwardPoints ?? []).map(({ tenor }) => tenor))
  if (twice !== undefined) faults.push(`forwardPoints names ${twice} twice`)
  return [...new Set(faults)]
}

function faultsOfPair(pair: { baseCcy: string; quoteCcy: string }): string[] {
  const untraded = (['baseCcy', 'quoteCcy'] as const).filter((field) => !RULED_CALENDARS.traded(pair[field]))
  if (untraded.length > 0) return untraded.map((field) => `${field} is not a supported currency`)
  if (pair.baseCcy === pair.quoteCcy) return ['quoteCcy must differ from baseCcy']
  const market = pairOf(pair.baseCcy, pair.quoteCcy)
  return market.baseCurrency === pair.baseCcy
    ? []
    : [`baseCcy must be ${market.baseCurrency}: the market quotes ${pairName(market)}`]
}

function repeated(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) < index)
}

/** The schema allows only plain decimals, so the number's text is exact. */
const exactly = (value: number): Rate => rateOf(String(value))
const asNumber = (rate: Rate): number => Number(formatRate(rate))

/**
 * Cut to the millisecond, as all times are stored. Undefined if the text is not a valid instant.
 */
function instantOf(text: string): Temporal.Instant | undefined {
  try {
    return Temporal.Instant.from(text).round({ smallestUnit: 'millisecond', roundingMode: 'floor' })
  } catch {
    return undefined
  }
}

/** Long enough that Friday's rates are still accepted after a long weekend. */
const SEVEN_DAYS = { hours: 7 * 24 }

function isRecent(asOf: Temporal.Instant | undefined, now: Temporal.Instant): boolean {
  if (!asOf) return false
  const { compare } = Temporal.Instant
  return compare(asOf, now) <= 0 && compare(asOf, now.subtract(SEVEN_DAYS)) >= 0
}

/** The API shortens "currency" to "Ccy" in pairs. */
function renderPair({ baseCurrency, quoteCurrency }: Pair): { baseCcy: string; quoteCcy: string } {
  return { baseCcy: baseCurrency, quoteCcy: quoteCurrency }
}

export function renderRates(rates: readonly PairRate[]): Pick<Static<typeof RatesReply>, 'rates'> {
  return {
    rates: rates.map(({ bid, mid, ask, asOf, forwardPoints, ...pair }) => ({
      ...renderPair(pair),
      bid: asNumber(bid),
      mid: asNumber(mid),
      ask: asNumber(ask),
      asOf: timestamp(asOf),
      forwardPoints: [...forwardPoints].map(([tenor, points]) => ({ tenor, points: asNumber(points) })),
    })),
  }
}

/** Empty lists are left out of a reply. */
export function renderDeviating(pairs: readonly DeviatingPair[]) {
  return pairs.map(({ mid, crossMid, ...pair }) => {
    return { ...renderPair(pair), mid: asNumber(mid), crossMid: asNumber(crossMid) }
  })
}

/** All rates, and the pairs of them that are not quoted at their own. */
export function renderAllRates(
  rates: readonly PairRate[],
  deviating: readonly DeviatingPair[],
): Static<typeof RatesReply> {
  return { ...renderRates(rates), ...(deviating.length > 0 && { deviating: renderDeviating(deviating) }) }
}

/** All rates after a change, those of the change that wait, and the pairs that deviate. */
export interface RatesAfterChange {
  rates: readonly PairRate[]
  waiting: readonly WaitingRate[]
  deviating: readonly DeviatingPair[]
}

/** A rate that a second person must confirm before it is in force. */
export interface WaitingRate extends Pair {
  approvalUID: string
  because: WaitsBecause
}

const UNTIL_THEN = 'Until it is approved, the old rate stays in force.'
const MESSAGES = {
  changesFar: `The rate changes too much to be set by one person. ${UNTIL_THEN}`,
  movedThereAndBack:
    'With this rate, conversions there and back could gain more than fx.maxRoundTripGainPercent at the rates that ' +
    `were set alone on the business day. ${UNTIL_THEN}`,
} as const satisfies Record<WaitsBecause, string>

export function renderSetRates({ rates, waiting, deviating }: RatesAfterChange): Static<typeof SetRatesReply> {
  return {
    ...renderAllRates(rates, deviating),
    ...(waiting.length > 0 && {
      waiting: waiting.map(({ approvalUID, because, ...pair }) => {
        return { ...renderPair(pair), approvalUID, message: MESSAGES[because] }
      }),
    }),
  }
}

const MarginBody = Type.Object(
  {
    tier: Type.Optional(
      text(140, {
        description: 'fxPricingTier of the customers. Without it, the margin applies to all other customers.',
      }),
    ),
    baseCcy: Type.Optional(CurrencyField),
    quoteCcy: Type.Optional(CurrencyField),
    basisPoints: Type.Integer({
      minimum: 0,
      maximum: MAX_BASIS_POINTS,
      description: "The margin in hundredths of a percent of the rate, in the institution's favor.",
    }),
  },
  strict,
)

export const MarginsBody = named(
  'FxMarginsRequest',
  { margins: Type.Array(MarginBody, { maxItems: MAX_MARGINS }) },
  strict,
)
export type MarginsBody = Static<typeof MarginsBody>

export const MarginsReply = named('FxMargins', {
  margins: Type.Array(
    Type.Object({
      tier: Type.Optional(Type.String()),
      ...Type.Partial(Type.Object(pairFields)).properties,
      basisPoints: Type.Integer(),
    }),
  ),
})

/** The margins in the body. Refused with all faults at once. */
export function parseMargins({ margins }: MarginsBody): Result<Margin[], string> {
  const faults = margins.flatMap(({ baseCcy, quoteCcy }, index) => {
    if ((baseCcy === undefined) !== (quoteCcy === undefined))
      return [`margins.${index} must name both baseCcy and quoteCcy, or neither`]
    if (baseCcy === undefined || quoteCcy === undefined) return []
    return faultsOfPair({ baseCcy, quoteCcy }).map((said) => `margins.${index}.${said}`)
  })
  const scope = ({ tier = '', baseCcy = '', quoteCcy = '' }: MarginsBody['margins'][number]) =>
    JSON.stringify([tier, baseCcy, quoteCcy])
  if (repeated(margins.map(scope)) !== undefined) faults.push('margins names a tier and pair twice')
  if (faults.length > 0) return refuse(faults.join('; '))
  return accept(
    margins.map(({ tier = null, baseCcy, quoteCcy, basisPoints }) => ({
      tier,
      pair: baseCcy !== undefined && quoteCcy !== undefined ? pairOf(baseCcy, quoteCcy) : null,
      basisPoints,
    })),
  )
}

export function renderMargins(margins: readonly Margin[]): Static<typeof MarginsReply> {
  return {
    margins: margins.map(({ tier, pair, basisPoints }) => ({
      ...(tier !== null && { tier }),
      ...(pair && renderPair(pair)),
      basisPoints,
    })),
  }
}

export const exampleRate = {
  baseCcy: 'EUR',
  quoteCcy: 'USD',
  bid: 1.0842,
  mid: 1.0843,
  ask: 1.0844,
  forwardPoints: [{ tenor: '1M', points: 0.0018 }],
}
export const exampleRates = { rates: [{ ...exampleRate, asOf: '2026-07-01T14:00:00.000Z' }] }

export const exampleMargins = {
  margins: [
    { basisPoints: 150 },
    { tier: 'Gold', basisPoints: 50 },
    { tier: 'Gold', baseCcy: 'EUR', quoteCcy: 'USD', basisPoints: 25 },
  ],
}
