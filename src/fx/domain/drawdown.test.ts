import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import fc from '../../../test/support/fast-check.ts'
import { canBecome } from './contract-state.ts'
import {
  type Amounts,
  amountsToExchange,
  type DrawableContract,
  type Drawing,
  drawOf,
  leftOf,
  releaseBeatsContract,
  statusWhenDrawn,
} from './drawdown.ts'

const valueDate = Temporal.PlainDate.from('2026-11-24')
const contract: DrawableContract = {
  customerId: 7n,
  status: 'Open',
  sellCurrency: 'USD',
  buyCurrency: 'EUR',
  sellAmount: 108_250n,
  buyAmount: 100_000n,
  drawnSellAmount: 0n,
  drawnBuyAmount: 0n,
  closedSellAmount: 0n,
  closedBuyAmount: 0n,
  valueDate: valueDate.toString(),
  fundingAccountId: null,
}
const drawing: Drawing = {
  ...{ customerId: 7n, accountId: 70n, sellCurrency: 'USD', buyCurrency: 'EUR' },
  ...{ given: 'buy', amount: 100_000n },
}

function refusalOf(changed: Partial<DrawableContract>, wanted: Partial<Drawing> = {}, on = valueDate, spot = on) {
  const drawn = drawOf({ ...contract, ...changed }, { ...drawing, ...wanted }, { on, spot })
  return drawn.ok ? undefined : drawn.refusal
}

test('the whole contract can be drawn on its value date, but not the day after', () => {
  const whole = { ok: true, value: { sellAmount: 108_250n, buyAmount: 100_000n } }
  assert.deepEqual(drawOf(contract, drawing, { on: valueDate, spot: valueDate }), whole)
  assert.deepEqual(
    drawOf(contract, { ...drawing, given: 'sell', amount: 108_250n }, { on: valueDate, spot: valueDate }),
    whole,
  )
  assert.equal(refusalOf({}, {}, valueDate.add({ days: 1 })), 'valueDatePassed')
})

test('a contract can be drawn if its value date is on or before the spot date of the payment, but not a day after', () => {
  const [on, dayBefore] = [valueDate.subtract({ days: 2 }), valueDate.subtract({ days: 1 })]
  assert.equal(refusalOf({}, {}, on, dayBefore), 'beyondSpot')
  assert.equal(refusalOf({}, {}, on, valueDate), undefined)
  assert.equal(refusalOf({}, {}, on, valueDate.add({ days: 1 })), undefined)
})

test('one minor unit more than the undrawn amount is refused, on either side', () => {
  assert.equal(refusalOf({ drawnBuyAmount: 1n }, { amount: 99_999n }), undefined)
  assert.equal(refusalOf({ drawnBuyAmount: 1n }, { amount: 100_000n }), 'exceedsContract')
  assert.equal(refusalOf({}, { given: 'sell', amount: 108_251n }), 'exceedsContract')
  assert.equal(refusalOf({ drawnBuyAmount: 100_000n }, { amount: 1n }), 'exceedsContract')
})

/** The amounts of a draw, sold and bought, on a contract with these amounts. */
function drawn(amounts: [sell: bigint, buy: bigint], given: 'sell' | 'buy', amount: bigint, before = [0n, 0n]) {
  const [sellAmount, buyAmount] = amounts
  const [drawnSellAmount = 0n, drawnBuyAmount = 0n] = before
  const state = { ...contract, sellAmount, buyAmount, drawnSellAmount, drawnBuyAmount }
  const made = drawOf(state, { ...drawing, given, amount }, { on: valueDate, spot: valueDate })
  return made.ok ? [made.value.sellAmount, made.value.buyAmount] : made.refusal
}

test('an amount sold for less than one minor unit of the other currency is refused', () => {
  assert.equal(drawn([151n, 100n], 'sell', 1n), 'tooSmall')
  assert.deepEqual(drawn([151n, 100n], 'sell', 2n), [2n, 1n])
  assert.equal(drawn([100n, 1n], 'sell', 99n), 'tooSmall')
  assert.deepEqual(drawn([100n, 1n], 'sell', 100n), [100n, 1n])
})

test('a draw is converted at the rate of the contract, down if the customer buys the amount, up if it sells it', () => {
  assert.deepEqual(drawn([3000n, 2000n], 'sell', 2n), [2n, 1n])
  assert.deepEqual(drawn([3000n, 2000n], 'sell', 3n), [3n, 2n])
  assert.deepEqual(drawn([3000n, 2000n], 'buy', 1n), [2n, 1n])
  assert.deepEqual(drawn([3000n, 2000n], 'buy', 2n), [3n, 2n])
})

