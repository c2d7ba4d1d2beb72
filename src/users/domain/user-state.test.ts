import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeStatus, USER_STATUSES, type UserAction, type UserStatus } from './user-state.ts'

const allowed: Record<UserAction, Partial<Record<UserStatus, UserStatus>>> = {
  suspend: { Active: 'Suspended', Pending: 'Suspended' },
  activate: { Suspended: 'Active', Locked: 'Active', Pending: 'Active' },
}

for (const action of ['suspend', 'activate'] as const)
  for (const status of USER_STATUSES) {
    const to = allowed[action][status]
    test(`changeStatus: ${action} of a ${status} user ${to ? `makes it ${to}` : 'is refused and names the status'}`, () => {
      const changed = changeStatus(status, action)
      if (to) assert.deepEqual(changed, { ok: true, value: to })
      else assert.match(changed.ok ? '' : changed.refusal, new RegExp(`^the user is ${status}, and ${action} requires`))
    })
  }

test('changeStatus: a refusal names the statuses that the action may start from', () => {
  const refused = changeStatus('Active', 'activate')
  assert.deepEqual(refused, {
    ok: false,
    refusal: 'the user is Active, and activate requires status Suspended or Locked or Pending',
  })
})
