import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canBecome, displayStatus, type PaymentStatus, paymentSteps } from './payment-state.ts'

/** The displayStatus of each state. */
const shown: Record<PaymentStatus, string> = {
  PENDING_APPROVAL: 'Pending Approval',
  PARTIALLY_APPROVED: 'Pending Approval',
  FUTURE_DATED: 'Scheduled',
  HELD: 'On Hold',
  VALIDATED: 'Processing',
  VALIDATION_FAILURE: 'Failed',
  READY_TO_TRANSMIT: 'Processing',
  TRANSMITTED: 'Sent',
  PROCESSED: 'Completed',
  RETURNED: 'Returned',
  REJECTED: 'Rejected',
  CANCELLED: 'Cancelled',
  REVERSED: 'Reversed',
}
const all = Object.keys(shown) as PaymentStatus[]

for (const status of all)
  test(`displayStatus: ${status} is shown as ${shown[status]}`, () =>
    assert.equal(displayStatus(status), shown[status]))

test('canBecome: exactly these transitions are allowed', () => {
  const steps = all.flatMap((from) => all.filter((to) => canBecome(from, to)).map((to) => `${from} → ${to}`))
  assert.deepEqual(steps.sort(), [
    'FUTURE_DATED → CANCELLED',
    'FUTURE_DATED → HELD',
    'FUTURE_DATED → PENDING_APPROVAL',
    'FUTURE_DATED → PROCESSED',
    'FUTURE_DATED → VALIDATED',
    'FUTURE_DATED → VALIDATION_FAILURE',
    'HELD → CANCELLED',
    'HELD → FUTURE_DATED',
    'HELD → VALIDATED',
    'HELD → VALIDATION_FAILURE',
    'PARTIALLY_APPROVED → CANCELLED',
    'PARTIALLY_APPROVED → FUTURE_DATED',
    'PARTIALLY_APPROVED → HELD',
    'PARTIALLY_APPROVED → PROCESSED',
    'PARTIALLY_APPROVED → REJECTED',
    'PARTIALLY_APPROVED → VALIDATED',
    'PARTIALLY_APPROVED → VALIDATION_FAILURE',
    'PENDING_APPROVAL → CANCELLED',
    'PENDING_APPROVAL → FUTURE_DATED',
    'PENDING_APPROVAL → HELD',
    'PENDING_APPROVAL → PARTIALLY_APPROVED',
    'PENDING_APPROVAL → PROCESSED',
    'PENDING_APPROVAL → REJECTED',
    'PENDING_APPROVAL → VALIDATED',
    'PENDING_APPROVAL → VALIDATION_FAILURE',
    'PROCESSED → RETURNED',
    'PROCESSED → REVERSED',
    'READY_TO_TRANSMIT → CANCELLED',
    'READY_TO_TRANSMIT → HELD',
    'READY_TO_TRANSMIT → TRANSMITTED',
    'READY_TO_TRANSMIT → VALIDATION_FAILURE',
    'TRANSMITTED → PROCESSED',
    'TRANSMITTED → RETURNED',
    'TRANSMITTED → VALIDATION_FAILURE',
    'VALIDATED → CANCELLED',
    'VALIDATED → HELD',
    'VALIDATED → PROCESSED',
    'VALIDATED → READY_TO_TRANSMIT',
  ])
})

test('paymentSteps: lists the transitions of canBecome and the initial states', () => {
  const steps = paymentSteps()
  assert.deepEqual(
    steps.filter(({ from }) => from === null).map(({ to }) => to),
    ['PENDING_APPROVAL', 'FUTURE_DATED', 'VALIDATED'],
  )
  assert.deepEqual(
    steps.flatMap(({ from, to }) => (from === null ? [] : [`${from} → ${to}`])).sort(),
    all.flatMap((from) => all.filter((to) => canBecome(from, to)).map((to) => `${from} → ${to}`)).sort(),
  )
})

test('canBecome: only payments that their rail has not got can reach a state twice', () => {
  const reachable = (from: PaymentStatus, seen = new Set<PaymentStatus>()): Set<PaymentStatus> => {
    for (const to of all)
      if (canBecome(from, to) && !seen.has(to)) {
        seen.add(to)
        reachable(to, seen)
      }
    return seen
  }
  assert.deepEqual(
    all.filter((status) => reachable(status).has(status)),
    ['PENDING_APPROVAL', 'PARTIALLY_APPROVED', 'FUTURE_DATED', 'HELD', 'VALIDATED', 'READY_TO_TRANSMIT'],
  )
})
