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
  ['another role', limited, payments([{ name: 'Daily', value: 100 }], ['Clerk', 'Treasury']), true],
  ['a role for another', limited, payments([{ name: 'Daily', value: 100 }], ['Treasury']), true],
  ['a role less', { roleNames: ['A', 'B'] }, { roleNames: ['B'] }, false],
  ['a cent more', limited, payments([{ name: 'Daily', value: '100.01' }]), true],
  ['the same written otherwise', limited, payments([{ name: 'DAILY', value: '0100.0' }]), false],
  ['a cent less', limited, payments([{ name: 'Daily', value: 99.99 }]), false],
  ['a limit less', limited, payments([]), true],
  ['a limit without a value', limited, payments([{ name: 'Daily' }]), true],
  ['the application less', limited, { roleNames: ['Clerk'] }, true],
  ['a limit more', { roleNames: ['Clerk'] }, limited, false],
  [
    'the lower of two by one name less',
    payments([
      { name: 'Daily', value: 1 },
      { name: 'Daily', value: 2 },
    ]),
    payments([{ name: 'Daily', value: 2 }]),
    true,
  ],
  [
    'one of two limits higher, the other lower',
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
    'a limit of one of two applications less',
    { roleNames: ['Clerk'], applicationLimits: [...limited.applicationLimits!, { name: 'Contacts', limits: [] }] },
    { roleNames: ['Clerk'], applicationLimits: [{ name: 'Contacts', limits: [] }] },
    true,
  ],
  ['a limit that had no value less', payments([{ name: 'Daily' }]), payments([]), false],
] as [string, Powers, Powers, boolean][])
  test(`widens: ${what} ${expected ? 'gives more' : 'gives nothing more'}`, () =>
    assert.equal(widens(before, after), expected))
