import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIMIT_KEYS } from './limit-key.ts'
import {
  checkLimits,
  type EffectiveLimit,
  exceededAlone,
  exceededLimits,
  isLimited,
  type LimitedPayment,
  type LimitLevel,
  type LimitScope,
  tightestOf,
} from './reserve.ts'

const TRANSACTION = 'FEDWIRE_PAYMENT_LIMIT_PER_TRANSACTION'
const DAY = 'FEDWIRE_PAYMENT_LIMIT_PER_DAY'
const WEEK = 'FEDWIRE_PAYMENT_LIMIT_PER_WEEK'

const payment: LimitedPayment = {
  rails: ['FEDWIRE'],
  entryType: 'CREDIT',
  secCode: null,
  amount: 100_00n,
}

function limit(amount: bigint, approvalAbove?: bigint): EffectiveLimit {
  return { amount, currency: 'USD', approvalAbove }
}

interface Case {
  limits: Record<string, EffectiveLimit>
  used?: bigint
  paid?: Partial<LimitedPayment>
}

function level(scope: LimitScope, limits: Record<string, EffectiveLimit>, used = 0n): LimitLevel {
  return { scope, limits: new Map(Object.entries(limits)), usedOf: () => used }
}

/** The result of the check: `within`, the limit that requires approval, or the refusal. */
function verdict({ limits, used = 0n, paid = {} }: Case): string {
  const result = checkLimits({ ...payment, ...paid }, [level('Customer', limits, used)])
  if (result.ok) return result.value.approvalFor ?? 'within'
  assert.equal(result.refusal.reason, 'limitExceeded')
  return result.refusal.detail
}

function objections({ limits, used = 0n, paid = {} }: Case): string[] {
  const refusals = exceededLimits({ ...payment, ...paid }, [level('Customer', limits, used)])
  for (const { reason } of refusals) assert.equal(reason, 'limitExceeded')
  return refusals.map(({ detail }) => detail)
}

test('checkLimits: a limit is inclusive; one cent more is refused', () => {
  assert.equal(verdict({ limits: { [TRANSACTION]: limit(100_00n) } }), 'within')
  assert.equal(
    verdict({ limits: { [TRANSACTION]: limit(99_99n) } }),
    'Fedwire payments per transaction are limited to 99.99 USD',
  )
})

test('checkLimits: earlier payments count against a limit per period, not against a limit per transaction', () => {
  assert.equal(verdict({ limits: { [DAY]: limit(150_00n) }, used: 50_00n }), 'within')
  assert.match(verdict({ limits: { [DAY]: limit(150_00n) }, used: 50_01n }), /^Fedwire payments per day are limited/)
  assert.equal(verdict({ limits: { [TRANSACTION]: limit(100_00n) }, used: 50_00n }), 'within')
})

test('checkLimits: a refusal states the remaining amount of the period, never below zero', () => {
  const detail = (used: bigint) => verdict({ limits: { [DAY]: limit(150_00n) }, used })
  assert.match(detail(50_01n), /limited to 150\.00 USD.* 99\.99 /)
  assert.match(detail(150_00n), /limited to 150\.00 USD.* 0\.00 /)
  assert.match(detail(200_00n), /limited to 150\.00 USD.* 0\.00 /)
})

test('checkLimits: exactly the approval threshold passes; one cent more needs approval', () => {
  assert.equal(verdict({ limits: { [TRANSACTION]: limit(500_00n, 100_00n) } }), 'within')
  assert.equal(verdict({ limits: { [TRANSACTION]: limit(500_00n, 99_99n) } }), 'Fedwire payments per transaction')
  assert.equal(verdict({ limits: { [DAY]: limit(500_00n, 150_00n) }, used: 50_00n }), 'within')
  assert.equal(verdict({ limits: { [DAY]: limit(500_00n, 150_00n) }, used: 50_01n }), 'Fedwire payments per day')
})

test('checkLimits: the result names the first limit that requires approval', () => {
  const limits = { [DAY]: limit(500_00n, 0n), [WEEK]: limit(500_00n, 0n) }
  assert.equal(verdict({ limits }), 'Fedwire payments per day')
})

test('checkLimits: an exceeded limit takes precedence over one that requires approval', () => {
  const limits = { [TRANSACTION]: limit(500_00n, 0n), [DAY]: limit(99_99n) }
  assert.match(verdict({ limits }), /^Fedwire payments per day are limited/)
})

test('checkLimits: limits of another rail, entry type or SEC code do not count', () => {
  assert.equal(verdict({ limits: { SWIFT_PAYMENT_LIMIT_PER_DAY: limit(0n) } }), 'within')
  const ach = { rails: ['ACH'], secCode: 'PPD' } satisfies Partial<LimitedPayment>
  assert.equal(verdict({ limits: { ACH_DEBIT_LIMIT_PER_DAY: limit(0n) }, paid: ach }), 'within')
  assert.equal(verdict({ limits: { ACH_CCD_CREDIT_TRANSACTION_LIMIT: limit(0n) }, paid: ach }), 'within')
  assert.match(verdict({ limits: { ACH_CREDIT_LIMIT_PER_DAY: limit(0n) }, paid: ach }), /^ACH credits per day/)
  assert.match(
    verdict({ limits: { ACH_PPD_CREDIT_TRANSACTION_LIMIT: limit(0n) }, paid: ach }),
    /^ACH credits PPD per transaction/,
  )
})

test('checkLimits: a payment without rails counts against no limit', () => {
  const limits = { [DAY]: limit(0n), BOOK_PAYMENT_LIMIT_PER_DAY: limit(0n) }
  assert.equal(verdict({ limits, paid: { rails: [] } }), 'within')
})

