import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { isRtpMessageId, rtpAdminId, rtpIds } from './ids.ts'

const now = Temporal.Instant.from('2026-07-03T02:30:00Z')

test('the ids of a message share the Eastern date, the participant and 15 characters of their own', () => {
  const participant = '021040078A1'
  const { messageId, businessId, instructionId } = rtpIds(participant, 'payment 1', now)
  assert.match(messageId, /^M20260702021040078A1B[0-9A-Z]{14}$/)
  assert.deepEqual([businessId, instructionId], [`B${messageId.slice(1)}`, messageId.slice(1)])
  assert.equal(messageId.length, 35)
  assert.equal(isRtpMessageId(messageId), true)
})

test('an administrative id has the time of the day as well, and is as long', () => {
  const id = rtpAdminId('021040078A1', 'echo 1', now)
  assert.match(id, /^20260702223000021040078A1[0-9A-Z]{10}$/)
  assert.equal(id.length, 35)
})
