import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type StandingMark, standingOf } from './standing-approvals.ts'

const approval = (clientId: string, fields: Partial<StandingMark> = {}): StandingMark => ({
  ...{ approver: clientId, clientId, identifiedBy: 'Client', side: 'Customer', decision: 'Approved' },
  ...{ isClientTrusted: false, isApproverActive: true, isOfContent: true },
  ...fields,
})

test('standingOf: each approver of the customer counts, and the institution apart', () => {
  const ofInstitution = approval('c', { side: 'Institution' })
  assert.deepEqual(standingOf([]), { approvers: 0, institution: false })
  assert.deepEqual(standingOf([approval('a'), approval('b')]), { approvers: 2, institution: false })
  assert.deepEqual(standingOf([approval('a'), ofInstitution]), { approvers: 1, institution: true })
})

for (const [what, fields] of [
  ['a rejection', { decision: 'Rejected' }],
  ['an approver who is stopped', { isApproverActive: false }],
  ['an approval of another content', { isOfContent: false }],
] as [string, Partial<StandingMark>][])
  test(`standingOf: ${what} does not count, on either side`, () => {
    const decisions = [approval('a', fields), approval('b'), approval('c', { ...fields, side: 'Institution' })]
    assert.deepEqual(standingOf(decisions), { approvers: 1, institution: false })
  })

test('standingOf: who approved for the customer does not approve for the institution under one address', () => {
  const ofCustomer = approval('a', { email: 'ada@sample.example' })
  const officer = (email: string) => approval('b', { side: 'Institution', email })
  assert.deepEqual(standingOf([ofCustomer, officer('ADA@sample.example')]), { approvers: 1, institution: false })
  assert.deepEqual(standingOf([ofCustomer, officer('bob@sample.example')]), { approvers: 1, institution: true })
})