test('checkLimits: a payment counts against the limits of each of its rails', () => {
  const paid = { rails: ['FEDWIRE', 'BOOK'] } satisfies Partial<LimitedPayment>
  assert.match(verdict({ limits: { BOOK_PAYMENT_LIMIT_PER_DAY: limit(99_99n) }, paid }), /^Book payments per day/)
  assert.match(verdict({ limits: { [DAY]: limit(99_99n) }, paid }), /^Fedwire payments per day/)
  assert.equal(verdict({ limits: { SWIFT_PAYMENT_LIMIT_PER_DAY: limit(0n) }, paid }), 'within')
})

test('isLimited: only a limit that is set for payments of the kind limits them', () => {
  const levels = [level('Customer', {}), level('Institution', { [DAY]: limit(0n) })]
  assert.equal(isLimited(payment, levels), true)
  assert.equal(isLimited({ ...payment, rails: ['SWIFT'] }, levels), false)
  assert.equal(isLimited({ ...payment, rails: [] }, levels), false)
})

test('exceededLimits: returns every exceeded limit, in order', () => {
  const limits = { [WEEK]: limit(120_00n), [DAY]: limit(200_00n), [TRANSACTION]: limit(99_00n) }
  const [transaction, week, ...others] = objections({ limits, used: 50_00n })
  assert.match(transaction!, /^Fedwire payments per transaction are limited to 99\.00 USD$/)
  assert.match(week!, /^Fedwire payments per week are limited to 120\.00 USD.* 70\.00 /)
  assert.deepEqual(others, [])
})

test('checkLimits: the limit of a group is inclusive, and its refusal shows no figures of the group', () => {
  const own = level('Customer', { [DAY]: limit(500_00n) })
  const within = checkLimits(payment, [own, level('Group', { [DAY]: limit(150_00n) }, 50_00n)])
  assert.equal(within.ok, true)
  const above = checkLimits(payment, [own, level('Group', { [DAY]: limit(150_00n) }, 50_01n)])
  assert.deepEqual(!above.ok && above.refusal, {
    reason: 'limitExceeded',
    detail: 'Fedwire payments per day exceed a limit of the group that the customer belongs to',
  })
})

test('checkLimits: the total of the institution is inclusive, and its refusal shows no figures', () => {
  const total = (used: bigint) => [level('Customer', {}), level('Institution', { [DAY]: limit(150_00n) }, used)]
  assert.equal(checkLimits(payment, total(50_00n)).ok, true)
  const above = checkLimits(payment, total(50_01n))
  assert.equal(
    !above.ok && above.refusal.detail,
    'Fedwire payments per day exceed a limit of the institution for all its customers together',
  )
})

test('checkLimits: the approval threshold of a group needs approval as the own one does', () => {
  const levels = (used: bigint) => [
    level('Customer', { [DAY]: limit(500_00n, 150_00n) }),
    level('Group', { [DAY]: limit(500_00n, 150_00n) }, used),
  ]
  assert.deepEqual(checkLimits(payment, levels(50_00n)), { ok: true, value: { approvalFor: undefined } })
  assert.deepEqual(checkLimits(payment, levels(50_01n)), {
    ok: true,
    value: { approvalFor: 'Fedwire payments per day' },
  })
})

test('exceededLimits: names the own limit before that of the group', () => {
  const levels = [level('Customer', { [DAY]: limit(99_99n) }), level('Group', { [DAY]: limit(99_99n) })]
  const details = exceededLimits(payment, levels).map(({ detail }) => detail)
  assert.match(details[0]!, /^Fedwire payments per day are limited to 99\.99 USD/)
  assert.match(details[1]!, /of the group/)
  assert.equal(details.length, 2)
})

test('exceededAlone: exactly a limit leaves a day for the payment, one cent less leaves none, whatever is used', () => {
  const alone = (key: string, amount: bigint, scope: LimitScope = 'Customer') =>
    exceededAlone(payment, [level('Customer', {}), level(scope, { [key]: limit(amount) }, 90_00n)])?.detail
  assert.equal(alone(DAY, 100_00n), undefined)
  assert.equal(alone(DAY, 99_99n), 'Fedwire payments per day are limited to 99.99 USD')
  assert.equal(alone(WEEK, 99_99n), 'Fedwire payments per week are limited to 99.99 USD')
  assert.equal(alone(TRANSACTION, 100_00n), undefined)
  assert.equal(alone(TRANSACTION, 99_99n), 'Fedwire payments per transaction are limited to 99.99 USD')
  assert.match(alone(DAY, 99_99n, 'Group')!, /^Fedwire payments per day exceed a limit of the group/)
  assert.equal(alone('ACH_CREDIT_LIMIT_PER_DAY', 1n), undefined, 'a limit of another rail')
})

test('tightestOf: the level with the least left binds, and the own level wins a tie', () => {
  const day = LIMIT_KEYS.find(({ key }) => key === DAY)!
  const own = level('Customer', { [DAY]: limit(100_00n) }, 20_00n)
  const scope = (group: LimitLevel) => tightestOf(day, [own, group])?.level.scope
  assert.equal(scope(level('Group', { [DAY]: limit(90_00n) }, 10_00n)), 'Customer')
  assert.equal(scope(level('Group', { [DAY]: limit(90_00n) }, 10_01n)), 'Group')
  assert.equal(scope(level('Group', {})), 'Customer')
  assert.equal(tightestOf(day, [level('Customer', {})]), undefined)
})

test('tightestOf: nothing is used of a limit per transaction', () => {
  const transaction = LIMIT_KEYS.find(({ key }) => key === TRANSACTION)!
  const found = tightestOf(transaction, [level('Customer', { [TRANSACTION]: limit(100_00n) }, 50_00n)])
  assert.equal(found?.used, 0n)
  assert.equal(found?.set.amount, 100_00n)
})
