import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeAcknowledgement } from './judge-acknowledgement.ts'

const sent = { batches: 2, entries: 3, debitTotal: 100n, creditTotal: 2_50n }
const accepted = { status: 'ACCEPTED', reason: null, totals: sent } as const
const rejected = { status: 'REJECTED', reason: 'too large', totals: { ...sent, entries: 0 } } as const

test('judgeAcknowledgement: what was said before is known, and a rejection can be taken back', () => {
  assert.deepEqual(judgeAcknowledgement(accepted, sent, undefined), { outcome: 'Accepted', reason: null })
  assert.deepEqual(judgeAcknowledgement(accepted, sent, 'Rejected'), { outcome: 'Accepted', reason: null })
  assert.deepEqual(judgeAcknowledgement(accepted, sent, 'Accepted'), { outcome: 'Known' })
})

test('judgeAcknowledgement: a rejection needs no totals, and does not undo an acceptance', () => {
  for (const before of [undefined, 'Rejected'] as const)
    assert.deepEqual(judgeAcknowledgement(rejected, sent, before), { outcome: 'Rejected', reason: 'too large' })
  assert.deepEqual(judgeAcknowledgement(rejected, sent, 'Accepted'), {
    outcome: 'Different',
    reason: 'the operator accepted the file before, and rejects it now: too large',
  })
})

for (const [field, value, said] of [
  ['batches', 3, '3 batches, not 2'],
  ['entries', 2, '2 entries and addenda, not 3'],
  ['debitTotal', 101n, '1.01 of debits, not 1.00'],
  ['creditTotal', 2_49n, '2.49 of credits, not 2.50'],
] as const)
  test(`judgeAcknowledgement: one more or less in ${field} differs, also when the file was accepted before`, () => {
    for (const before of [undefined, 'Accepted'] as const)
      assert.deepEqual(judgeAcknowledgement({ ...accepted, totals: { ...sent, [field]: value } }, sent, before), {
        outcome: 'Different',
        reason: `the operator counted ${said}`,
      })
  })
