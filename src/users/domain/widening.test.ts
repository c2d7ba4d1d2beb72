import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Powers, widens } from './widening.ts'

type Limits = NonNullable<Powers['applicationLimits']>[number]['limits']
const payments = (limits: Limits, roleNames = ['Clerk']): Powers => ({
  roleNames,
  applicationLimits: [{ name: 'Payments', limits }],
})
const limited = payments([{ name: 'Daily', value: 100 }])

for (const [what, before, after, expected] of [
  ['the same', limited, limited, false],
  ['an additional role', limited, payments([{ name: 'Daily', value: 100 }], ['Clerk', 'Treasury']), true],
  ['one role replaced by another', limited, payments([{ name: 'Daily', value: 100 }], ['Treasury']), true],
  ['a role removed', { roleNames: ['A', 'B'] }, { roleNames: ['B'] }, false],
  ['a limit one cent higher', limited, payments([{ name: 'Daily', value: '100.01' }]), true],
  ['the same limit in another spelling', limited, payments([{ name: 'DAILY', value: '0100.0' }]), false],
  ['a limit one cent lower', limited, payments([{ name: 'Daily', value: 99.99 }]), false],
  ['a limit removed', limited, payments([]), true],
  ['a limit that loses its value', limited, payments([{ name: 'Daily' }]), true],
  ['an application with its limit removed', limited, { roleNames: ['Clerk'] }, true],
  ['an additional limit', { roleNames: ['Clerk'] }, limited, false],
  [
    'the lower of two limits with one name removed',
    payments([
      { name: 'Daily', value: 1 },
      { name: 'Daily', value: 2 },
    ]),
    payments([{ name: 'Daily', value: 2 }]),
    true,
  ],
  [
    'one of two limits raised, the other lowered',
    payments([
      { name: 'Daily', value: 100 },
      { name: 'Weekly', value: 500 },
    ]),
    payments([
      { name: 'Daily', value: 50 },
      { name: 'Weekly', value: 501 },
    ]),
    true,
  ],
  [
    'the limit of one of two applications removed',
    { roleNames: ['Clerk'], applicationLimits: [...limited.applicationLimits!, { name: 'Contacts', limits: [] }] },
    { roleNames: ['Clerk'], applicationLimits: [{ name: 'Contacts', limits: [] }] },
    true,
  ],
  ['a limit without a value removed', payments([{ name: 'Daily' }]), payments([]), false],
] as [string, Powers, Powers, boolean][])
  test(`widens: ${what} ${expected ? 'gives the user more' : 'gives the user nothing more'}`, () =>
    assert.equal(widens(before, after), expected))