test('amounts that earlier draws left by rounding are drawn last, not by the draws in between', () => {
  // 998 of 2000 were bought for 1996 of 3000 sold, at the rate 1496.
  const before = [1996n, 998n]
  assert.deepEqual(drawn([3000n, 2000n], 'sell', 1003n, before), [1003n, 668n])
  assert.deepEqual(drawn([3000n, 2000n], 'sell', 1004n, before), [1004n, 1002n])
  assert.deepEqual(drawn([3000n, 2000n], 'buy', 668n, before), [1002n, 668n])
  assert.deepEqual(drawn([3000n, 2000n], 'buy', 1002n, before), [1004n, 1002n])
})

test('an amount to buy that needs all of the undrawn amount to sell, or more, is priced at what is left', () => {
  // At the rate of the contract, 669 cost 1003.5. Rounded up, that is all of the 1004 left. 1001
  // cost 1502.
  const before = [1996n, 998n]
  assert.deepEqual(drawn([3000n, 2000n], 'buy', 669n, before), [671n, 669n])
  assert.deepEqual(drawn([3000n, 2000n], 'buy', 1001n, before), [1003n, 1001n])
})

test('releaseBeatsContract: a draw that left an amount to the last draw is released only after it', () => {
  const first = { sellAmount: 435_93n, buyAmount: 400_00n }
  const last = { sellAmount: 653_89n, buyAmount: 600_00n }
  const whole = { sellAmount: 1089_82n, buyAmount: 1000_00n }
  const both = { ...whole, drawnSellAmount: 1089_82n, drawnBuyAmount: 1000_00n }
  assert.equal(releaseBeatsContract(both, first), true)
  assert.equal(releaseBeatsContract(both, last), false)
  const onlyFirst = { ...whole, drawnSellAmount: 435_93n, drawnBuyAmount: 400_00n }
  assert.equal(releaseBeatsContract(onlyFirst, first), false)
  assert.equal(releaseBeatsContract(both, whole), false)
})

test('after a draw at a better rate than the contract, the next one is priced at what is left', () => {
  // The remainder was drawn last, and the draws before it came back.
  const before = [100n, 110n]
  assert.deepEqual(drawn([108_250n, 100_000n], 'sell', 50_000n, before), [50_000n, 46_181n])
  assert.deepEqual(drawn([108_250n, 100_000n], 'buy', 50_000n, before), [54_135n, 50_000n])
})

test('releaseBeatsContract: a draw at the rate of the contract or above it is released, whatever remains', () => {
  const better = { sellAmount: 200n, buyAmount: 100n, drawnSellAmount: 3n, drawnBuyAmount: 2n }
  assert.equal(releaseBeatsContract(better, { sellAmount: 2n, buyAmount: 1n }), false)
  assert.equal(releaseBeatsContract({ ...better, drawnSellAmount: 2n }, { sellAmount: 1n, buyAmount: 1n }), false)
})

test('leftOf: what is neither drawn nor closed out is left', () => {
  const used = { drawnSellAmount: 1000n, drawnBuyAmount: 900n, closedSellAmount: 250n, closedBuyAmount: 100n }
  assert.deepEqual(leftOf({ ...contract, ...used }), { sellAmount: 107_000n, buyAmount: 99_000n })
})

test('releaseBeatsContract: draws exactly at the rate of the contract are released in any order', () => {
  const half = { sellAmount: 150n, buyAmount: 100n }
  const both = { sellAmount: 300n, buyAmount: 200n, drawnSellAmount: 300n, drawnBuyAmount: 200n }
  assert.equal(releaseBeatsContract(both, half), false)
  // A draw rounded down, with the rest still undrawn, leaves a rate no better than the contract's.
  const drawnTwice = { ...both, drawnSellAmount: 4n, drawnBuyAmount: 2n }
  assert.equal(releaseBeatsContract(drawnTwice, { sellAmount: 2n, buyAmount: 1n }), false)
})

test('a payment of zero draws nothing, even from a fully drawn contract', () => {
  assert.equal(refusalOf({}, { amount: 0n }), 'tooSmall')
  assert.equal(refusalOf({ drawnBuyAmount: 100_000n }, { amount: 0n }), 'tooSmall')
})

test('the smallest amount can be drawn', () => {
  assert.deepEqual(drawOf(contract, { ...drawing, amount: 1n }, { on: valueDate, spot: valueDate }), {
    ok: true,
    value: { sellAmount: 2n, buyAmount: 1n },
  })
})

