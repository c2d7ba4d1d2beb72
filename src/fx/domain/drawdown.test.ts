import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { canBecome } from './contract-state.ts'
import { type DrawableContract, type Drawing, type Drawn, drawOf, statusWhenDrawn } from './drawdown.ts'

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
  valueDate,
}
const drawing: Drawing = { customerId: 7n, sellCurrency: 'USD', buyCurrency: 'EUR', buyAmount: 100_000n }

function refusalOf(changed: Partial<DrawableContract>, wanted: Partial<Drawing> = {}, today = valueDate) {
  const drawn = drawOf({ ...contract, ...changed }, { ...drawing, ...wanted }, today)
  return drawn.ok ? undefined : drawn.refusal
}

test('the whole contract can be drawn on its value date, and not the day after', () => {
  assert.deepEqual(drawOf(contract, drawing, valueDate), {
    ok: true,
    value: { sellAmount: 108_250n, buyAmount: 100_000n },
  })
  assert.equal(refusalOf({}, {}, valueDate.add({ days: 1 })), 'valueDatePassed')
})

test('one minor unit more than is left is refused', () => {
  assert.equal(refusalOf({ drawnBuyAmount: 1n }, { buyAmount: 99_999n }), undefined)
  assert.equal(refusalOf({ drawnBuyAmount: 1n }, { buyAmount: 100_000n }), 'exceedsContract')
  assert.equal(refusalOf({ drawnBuyAmount: 100_000n, status: 'Completed' }, { buyAmount: 1n }), 'exceedsContract')
  assert.equal(refusalOf({}, { buyAmount: 0n }), 'amountNotPositive')
})

test('a contract is drawn by its customer, in its own currencies, while it has not ended', () => {
  assert.equal(refusalOf({}, { customerId: 8n }), 'otherCustomer')
  assert.equal(refusalOf({}, { sellCurrency: 'EUR', buyCurrency: 'USD' }), 'otherCurrencies')
  assert.equal(refusalOf({}, { buyCurrency: 'GBP' }), 'otherCurrencies')
  assert.equal(refusalOf({ status: 'Cancelled' }), 'contractEnded')
  assert.equal(refusalOf({ status: 'Expired' }), 'contractEnded')
})

test('whatever is drawn and given back, draws to the end sell exactly what the contract sells, by steps that exist', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 12n })
  const step = fc.record({ part: fc.bigInt({ min: 1n, max: 1000n }), givesBack: fc.boolean() })
  fc.assert(
    fc.property(amount, amount, fc.array(step, { maxLength: 30 }), (sellAmount, buyAmount, steps) => {
      const state: DrawableContract = { ...contract, sellAmount, buyAmount }
      const draws: Drawn[] = []
      const move = (by: Drawn, sign: 1n | -1n) => {
        state.drawnSellAmount += sign * by.sellAmount
        state.drawnBuyAmount += sign * by.buyAmount
        const next = statusWhenDrawn(state, state.drawnBuyAmount)
        assert.ok(next === state.status || canBecome(state.status, next), `${state.status} to ${next}`)
        state.status = next
      }
      const draw = (wanted: bigint) => {
        const drawn = drawOf(state, { ...drawing, buyAmount: wanted }, valueDate)
        assert.ok(drawn.ok)
        assert.ok(drawn.value.sellAmount >= 0n && state.drawnSellAmount + drawn.value.sellAmount <= sellAmount)
        draws.push(drawn.value)
        move(drawn.value, 1n)
      }
      for (const { part, givesBack } of steps) {
        const left = buyAmount - state.drawnBuyAmount
        if (givesBack && draws.length > 0) move(draws.splice(Number(part) % draws.length, 1)[0]!, -1n)
        else if (left > 0n) draw((left * part + 999n) / 1000n)
      }
      if (state.drawnBuyAmount < buyAmount) draw(buyAmount - state.drawnBuyAmount)
      assert.equal(state.drawnSellAmount, sellAmount)
      assert.equal(state.status, 'Completed')
    }),
    { numRuns: 300 },
  )
})
