import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accept } from '../../kernel/result.ts'
import { ACCOUNT_ACTIONS, ACCOUNT_STATUSES, changeStatus } from './account-state.ts'

const empty = { posted: 0n, held: 0n, hasWaitingPayments: false, owed: 0n }

const allowed: Record<string, string> = {
  'Suspended Activate': 'Active',
  'Active Suspend': 'Suspended',
  'Active Close': 'Closed',
  'Suspended Close': 'Closed',
}

for (const status of ACCOUNT_STATUSES)
  for (const action of ACCOUNT_ACTIONS) {
    const to = allowed[`${status} ${action}`]
    test(`changeStatus: ${action} of ${status === 'Active' ? 'an' : 'a'} ${status} account ${to ? `makes it ${to}` : 'is refused'}`, () => {
      const changed = changeStatus(status, action, empty)
      if (to) assert.deepEqual(changed, accept(to))
      else assert.ok(!changed.ok && changed.refusal.reason === 'accountStatusConflict')
      if (!changed.ok)
        assert.match(changed.refusal.detail, new RegExp(`the account is ${status}, and ${action} requires`))
    })
  }

const standing = [
  [{ posted: 1n }, 'its balance is not zero'],
  [{ posted: -1n }, 'its balance is not zero'],
  [{ held: 1n }, 'payments in progress hold amounts on it'],
  [{ owed: 1n }, 'its customer owes the institution money in this currency'],
  [
    { hasWaitingPayments: true },
    'payments or debits of the account wait for their date or for approval, or a recurring payment is Active',
  ],
] as const

for (const [position, detail] of standing) {
  test(`changeStatus: an account cannot close if ${detail}`, () => {
    const changed = changeStatus('Active', 'Close', { ...empty, ...position })
    assert.deepEqual(changed, { ok: false, refusal: { reason: 'accountNotEmpty', detail } })
  })
  test(`changeStatus: an account can be suspended and activated if ${detail}`, () => {
    assert.deepEqual(changeStatus('Active', 'Suspend', { ...empty, ...position }), accept('Suspended'))
    assert.deepEqual(changeStatus('Suspended', 'Activate', { ...empty, ...position }), accept('Active'))
  })
}
