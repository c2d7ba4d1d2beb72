import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import fc from '../../../test/support/fast-check.ts'
import { anyTriangle, playTriangle } from '../../../test/support/triangles.ts'
import { minorDigits } from '../../kernel/currency.ts'
import { pairOf } from '../../kernel/currency-pair.ts'
import { type Amounts, type DrawableContract, drawOf, leftOf, releaseBeatsContract } from './drawdown.ts'
import { LARGEST_TRADE, otherAmountAt } from './exchange.ts'
import { crossOf, type MarketRate, priceOf } from './price.ts'
import { type Rate, rateOf } from './rate.ts'

const FOREIGN = ['EUR', 'GBP', 'CAD', 'JPY', 'MXN', 'KWD', 'PHP', 'TRY'] as const
const CURRENCIES = ['USD', ...FOREIGN] as const
type Currency = (typeof CURRENCIES)[number]
const PAIRS = CURRENCIES.flatMap((sell) => CURRENCIES.filter((buy) => buy !== sell).map((buy) => [sell, buy] as const))

const ONE = 10n ** 8n
/** Rates of each currency against USD, in units of the eighth decimal. */
type Legs = Record<(typeof FOREIGN)[number], bigint>

const anyLeg = fc.oneof(
  fc.bigInt({ min: ONE / 1_000n, max: ONE * 1_000n }),
  fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }),
  fc.constantFrom(ONE, ONE / 2n, ONE * 100n, ONE / 100n, ONE / 3n),
)
const anyLegs: fc.Arbitrary<Legs> = fc.record(
  Object.fromEntries(FOREIGN.map((currency) => [currency, anyLeg])) as Record<keyof Legs, typeof anyLeg>,
)

const anySize = fc.oneof(
  fc.bigInt({ min: 1n, max: 300n }),
  fc.bigInt({ min: 1n, max: 10n ** 6n }),
  fc.bigInt({ min: 1n, max: LARGEST_TRADE }),
)
const given = fc.constantFrom('sell' as const, 'buy' as const)
const exchange = { pair: fc.constantFrom(...PAIRS), given, amount: anySize }
const which = fc.nat({ max: 99 })
const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('convert' as const), ...exchange }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('agree' as const), ...exchange }) },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('draw' as const),
      contract: which,
      given,
      amount: anySize,
      takesRest: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('release' as const), draw: which }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('return' as const), draw: which }) },
)
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

const decimal = (units: bigint): Rate => rateOf(`${units / ONE}.${String(units % ONE).padStart(8, '0')}`)
const flat = (rate: Rate): MarketRate => ({ bid: rate, mid: rate, ask: rate })

/** The market's rate of a pair, crossed through USD if neither currency is USD. */
function marketRate(legs: Legs, sell: Currency, buy: Currency): MarketRate | undefined {
  const legOf = (currency: Currency) => flat(decimal(legs[currency as keyof Legs]))
  if (sell === 'USD') return legOf(buy)
  if (buy === 'USD') return legOf(sell)
  const pair = pairOf(sell, buy)
  const crossLeg = (currency: string) => ({ ...pairOf(currency, 'USD'), ...legOf(currency as Currency) })
  return crossOf(pair, { base: [crossLeg(pair.baseCurrency)], quote: [crossLeg(pair.quoteCurrency)] })
}

/** The worth of one minor unit in minor units of USD, as a fraction. */
function worthOf(legs: Legs, currency: Currency): readonly [bigint, bigint] {
  if (currency === 'USD') return [1n, 1n]
  const scale = 10n ** BigInt(minorDigits(currency))
  const leg = legs[currency]
  return pairOf(currency, 'USD').baseCurrency === currency ? [leg * 100n, ONE * scale] : [ONE * 100n, leg * scale]
}

interface Draw extends Amounts {
  sell: Currency
  buy: Currency
  /** Undefined for a payment without a named contract. */
  contract: DrawableContract | undefined
}

/** What one customer has gained and lost at constant rates, without a spread or a margin. */
class Customer {
  readonly contracts: DrawableContract[] = []
  readonly draws: Draw[] = []
  readonly gained = new Map<Currency, bigint>()
  readonly legs: Legs

  constructor(legs: Legs) {
    this.legs = legs
  }

  play(step: Step): void {
    if (step.does === 'agree') this.agree(step)
    else if (step.does === 'draw') this.draw(step)
    else if (step.does === 'release') this.release(step.draw)
    else if (step.does === 'return') this.return(step.draw)
    else this.convert(step)
  }

  /** Whether the customer's changes together are worth more than nothing. */
  hasMore(): boolean {
    const changes = Array.from(this.gained, ([currency, amount]) => {
      const [worth, unit] = worthOf(this.legs, currency)
      return [amount * worth, unit] as const
    })
    const [total] = changes.reduce(([sum, unit], [change, its]) => [sum * its + change * unit, unit * its] as const, [
      0n,
      1n,
    ] as const)
    return total > 0n
  }

  private price([sell, buy]: readonly [Currency, Currency], side: 'sell' | 'buy', amount: bigint): Amounts | undefined {
    const rate = marketRate(this.legs, sell, buy)
    const price = rate && priceOf({ sell, buy, rate, marginBps: 0 })
    if (!price) return undefined
    const amounts = otherAmountAt({ sellCurrency: sell, buyCurrency: buy, given: side, amount }, price.allInRate)
    return amounts.ok ? amounts.value : undefined
  }

