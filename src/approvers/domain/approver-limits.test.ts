import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWithinLimits, limitsOfUser } from './approver-limits.ts'

const limit = (value: number | string, name = 'Approval limit') => ({ name, value })

for (const [what, own, roles, perPayment] of [
  ['no limit anywhere', [], [[]], undefined],
  ['a limit of the user', [limit(100)], [[]], 100_00n],
  ['a lower limit of the role caps it', [limit(100)], [[limit(50)]], 50_00n],
  ['a limit below the cap of the role', [limit('25.50')], [[limit(50)]], 25_50n],
  ['a limit of the role only', [], [[limit(50)]], 50_00n],
  ['the higher limit of two roles', [], [[limit(50)], [limit(80)]], 80_00n],
  ['the higher limit of two roles in the other order', [], [[limit(80)], [limit(50)]], 80_00n],
  ['a role without a limit removes the cap', [], [[limit(50)], []], undefined],
  ['the lower of two limits for the same thing', [limit(7), limit(5, 'APPROVAL_LIMIT_PER_TRANSACTION')], [[]], 5_00n],
  ['a limit with another name has no effect', [limit(1, 'Colour')], [[]], undefined],
  ['a limit without a value', [{ name: 'Approval limit' }], [[]], undefined],
] as [string, { name: string; value?: number | string }[], { name: string; value: number }[][], bigint | undefined][])
  test(`limitsOfUser: ${what}`, () => assert.equal(limitsOfUser(own, roles, 2).perPayment, perPayment))

test('limitsOfUser: the daily limit is separate, and a currency without decimals has its own minor units', () => {
  const own = [limit(100), limit('250.99', 'daily approval limit')]
  assert.deepEqual(limitsOfUser(own, [[]], 2), { perPayment: 100_00n, perDay: 250_99n })
  assert.deepEqual(limitsOfUser(own, [[]], 0), { perPayment: 100n, perDay: 250n })
})

const payment = { amount: 100_00n, currency: 'USD', today: 0n }

test('isWithinLimits: limits are inclusive; one cent more is refused with the limit and its remaining amount', () => {
  const refusalOf = (...args: Parameters<typeof isWithinLimits>) => {
    const within = isWithinLimits(...args)
    return within.ok ? undefined : within.refusal
  }
  assert.equal(refusalOf({}, payment), undefined)
  assert.equal(refusalOf({ perPayment: 100_00n, perDay: 150_00n }, { ...payment, today: 50_00n }), undefined)
  assert.equal(refusalOf({ perPayment: 99_99n }, payment), "the approver's limit is 99.99 USD per payment")
  assert.equal(
    refusalOf({ perDay: 150_00n }, { ...payment, today: 50_01n }),
    "the approver's limit is 150.00 USD per day, with 99.99 USD left",
  )
  assert.match(refusalOf({ perDay: 150_00n }, { ...payment, today: 200_00n })!, /with 0\.00 USD left$/)
})

test('limitsOfUser: each limit has two names', () => {
  for (const name of ['Approval limit', 'Approval limit per transaction'])
    assert.deepEqual(limitsOfUser([limit(100, name)], [[]], 2), { perPayment: 100_00n, perDay: undefined })
  for (const name of ['Daily approval limit', 'Approval limit per day'])
    assert.deepEqual(limitsOfUser([limit(100, name)], [[]], 2), { perPayment: undefined, perDay: 100_00n })
})