test('amountsToExchange: the whole contract until it ends, then only the drawn amounts', () => {
  const drawn = { ...contract, drawnSellAmount: 10_825n, drawnBuyAmount: 10_000n }
  const whole = { sellAmount: 108_250n, buyAmount: 100_000n }
  assert.deepEqual(amountsToExchange({ ...drawn, status: 'PartiallyDrawn' }), whole)
  assert.deepEqual(amountsToExchange({ ...drawn, status: 'Expired' }), { sellAmount: 10_825n, buyAmount: 10_000n })
})

test('statusWhenDrawn: a draw on either side opens the contract, and both sides complete it', () => {
  const status = (drawnSellAmount: bigint, drawnBuyAmount: bigint) =>
    statusWhenDrawn({ ...contract, drawnSellAmount, drawnBuyAmount })
  assert.equal(status(0n, 0n), 'Open')
  assert.equal(status(1n, 0n), 'PartiallyDrawn')
  assert.equal(status(0n, 1n), 'PartiallyDrawn')
  assert.equal(status(108_250n, 99_999n), 'PartiallyDrawn')
  assert.equal(status(108_249n, 100_000n), 'PartiallyDrawn')
  assert.equal(status(108_250n, 100_000n), 'Completed')
})

test('statusWhenDrawn: a contract that has ended stays as it ended', () => {
  assert.equal(statusWhenDrawn({ ...contract, status: 'Cancelled' }), 'Cancelled')
  assert.equal(statusWhenDrawn({ ...contract, status: 'Expired', drawnSellAmount: 1n }), 'Expired')
})

test('a contract can be drawn only by its customer, in its currencies, and before it ends', () => {
  assert.equal(refusalOf({}, { customerId: 8n }), 'otherCustomer')
  assert.equal(refusalOf({}, { sellCurrency: 'EUR', buyCurrency: 'USD' }), 'otherCurrencies')
  assert.equal(refusalOf({}, { buyCurrency: 'GBP' }), 'otherCurrencies')
  assert.equal(refusalOf({}, { sellCurrency: 'GBP' }), 'otherCurrencies')
  assert.equal(refusalOf({ status: 'Cancelled' }), 'contractEnded')
  assert.equal(refusalOf({ status: 'Expired' }), 'contractEnded')
})

test('after any draws and releases, drawing the rest exchanges exactly the contract, by allowed steps', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 12n })
  const step = fc.record({
    part: fc.bigInt({ min: 1n, max: 1000n }),
    given: fc.constantFrom('sell' as const, 'buy' as const),
    givesBack: fc.boolean(),
  })
  fc.assert(
    fc.property(amount, amount, fc.array(step, { maxLength: 30 }), (sellAmount, buyAmount, steps) => {
      const state: DrawableContract = { ...contract, sellAmount, buyAmount }
      const draws: Amounts[] = []
      const move = (by: Amounts, sign: 1n | -1n) => {
        state.drawnSellAmount += sign * by.sellAmount
        state.drawnBuyAmount += sign * by.buyAmount
        const next = statusWhenDrawn(state)
        assert.ok(next === state.status || canBecome(state.status, next), `${state.status} to ${next}`)
        state.status = next
      }
      const draw = (given: 'sell' | 'buy', wanted: bigint) => {
        const drawn = drawOf(state, { ...drawing, given, amount: wanted }, { on: valueDate, spot: valueDate })
        if (!drawn.ok) return assert.equal(drawn.refusal, 'tooSmall')
        const left = leftOf(state)
        assert.ok(drawn.value.sellAmount > 0n && drawn.value.sellAmount <= left.sellAmount)
        assert.ok(drawn.value.buyAmount > 0n && drawn.value.buyAmount <= left.buyAmount)
        draws.push(drawn.value)
        move(drawn.value, 1n)
      }
      for (const { part, given, givesBack } of steps) {
        const left = leftOf(state)[`${given}Amount`]
        if (givesBack && draws.length > 0) move(draws.splice(Number(part) % draws.length, 1)[0]!, -1n)
        else if (left > 0n) draw(given, (left * part + 999n) / 1000n)
      }
      const left = leftOf(state)
      if (left.sellAmount > 0n && left.buyAmount > 0n) {
        draw('buy', left.buyAmount)
        assert.deepEqual(leftOf(state), { sellAmount: 0n, buyAmount: 0n })
        assert.equal(state.status, 'Completed')
      }
    }),
    { numRuns: 300 },
  )
})

test('only the account that prefunds a contract can draw it', () => {
  assert.equal(refusalOf({ fundingAccountId: 70n }), undefined)
  assert.equal(refusalOf({ fundingAccountId: 71n }), 'otherAccount')
})
