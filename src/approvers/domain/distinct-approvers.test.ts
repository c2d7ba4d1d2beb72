import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ApproverMark, countApprovers, isSameApprover, isSameEmail } from './distinct-approvers.ts'

const own = (clientId: string): ApproverMark => ({ approver: clientId, clientId, identifiedBy: 'Client' })
const user = (id: string, clientId: string, identifiedBy: ApproverMark['identifiedBy'] = 'TrustedClient') => ({
  ...{ approver: id, userId: id, clientId, identifiedBy, email: `${id}@sample.example` },
})
const signatory = (id: string, clientId: string, email = `${id}@sample.example`): ApproverMark => ({
  ...{ approver: id, clientId, identifiedBy: 'TrustedClient', email },
})

for (const [what, one, other, isSame] of [
  ['a client twice', own('a'), own('a'), true],
  ['two clients', own('a'), own('b'), false],
  ['a client and a person it names', own('a'), user('ada', 'a'), true],
  ['a client and a person whose token it uses', own('a'), user('ada', 'a', 'Token'), true],
  ['a client and a person of another client', own('a'), user('ada', 'b'), false],
  ['one person through two clients', user('ada', 'a'), user('ada', 'b', 'Token'), true],
  ['two persons through one client', user('ada', 'a'), user('bob', 'a'), false],
  ['two tokens through one client', user('ada', 'a', 'Token'), user('bob', 'a', 'Token'), false],
  ['a user and a signatory', user('ada', 'a'), signatory('1', 'a'), false],
  ['a user and a signatory with one address', user('ada', 'a'), signatory('1', 'b', 'Ada@Sample.example'), true],
  ['two signatories with one address', signatory('1', 'a', 'x@y.z'), signatory('2', 'a', 'X@y.z'), true],
  ['two users with one address', user('ada', 'a'), { ...user('bob', 'b'), email: 'ADA@sample.example' }, true],
  [
    'two tokens with one address',
    user('ada', 'a', 'Token'),
    { ...user('bob', 'b', 'Token'), email: 'ada@sample.example' },
    true,
  ],
] as [string, ApproverMark, ApproverMark, boolean][])
  test(`isSameApprover: ${what} ${isSame ? 'are one approver' : 'are two approvers'}`, () => {
    assert.equal(isSameApprover(one, other), isSame)
    assert.equal(isSameApprover(other, one), isSame)
  })

test('isSameApprover: persons without an e-mail address are told apart by their ids', () => {
  const { email: _, ...ada } = user('ada', 'a')
  assert.equal(isSameApprover(ada, { ...signatory('1', 'a'), email: null }), false)
})

test('countApprovers: persons named through one client count once, unless it is trusted or tokens prove them', () => {
  const count = (isClientTrusted: boolean, ...marks: ApproverMark[]) =>
    countApprovers(marks.map((mark) => ({ ...mark, isClientTrusted })))
  const named = [user('ada', 'a'), signatory('1', 'a')]
  assert.equal(count(true, ...named), 2)
  assert.equal(count(false, ...named), 1)
  assert.equal(count(false, ...named, own('b')), 2)
  assert.equal(count(false, user('ada', 'a', 'Token'), user('bob', 'a', 'Token')), 2)
  const [ada, bob] = [user('ada', 'a', 'Token'), user('bob', 'b', 'Token')]
  const third = { ...user('third', 'c', 'Token'), email: 'BOB@sample.example' }
  assert.equal(count(true, ada, bob, third), 2)
  assert.equal(count(true, ada, third, { ...bob, email: ada.email }), 2)
  assert.equal(count(false, signatory('1', 'a', ada.email), signatory('2', 'a', bob.email), ada, bob), 1)
  assert.equal(count(true, { ...ada, email: null }, { ...bob, email: null }), 2)
  assert.equal(count(true, own('a')), 1)
  assert.equal(count(true), 0)
})

test('isSameEmail: letter case does not count, and a missing address is never the same', () => {
  assert.equal(isSameEmail('Ada@sample.example', 'ada@SAMPLE.example'), true)
  assert.equal(isSameEmail('ada@sample.example', 'bob@sample.example'), false)
  for (const none of [null, undefined]) {
    assert.equal(isSameEmail('ada@sample.example', none), false)
    assert.equal(isSameEmail(none, 'ada@sample.example'), false)
    assert.equal(isSameEmail(none, none), false)
  }
})

test('countApprovers: trust does not make two approvers of a client that decides in its own name', () => {
  const marks = [own('a'), { ...own('a'), approver: 'other' }].map((mark) => ({ ...mark, isClientTrusted: true }))
  assert.equal(countApprovers(marks), 1)
})
