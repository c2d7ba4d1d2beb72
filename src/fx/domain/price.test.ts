import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/support/fast-check.ts'
import { type Pair, pairName, pairOf } from '../../kernel/currency-pair.ts'
import { crossOf as crossAlong, type MarketRate, type Price, priceOf } from './price.ts'
import { convert, formatRate, rateOf } from './rate.ts'

const market = (bid: string, mid: string, ask: string): MarketRate => ({
  bid: rateOf(bid),
  mid: rateOf(mid),
  ask: rateOf(ask),
})
/** The cross of the rates of both currencies against USD. */
const crossOf = (pair: Pair, { base, quote }: Record<'base' | 'quote', MarketRate>) => {
  const legOf = (currency: string, rate: MarketRate) => [{ ...pairOf(currency, 'USD'), ...rate }]
  return crossAlong(pair, { base: legOf(pair.baseCurrency, base), quote: legOf(pair.quoteCurrency, quote) })
}
const euro = market('1.0800', '1.0801', '1.0802')
const yen = market('151.20', '151.25', '151.30')

const shown = (price: Price | undefined) =>
  price && {
    pair: pairName(price),
    spotRate: formatRate(price.spotRate),
    forwardPoints: formatRate(price.forwardPoints),
    allInRate: formatRate(price.allInRate),
    invertedRate: formatRate(price.invertedRate),
  }

test('pairOf: market order for currencies in either order', () => {
  const pairs = [
    'EUR/USD',
    'GBP/USD',
    'USD/CAD',
    'USD/JPY',
    'USD/MXN',
    'USD/KWD',
    'EUR/GBP',
    'GBP/JPY',
    'CAD/JPY',
    'CAD/MXN',
    'KWD/JPY',
    'MXN/JPY',
    'MXN/PHP',
  ]
  for (const pair of pairs) {
    const [base = '', quote = ''] = pair.split('/')
    assert.equal(pairName(pairOf(base, quote)), pair)
    assert.equal(pairName(pairOf(quote, base)), pair)
  }
})

test('priceOf: a buyer of the base currency pays the ask, a seller receives the bid', () => {
  assert.deepEqual(shown(priceOf({ sell: 'USD', buy: 'EUR', rate: euro, marginBps: 0 })), {
    pair: 'EUR/USD',
    spotRate: '1.0802',
    forwardPoints: '0',
    allInRate: '1.0802',
    invertedRate: '0.925754489909',
  })
  assert.equal(shown(priceOf({ sell: 'EUR', buy: 'USD', rate: euro, marginBps: 0 }))?.allInRate, '1.08')
  assert.equal(shown(priceOf({ sell: 'JPY', buy: 'USD', rate: yen, marginBps: 0 }))?.allInRate, '151.3')
  assert.equal(shown(priceOf({ sell: 'USD', buy: 'JPY', rate: yen, marginBps: 0 }))?.allInRate, '151.2')
})

test('priceOf: margin and rounding favor the institution on both sides', () => {
  assert.equal(shown(priceOf({ sell: 'USD', buy: 'EUR', rate: euro, marginBps: 50 }))?.allInRate, '1.085601')
  assert.equal(shown(priceOf({ sell: 'EUR', buy: 'USD', rate: euro, marginBps: 50 }))?.allInRate, '1.0746')
  const odd = market('0.33333333', '0.33333333', '0.33333333')
  assert.equal(shown(priceOf({ sell: 'USD', buy: 'EUR', rate: odd, marginBps: 1 }))?.allInRate, '0.33336667')
  assert.equal(shown(priceOf({ sell: 'EUR', buy: 'USD', rate: odd, marginBps: 1 }))?.allInRate, '0.33329999')
})

test('priceOf: forward points are added to the spot rate before the margin', () => {
  const price = priceOf({ sell: 'USD', buy: 'EUR', rate: euro, marginBps: 100, forwardPoints: rateOf('0.0018') })
  assert.deepEqual(
    [shown(price)?.spotRate, shown(price)?.forwardPoints, shown(price)?.allInRate],
    ['1.0802', '0.0018', '1.09282'],
  )
})

test('priceOf: undefined if margin or points make the rate zero or less', () => {
  assert.equal(priceOf({ sell: 'EUR', buy: 'USD', rate: euro, marginBps: 10_000 }), undefined)
  assert.equal(
    priceOf({ sell: 'USD', buy: 'EUR', rate: euro, marginBps: 0, forwardPoints: rateOf('-1.0802') }),
    undefined,
  )
})

