import { accept, type Result, refuse } from '../../kernel/result.ts'
import { words } from '../../kernel/words.ts'

export const CUSTOMER_STATUSES = words('CustomerStatus', ['New', 'Active', 'Suspended', 'Pending'])
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number]

interface Step {
  from: readonly CustomerStatus[]
  to: CustomerStatus
}

/**
 * The steps of a customer's status: the statuses each may start from, and the one it leads to. New
 * and Active customers can make payments; Suspended and Pending customers cannot.
 */
const steps = {
  /** The customer opens its first account. */
  openFirstAccount: { from: ['New'], to: 'Active' },
  /** The institution allows the customer to pay. */
  activate: { from: ['New', 'Suspended'], to: 'Active' },
  /**
   * The same while a change waits for approval: the customer resumes as Active after the decision.
   */
  activateWaiting: { from: ['New', 'Suspended'], to: 'Pending' },
  /**
   * The institution stops the customer's payments until it activates the customer again: whatever
   * the customer does, it cannot keep itself in a status from which it is not suspended.
   */
  suspend: { from: ['New', 'Active', 'Pending'], to: 'Suspended' },
  /** A change to the customer waits for approval. */
  awaitApproval: { from: ['New', 'Active'], to: 'Pending' },
  /** The waiting change was decided or voided; the customer returns to its earlier status. */
  resumeNew: { from: ['Pending'], to: 'New' },
  resumeActive: { from: ['Pending'], to: 'Active' },
} as const satisfies Record<string, Step>

export type CustomerStep = keyof typeof steps

/** The status after the step. A refusal lists the statuses that the step may start from. */
export function nextStatus(
  status: CustomerStatus,
  step: CustomerStep,
): Result<CustomerStatus, { from: readonly CustomerStatus[] }> {
  const { from, to }: Step = steps[step]
  return from.includes(status) ? accept(to) : refuse({ from })
}
