import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFar } from './far-rate.ts'
import { rateOf } from './rate.ts'

const rate = (mid: string, fields: { bid?: string; ask?: string; points?: Record<string, string> } = {}) => ({
  bid: rateOf(fields.bid ?? mid),
  mid: rateOf(mid),
  ask: rateOf(fields.ask ?? mid),
  forwardPoints: new Map(Object.entries(fields.points ?? {}).map(([tenor, text]) => [tenor, rateOf(text)])),
})

test('isFar: exactly the percentage is not far, in either direction; the next decimal is', () => {
  const last = rate('1.08')
  for (const near of ['1.134', '1.026', '1.08']) assert.equal(isFar(rate(near), last, 5), false, near)
  for (const far of ['1.13400001', '1.02599999']) assert.equal(isFar(rate(far), last, 5), true, far)
})

test('isFar: a bid or an ask that is far is far, even if the mid is not', () => {
  const last = rate('1')
  assert.equal(isFar(rate('1', { bid: '0.95', ask: '1.05' }), last, 5), false)
  assert.equal(isFar(rate('1', { bid: '0.94999999' }), last, 5), true)
  assert.equal(isFar(rate('1', { ask: '1.05000001' }), last, 5), true)
})

test('isFar: the forward rate of each tenor is compared with that of the same tenor', () => {
  const last = rate('18', { points: { '1Y': '2' } })
  assert.equal(isFar(rate('18', { points: { '1Y': '3' } }), last, 5), false)
  assert.equal(isFar(rate('18', { points: { '1Y': '3.00000001' } }), last, 5), true)
  assert.equal(isFar(rate('18', { points: { '1Y': '0.99999999' } }), last, 5), true)
})

test('isFar: a tenor without earlier points is compared with the spot rate', () => {
  const last = rate('18')
  assert.equal(isFar(rate('18', { points: { '1M': '0.9' } }), last, 5), false)
  assert.equal(isFar(rate('18', { points: { '1M': '0.90000001' } }), last, 5), true)
  assert.equal(isFar(rate('18', { points: { '1M': '-0.90000001' } }), last, 5), true)
})

test('isFar: with a percentage of 0 every change is far, and the same rate is not', () => {
  const last = rate('1.08', { points: { '1M': '0.0018' } })
  assert.equal(isFar(last, last, 0), false)
  assert.equal(isFar(rate('1.08000001'), rate('1.08'), 0), true)
})

test('isFar: a forward rate of zero or less has no percentage, so any change of it is far', () => {
  const zero = rate('1', { points: { '2Y': '-1' } })
  assert.equal(isFar(zero, zero, 5), false)
  assert.equal(isFar(rate('1', { points: { '2Y': '-0.99999999' } }), zero, 5), true)
})

test('isFar: a mid that is far is far, even if neither its bid nor its ask is', () => {
  const last = rate('1')
  assert.equal(isFar(rate('1.05', { bid: '1', ask: '1' }), last, 5), false)
  assert.equal(isFar(rate('1.05000001', { bid: '1', ask: '1' }), last, 5), true)
})