test('crossOf: through the dollar, each side sells at the bid and buys at the ask', () => {
  const sterling = market('1.2500', '1.2505', '1.2510')
  const show = ({ bid, mid, ask }: MarketRate) => [bid, mid, ask].map(formatRate)
  assert.deepEqual(show(crossOf(pairOf('GBP', 'JPY'), { base: sterling, quote: yen })!), [
    '189',
    '189.138125',
    '189.2763',
  ])
  assert.deepEqual(show(crossOf(pairOf('EUR', 'GBP'), { base: euro, quote: sterling })!), [
    '0.86330935',
    '0.86373451',
    '0.86416',
  ])
  const dinar = market('0.3070', '0.3072', '0.3074')
  assert.deepEqual(show(crossOf(pairOf('KWD', 'JPY'), { base: dinar, quote: yen })!), [
    '491.86727391',
    '492.35026042',
    '492.83387623',
  ])
})

test('priceOf, crossOf: undefined if the rate has too many whole digits', () => {
  const largest = market('9999999', '9999999', '9999999')
  assert.equal(priceOf({ sell: 'USD', buy: 'EUR', rate: largest, marginBps: 0 })?.allInRate.toFixed(), '9999999')
  assert.equal(priceOf({ sell: 'USD', buy: 'EUR', rate: largest, marginBps: 1 }), undefined)
  assert.equal(crossOf(pairOf('EUR', 'JPY'), { base: largest, quote: market('1', '1', '1.1') }), undefined)
  const halves = market('5000000', '5000000', '5000000')
  const crossed = { sell: 'USD', buy: 'EUR', rate: halves, marginBps: 0 }
  assert.equal(priceOf({ ...crossed, forwardPoints: rateOf('5000000') }), undefined)
})

const anySpread = fc.tuple(
  fc.integer({ min: 1, max: 100_000_000 }),
  fc.integer({ min: 0, max: 1000 }),
  fc.integer({ min: 0, max: 1000 }),
)
const anyMarket = anySpread.map(([bid, one, two]) => market(`${bid}e-5`, `${bid + one}e-5`, `${bid + one + two}e-5`))
const anyMargin = fc.integer({ min: 0, max: 1000 })

test('priceOf: selling and buying back never gains, whatever the spread and the margins', () => {
  fc.assert(
    fc.property(anyMarket, anyMargin, anyMargin, fc.bigInt(0n, 10n ** 12n), (rate, marginOut, marginBack, cents) => {
      const out = priceOf({ sell: 'EUR', buy: 'USD', rate, marginBps: marginOut })
      const back = priceOf({ sell: 'USD', buy: 'EUR', rate, marginBps: marginBack })
      fc.pre(out !== undefined && back !== undefined)
      assert.ok(out!.allInRate.lte(rate.bid) && back!.allInRate.gte(rate.ask))
      const dollars = convert(cents, 'EUR', 'USD', out!.allInRate, { direction: 'multiply', rounding: 'down' })
      const again = convert(dollars, 'USD', 'EUR', back!.allInRate, { direction: 'divide', rounding: 'down' })
      assert.ok(again <= cents)
    }),
  )
})

test('crossOf: bid, mid and ask stay in order', () => {
  fc.assert(
    fc.property(
      anyMarket,
      anyMarket,
      fc.constantFrom(['EUR', 'GBP'], ['GBP', 'JPY'], ['CAD', 'JPY'], ['KWD', 'MXN']),
      (base, quote, [one = '', two = '']) => {
        const cross = crossOf(pairOf(one, two), { base, quote })
        if (!cross) return
        assert.ok(cross.bid.lte(cross.mid) && cross.mid.lte(cross.ask))
      },
    ),
  )
})

test('priceOf: undefined for a rate below zero, even if a margin above 100% turns its sign', () => {
  const forwardPoints = rateOf('-2')
  assert.equal(priceOf({ sell: 'EUR', buy: 'USD', rate: euro, marginBps: 20_000, forwardPoints }), undefined)
})

test('priceOf: undefined if the forward points have more digits than a rate', () => {
  const forwardPoints = rateOf('10000000')
  assert.equal(priceOf({ sell: 'EUR', buy: 'USD', rate: euro, marginBps: 9_999, forwardPoints }), undefined)
})

test('crossOf: undefined if the bid is less than the smallest rate', () => {
  const [tiny, large] = [market('0.00000001', '0.00000001', '0.00000001'), market('3', '3', '3')]
  assert.equal(crossOf(pairOf('EUR', 'GBP'), { base: tiny, quote: large }), undefined)
})
