import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { APPROVAL_STATUSES, type Decision, expiryOf, mayDecide, type OpenApproval } from './decide-approval.ts'

const requestedAt = Temporal.Instant.from('2026-07-01T12:00:00Z')
const open: OpenApproval = {
  status: 'Pending',
  requestedBy: 'maker',
  decidedBy: null,
  expiresAt: expiryOf(requestedAt),
  contentHash: 'seen',
}
const approve: Decision = { kind: 'approve', contentHash: 'seen' }
const reject: Decision = { kind: 'reject' }

const decide = (change: Partial<OpenApproval>, decision: Decision, by = 'checker', now = requestedAt) => {
  const decided = mayDecide({ ...open, ...change }, decision, { by, now })
  return decided.ok ? 'accepted' : decided.refusal.reason
}

test('a proposal waits for thirty days: the last millisecond decides, the moment of its end does not', () => {
  const end = Temporal.Instant.from('2026-07-31T12:00:00Z')
  assert.equal(expiryOf(requestedAt).toString(), end.toString())
  for (const decision of [approve, reject]) {
    assert.equal(decide({}, decision, 'checker', end.subtract({ milliseconds: 1 })), 'accepted')
    assert.equal(decide({}, decision, 'checker', end), 'approvalDecided')
  }
})

test('who proposed a change can not approve it, and can take it back', () => {
  assert.equal(decide({}, approve, 'maker'), 'approvalOfOwnChange')
  assert.equal(decide({}, reject, 'maker'), 'accepted')
})

test('an approval is of exactly the content that was seen; a rejection needs none', () => {
  assert.equal(decide({}, { kind: 'approve', contentHash: 'other' }), 'approvalContentChanged')
  assert.equal(decide({ contentHash: 'other' }, approve), 'approvalContentChanged')
  assert.equal(decide({ contentHash: 'other' }, reject), 'accepted')
})

test('what is decided stays decided, whoever asks, and the refusal names the state and who decided', () => {
  for (const status of APPROVAL_STATUSES.filter((status) => status !== 'Pending'))
    for (const decision of [approve, reject])
      for (const by of ['maker', 'checker']) {
        const decided = mayDecide({ ...open, status, decidedBy: 'other' }, decision, { by, now: requestedAt })
        assert.ok(!decided.ok)
        assert.equal(decided.refusal.reason, 'approvalDecided')
        assert.match(decided.refusal.detail!, new RegExp(`${status}.*other`))
      }
})
