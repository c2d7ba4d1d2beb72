import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { fedNowBusinessDay, fedNowMessageId, fedNowTime, isFedNowMessageId } from './ids.ts'

const noon = Temporal.Instant.from('2026-07-03T16:00:00Z')

test('a message id is the date, the routing number and what belongs to its subject alone', () => {
  const id = fedNowMessageId('021040078', 'payment 1', noon)
  assert.match(id, /^20260703021040078[0-9A-Z]{18}$/)
  assert.equal(fedNowMessageId('021040078', 'payment 1', noon), id)
  assert.notEqual(fedNowMessageId('021040078', 'payment 2', noon), id)
  assert.equal(isFedNowMessageId(id, '021040078'), true)
})

test('a message id of another bank, without a date, or too long is none', () => {
  assert.equal(isFedNowMessageId('20260703021040078ABC', '091000019'), false)
  assert.equal(isFedNowMessageId('20260231021040078ABC'), false)
  assert.equal(isFedNowMessageId(`20260703021040078${'A'.repeat(19)}`), false)
  assert.equal(isFedNowMessageId('20230604111111111Sc01Step1MsgId'), true)
})

test('the business day rolls at 19:00 Eastern, on Saturdays too', () => {
  assert.equal(fedNowBusinessDay(Temporal.Instant.from('2026-07-04T22:59:59Z')).toString(), '2026-07-04')
  assert.equal(fedNowBusinessDay(Temporal.Instant.from('2026-07-04T23:00:00Z')).toString(), '2026-07-05')
})

test('a time stamp is Eastern, with the offset of its day', () => {
  assert.equal(fedNowTime(noon), '2026-07-03T12:00:00.000-04:00')
  assert.equal(fedNowTime(Temporal.Instant.from('2026-12-03T16:00:00Z')), '2026-12-03T11:00:00.000-05:00')
})