  private convert({ pair: [sell, buy], given: side, amount }: Extract<Step, { does: 'convert' }>): void {
    const amounts = this.price([sell, buy], side, amount)
    if (amounts) this.settle({ ...amounts, sell, buy, contract: undefined })
  }

  private agree({ pair, given: side, amount }: Extract<Step, { does: 'agree' }>): void {
    const amounts = this.price(pair, side, amount)
    if (!amounts) return
    const [sellCurrency, buyCurrency] = pair
    const undrawn = { drawnSellAmount: 0n, drawnBuyAmount: 0n, closedSellAmount: 0n, closedBuyAmount: 0n }
    const terms = { customerId: 1n, status: 'Open', valueDate: '2026-07-01', fundingAccountId: null } as const
    this.contracts.push({ ...terms, ...undrawn, sellCurrency, buyCurrency, ...amounts })
  }

  private draw({ contract: place, given: side, amount, takesRest }: Extract<Step, { does: 'draw' }>): void {
    const contract = this.contracts[place % Math.max(this.contracts.length, 1)]
    if (!contract) return
    const { sellCurrency, buyCurrency } = contract
    const left = leftOf(contract)[`${side}Amount`]
    const on = Temporal.PlainDate.from(contract.valueDate)
    const payer = { customerId: 1n, accountId: 1n }
    const wanted = { ...payer, sellCurrency, buyCurrency, given: side, amount: takesRest ? left : amount }
    const drawn = drawOf(contract, wanted, { on, spot: on })
    if (!drawn.ok) return
    this.settle({ ...drawn.value, sell: sellCurrency as Currency, buy: buyCurrency as Currency, contract })
    contract.drawnSellAmount += drawn.value.sellAmount
    contract.drawnBuyAmount += drawn.value.buyAmount
  }

  /** Cancels a payment: the customer gets back what it sold, and the contract what it drew. */
  private release(place: number): void {
    const draw = this.draws[place % Math.max(this.draws.length, 1)]
    if (!draw || (draw.contract && releaseBeatsContract(draw.contract, draw))) return
    this.draws.splice(this.draws.indexOf(draw), 1)
    this.change(draw.sell, draw.sellAmount)
    this.change(draw.buy, -draw.buyAmount)
    if (!draw.contract) return
    draw.contract.drawnSellAmount -= draw.sellAmount
    draw.contract.drawnBuyAmount -= draw.buyAmount
  }

  /** Sells back what a payment bought, after it settled. Its draw stands. */
  private return(place: number): void {
    const draw = this.draws[place % Math.max(this.draws.length, 1)]
    const amounts = draw && this.price([draw.buy, draw.sell], 'sell', draw.buyAmount)
    if (!amounts) return
    this.draws.splice(this.draws.indexOf(draw), 1)
    this.change(draw.buy, -amounts.sellAmount)
    this.change(draw.sell, amounts.buyAmount)
  }

  private settle(draw: Draw): void {
    this.draws.push(draw)
    this.change(draw.sell, -draw.sellAmount)
    this.change(draw.buy, draw.buyAmount)
  }

  private change(currency: Currency, amount: bigint): void {
    this.gained.set(currency, (this.gained.get(currency) ?? 0n) + amount)
  }
}

test('no sequence of exchanges, draws, releases and returns at constant rates leaves a customer with more', () => {
  fc.assert(
    fc.property(anyLegs, fc.array(anyStep, { maxLength: 30, size: 'max' }), (legs, steps) => {
      const customer = new Customer(legs)
      for (const step of steps) {
        customer.play(step)
        assert.ok(
          !customer.hasMore(),
          JSON.stringify(step, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
        )
      }
    }),
    { numRuns: 1_000 },
  )
})

test('in every traded pair, exchanging there and back in any size never gains a minor unit', () => {
  for (const [sell, buy] of PAIRS)
    fc.assert(
      fc.property(anyLegs, given, given, anySize, (legs, there, back, amount) => {
        const customer = new Customer(legs)
        customer.play({ does: 'convert', pair: [sell, buy], given: there, amount })
        const bought = customer.gained.get(buy)
        if (bought === undefined) return
        const sold = -customer.gained.get(sell)!
        customer.play({ does: 'convert', pair: [buy, sell], given: back, amount: back === 'sell' ? bought : sold })
        const [one, other] = [customer.gained.get(sell)!, customer.gained.get(buy)!]
        assert.ok(one <= 0n || other < 0n, `${sell} ${one}, ${buy} ${other}`)
        assert.ok(!customer.hasMore())
      }),
      { numRuns: 30 },
    )
})

test('no sequence over triangles of currencies gains, while their rates move, deviate and become stale', () => {
  const tally = { trades: 0, crossTrades: 0, refused: 0 }
  fc.assert(
    fc.property(anyTriangle, (triangle) => playTriangle(triangle, tally)),
    { numRuns: 100 },
  )
  assert.ok(tally.crossTrades > 50 && tally.refused > 10, JSON.stringify(tally))
})
