/**
 * The life of a payment: each state, what the customer is shown, and where it can go from there. Code, database and documentation follow
 * this table; a step that is not in it can not be written.
 */
const states = {
  PENDING_APPROVAL: { shown: 'Pending Approval', next: [] },
  PARTIALLY_APPROVED: { shown: 'Pending Approval', next: [] },
  /** Waits for its date: no hold, nothing checked that may change until then. */
  FUTURE_DATED: { shown: 'Scheduled', next: ['VALIDATED', 'VALIDATION_FAILURE', 'PROCESSED'] },
  INITIATED: { shown: 'Processing', next: [] },
  /** The funds are held. */
  VALIDATED: { shown: 'Processing', next: ['READY_TO_TRANSMIT', 'PROCESSED'] },
  VALIDATION_FAILURE: { shown: 'Failed', next: [] },
  /** Released to its rail. */
  READY_TO_TRANSMIT: { shown: 'Processing', next: ['TRANSMITTED'] },
  /** Handed to the rail. */
  TRANSMITTED: { shown: 'Sent', next: ['PROCESSED'] },
  /** Settled: the hold is posted. */
  PROCESSED: { shown: 'Completed', next: [] },
  RETURNED: { shown: 'Returned', next: [] },
  REJECTED: { shown: 'Rejected', next: [] },
  CANCELLED: { shown: 'Cancelled', next: [] },
  REVERSED: { shown: 'Reversed', next: [] },
} as const satisfies Record<string, { shown: string; next: readonly string[] }>

export type PaymentStatus = keyof typeof states

export function displayStatus(status: PaymentStatus): string {
  return states[status].shown
}

export function canBecome(from: PaymentStatus, to: PaymentStatus): boolean {
  return (states[from].next as readonly PaymentStatus[]).includes(to)
}
