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
  approversNeeded: null,
  institutionDecides: false,
  contentHash: 'seen',
}
const approve: Decision = { kind: 'approve', contentHash: 'seen' }
const reject: Decision = { kind: 'reject' }

const decide = (change: Partial<OpenApproval>, decision: Decision, by = 'checker', now = requestedAt) => {
  const at = { by, isInstitution: by === 'bank', isRequester: false, now }
  const decided = mayDecide({ ...open, ...change }, decision, at)
  return decided.ok ? 'accepted' : decided.refusal.reason
}

test('a proposal can be decided for thirty days: one millisecond before its expiry, but not at it', () => {
  const end = Temporal.Instant.from('2026-07-31T12:00:00Z')
  assert.equal(expiryOf(requestedAt).toString(), end.toString())
  for (const decision of [approve, reject]) {
    assert.equal(decide({}, decision, 'checker', end.subtract({ milliseconds: 1 })), 'accepted')
    assert.equal(decide({}, decision, 'checker', end), 'approvalDecided')
  }
})

test('the requester of a change cannot approve it, but can withdraw it', () => {
  assert.equal(decide({}, approve, 'maker'), 'approvalOfOwnChange')
  assert.equal(decide({}, reject, 'maker'), 'accepted')
})

test('who of several people may approve is not decided here', () => {
  assert.equal(decide({ approversNeeded: 1 }, approve, 'maker'), 'accepted')
  assert.equal(decide({ approversNeeded: 1 }, { ...approve, contentHash: 'other' }, 'maker'), 'approvalContentChanged')
})

test('a proposal for the institution is decided by the institution; its requester can only withdraw it', () => {
  const forInstitution = { institutionDecides: true }
  for (const decision of [approve, reject]) {
    assert.equal(decide(forInstitution, decision, 'checker'), 'approvalForInstitution')
    assert.equal(decide(forInstitution, decision, 'bank'), 'accepted')
  }
  assert.equal(decide(forInstitution, approve, 'maker'), 'approvalForInstitution')
  assert.equal(decide(forInstitution, reject, 'maker'), 'accepted')
  assert.equal(decide({ ...forInstitution, requestedBy: 'bank' }, approve, 'bank'), 'approvalOfOwnChange')
})

test('a client whose secret the requester may have seen cannot approve, but can reject', () => {
  const by = { by: 'checker', isInstitution: false, isRequester: true, now: requestedAt }
  const approved = mayDecide(open, approve, by)
  assert.ok(!approved.ok)
  assert.equal(approved.refusal.reason, 'approvalOfOwnChange')
  assert.ok(mayDecide(open, reject, by).ok)
})

test('an approval must match the content that was seen exactly; a rejection needs no content', () => {
  assert.equal(decide({}, { kind: 'approve', contentHash: 'other' }), 'approvalContentChanged')
  assert.equal(decide({ contentHash: 'other' }, approve), 'approvalContentChanged')
  assert.equal(decide({ contentHash: 'other' }, reject), 'accepted')
})

test('a decision is final for every client, and the refusal names the status and who decided', () => {
  for (const status of APPROVAL_STATUSES.filter((status) => status !== 'Pending'))
    for (const decision of [approve, reject])
      for (const by of ['maker', 'checker']) {
        const decided = mayDecide({ ...open, status, decidedBy: 'other' }, decision, {
          by,
          isInstitution: false,
          isRequester: false,
          now: requestedAt,
        })
        assert.ok(!decided.ok)
        assert.equal(decided.refusal.reason, 'approvalDecided')
        assert.match(decided.refusal.detail!, new RegExp(`${status}.*other`))
      }
})
