import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CUSTOMER_STATUSES, type CustomerStatus, type CustomerStep, nextStatus } from './customer-state.ts'

const expected: Record<CustomerStep, Partial<Record<CustomerStatus, CustomerStatus>>> = {
  openFirstAccount: { New: 'Active' },
  activate: { New: 'Active', Suspended: 'Active' },
  activateWaiting: { New: 'Pending', Suspended: 'Pending' },
  suspend: { New: 'Suspended', Active: 'Suspended', Pending: 'Suspended' },
  awaitApproval: { New: 'Pending', Active: 'Pending' },
  resumeNew: { Pending: 'New' },
  resumeActive: { Pending: 'Active' },
}

for (const [step, to] of Object.entries(expected) as [CustomerStep, (typeof expected)[CustomerStep]][])
  for (const status of CUSTOMER_STATUSES)
    test(`nextStatus: ${step} of a ${status} customer ${to[status] ? `makes it ${to[status]}` : 'is refused'}`, () => {
      const next = nextStatus(status, step)
      if (to[status]) assert.deepEqual(next, { ok: true, value: to[status] })
      else assert.deepEqual(next, { ok: false, refusal: { from: Object.keys(to) } })
    })
