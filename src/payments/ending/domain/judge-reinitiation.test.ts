import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { judgeReinitiation, type ReinitiatedEntry } from './judge-reinitiation.ts'

const returned = (id: string, fields: Partial<ReinitiatedEntry> = {}): ReinitiatedEntry => ({
  ...{ id, isDebit: true, status: 'RETURNED', returnCode: 'R01', settledOn: '2026-01-05' },
  ...fields,
})
const judge = (chain: ReinitiatedEntry[], id: string, day = '2026-01-10') =>
  judgeReinitiation(chain, id, Temporal.PlainDate.from(day)) ?? 'allowed'

test('judgeReinitiation: a debit that came back with R01 or R09 is sent again, after any other code it is not', () => {
  assert.equal(judge([returned('a')], 'a'), 'allowed')
  assert.equal(judge([returned('a', { returnCode: 'R09' })], 'a'), 'allowed')
  for (const returnCode of ['R02', 'R10', 'R29', null])
    assert.match(judge([returned('a', { returnCode })], 'a'), /only R01 and R09 allow/)
  assert.match(judge([returned('a', { isDebit: false })], 'a'), /only ACH debits/)
  assert.match(judge([returned('a', { status: 'PROCESSED', returnCode: null })], 'a'), /must be RETURNED/)
})

test('judgeReinitiation: it is sent again twice, and a third time is refused', () => {
  const [first, second, third] = [returned('a'), returned('b'), returned('c')]
  assert.equal(judge([first, second], 'b'), 'allowed')
  assert.match(judge([first, second, third], 'c'), /sent again 2 times/)
  assert.match(judge([first, second], 'a'), /payment b has sent it again: name that one/)
})

test('judgeReinitiation: what is on its way refuses another, and what never left does not count', () => {
  const first = returned('a')
  assert.match(judge([first, returned('b', { status: 'TRANSMITTED' })], 'a'), /payment b sends it again already/)
  for (const status of ['CANCELLED', 'REJECTED', 'VALIDATION_FAILURE'])
    assert.equal(judge([first, returned('b', { status }), returned('c', { status })], 'a'), 'allowed')
})

test('judgeReinitiation: the 180th day after the first settlement is the last', () => {
  assert.equal(judge([returned('a')], 'a', '2026-07-04'), 'allowed')
  assert.match(judge([returned('a')], 'a', '2026-07-05'), /the last day to send it again was 2026-07-04/)
  const later = returned('b', { settledOn: '2026-06-30' })
  assert.match(judge([returned('a'), later], 'b', '2026-07-05'), /2026-07-04/)
})
