import { accept, type Result, refuse } from '../../kernel/result.ts'

export const CUSTOMER_STATUSES = ['New', 'Active', 'Suspended', 'Pending'] as const
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number]

interface Step {
  from: readonly CustomerStatus[]
  to: CustomerStatus
}

/**
 * The life of a customer: what can happen to it, in which states it may, and the state it leads to. A step that is not in this table can not
 * be written. A New or Active customer pays; a Suspended or Pending one does not.
 */
const steps = {
  /** Its first account is opened. */
  openFirstAccount: { from: ['New'], to: 'Active' },
  /** The institution lets it pay, for the first time or again. One that waits for an approval has to wait. */
  activate: { from: ['New', 'Suspended'], to: 'Active' },
  /** The same, while a change of it still waits: it goes on as Active once that is decided. */
  activateWaiting: { from: ['New', 'Suspended'], to: 'Pending' },
  /** The institution keeps it from paying until it is activated again. */
  suspend: { from: ['Active'], to: 'Suspended' },
  /** A change of it waits for approval. */
  awaitApproval: { from: ['New', 'Active'], to: 'Pending' },
  /** Nothing waits any more, and it goes on as what it was. */
  resumeNew: { from: ['Pending'], to: 'New' },
  resumeActive: { from: ['Pending'], to: 'Active' },
} as const satisfies Record<string, Step>

export type CustomerStep = keyof typeof steps

/** The state after the step; refused with the states in which the step may happen. */
export function nextStatus(
  status: CustomerStatus,
  step: CustomerStep,
): Result<CustomerStatus, { from: readonly CustomerStatus[] }> {
  const { from, to }: Step = steps[step]
  return from.includes(status) ? accept(to) : refuse({ from })
}
