import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchDishonor } from './match-dishonor.ts'

const sent = {
  ...{ receiptId: 'one', traceNumber: '061099990000001', code: 'R03', originalTraceNumber: '021000020000001' },
  ...{ effectiveEntryDate: '2026-07-07', settledOn: '2026-07-06', originatorRouting: '021000021', amount: 15_00n },
}
const refused = {
  ...{ returnTraceNumber: '061099990000001', returnCode: 'R03', returnSettlementDay: '187' },
  ...{ originalTraceNumber: '021000020000001', originatorRouting: '02100002', amount: 15_00n },
}

test('matchDishonor: finds the return by all that it says, with the day on which it settled', () => {
  assert.equal(matchDishonor(refused, [sent]), sent)
  assert.equal(matchDishonor({ ...refused, returnSettlementDay: '188' }, [sent]), undefined)
  const prenote = { ...sent, effectiveEntryDate: '2026-07-06', settledOn: null }
  assert.equal(matchDishonor(refused, [prenote]), prenote, 'what moves no money has the date of its file')
  const later = { ...sent, receiptId: 'two', effectiveEntryDate: '2026-07-08', settledOn: '2026-07-07' }
  assert.equal(matchDishonor(refused, [sent, later]), sent)
  assert.equal(matchDishonor(refused, [{ ...sent, effectiveEntryDate: '2026-01-05', settledOn: null }]), undefined)
})

for (const other of [
  { returnTraceNumber: '061099990000002' },
  { returnCode: 'R04' },
  { returnCode: '' },
  { returnSettlementDay: '189' },
  { returnSettlementDay: '' },
  { originalTraceNumber: '021000020000002' },
  { originatorRouting: '02100003' },
  { amount: 15_01n },
])
  test(`matchDishonor: leaves it to a person with another ${Object.entries(other)[0]!.join(' ')}`, () => {
    assert.equal(matchDishonor({ ...refused, ...other }, [sent]), undefined)
  })

test('matchDishonor: leaves it to a person if two returns fit in everything', () => {
  assert.equal(matchDishonor(refused, [sent, { ...sent, receiptId: 'two' }]), undefined)
})
