import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accept, refuse } from '../../kernel/result.ts'
import { type ApprovalSettings, approversNeeded } from './approvers-needed.ts'

const dual = { paymentDualApproval: true }
const limits = { ...dual, paymentLimitforFirstApprover: 1_000, paymentLimitforSecondApprover: 5_000 }

const cases: [name: string, settings: ApprovalSettings | undefined, amount: bigint, needed: number][] = [
  ['a customer without settings needs no approver', undefined, 1n, 0],
  [
    'without dual approval no approver is needed, whatever else is set',
    { ...limits, paymentDualApproval: false },
    9_999_00n,
    0,
  ],
  ['dual approval alone needs one approver', dual, 1n, 1],
  ['dual approval with zero approvers needs one', { ...dual, paymentNumberOfApprovers: 0 }, 1n, 1],
  ["dual approval needs the customer's number of approvers", { ...dual, paymentNumberOfApprovers: 3 }, 1n, 3],
  ['exactly the limit of the first approver needs one approver', limits, 1_000_00n, 1],
  ['one cent above the limit of the first approver needs two', limits, 1_000_01n, 2],
  [
    'above the first limit, without a second, three are needed if the customer says so',
    { ...dual, paymentNumberOfApprovers: 3, paymentLimitforFirstApprover: 1_000 },
    1_000_01n,
    3,
  ],
  [
    'above the first limit, without a second, two are needed',
    { ...dual, paymentLimitforFirstApprover: 1_000 },
    1_000_01n,
    2,
  ],
  ['exactly the limit of the second approver needs two', { ...limits, paymentNumberOfApprovers: 3 }, 5_000_00n, 2],
  [
    'one cent above the limit of the second approver needs a third',
    { ...limits, paymentNumberOfApprovers: 3 },
    5_000_01n,
    3,
  ],
  [
    'below a second limit without a first, one approver is enough',
    { ...dual, paymentLimitforSecondApprover: 5_000 },
    1n,
    1,
  ],
]
for (const [name, settings, amount, needed] of cases)
  test(`approversNeeded: ${name}`, () =>
    assert.deepEqual(
      approversNeeded(settings, () => accept({ amount }), 'USD'),
      accept(needed),
    ))

test('approversNeeded: above the limit of the second approver, a payment is refused if there is no third', () => {
  for (const paymentNumberOfApprovers of [undefined, 1, 2]) {
    const needed = approversNeeded({ ...limits, paymentNumberOfApprovers }, () => accept({ amount: 5_000_01n }), 'USD')
    assert.ok(!needed.ok)
    assert.match(needed.refusal.detail!, /up to 5000\.00 USD/)
  }
})

test("approversNeeded: limits are in whole units of the institution's currency, whatever its decimals", () => {
  assert.deepEqual(
    approversNeeded(limits, () => accept({ amount: 1_000n }), 'JPY'),
    accept(1),
  )
  assert.deepEqual(
    approversNeeded(limits, () => accept({ amount: 1_001n }), 'JPY'),
    accept(2),
  )
})

test('approversNeeded: an amount that cannot be measured is refused only if the customer has a limit', () => {
  const refused = refuse({ reason: 'amountNotMeasured', detail: 'EUR/USD has no rate' } as const)
  assert.deepEqual(
    approversNeeded(limits, () => refused, 'USD'),
    refused,
  )
  const unlimited = { ...dual, paymentNumberOfApprovers: 2 }
  assert.deepEqual(
    approversNeeded(unlimited, () => refused, 'USD'),
    accept(2),
  )
})
