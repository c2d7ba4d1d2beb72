/**
 * The life of a payment: each state, what the customer is shown, and where it can go from there. Code, database and documentation follow
 * this table; a step that is not in it can not be written.
 */
const states = {
  /** Waits for people: no hold. Approved, it is decided anew, as what was approved may not be covered any more. */
  PENDING_APPROVAL: {
    shown: 'Pending Approval',
    next: [
      'PARTIALLY_APPROVED',
      'FUTURE_DATED',
      'VALIDATED',
      'PROCESSED',
      'VALIDATION_FAILURE',
      'REJECTED',
      'CANCELLED',
    ],
  },
  /** Some of those who have to have approved. */
  PARTIALLY_APPROVED: {
    shown: 'Pending Approval',
    next: ['FUTURE_DATED', 'VALIDATED', 'PROCESSED', 'VALIDATION_FAILURE', 'REJECTED', 'CANCELLED'],
  },
  /** Waits for its date: no hold, nothing checked that may change until then. On the day the institution may have to approve. */
  FUTURE_DATED: {
    shown: 'Scheduled',
    next: ['VALIDATED', 'VALIDATION_FAILURE', 'PROCESSED', 'PENDING_APPROVAL', 'CANCELLED'],
  },
  INITIATED: { shown: 'Processing', next: [] },
  /** The funds are held. */
  VALIDATED: { shown: 'Processing', next: ['READY_TO_TRANSMIT', 'PROCESSED', 'CANCELLED'] },
  VALIDATION_FAILURE: { shown: 'Failed', next: [] },
  /** Released to its rail. */
  READY_TO_TRANSMIT: { shown: 'Processing', next: ['TRANSMITTED', 'CANCELLED'] },
  /** Handed to the rail. */
  TRANSMITTED: { shown: 'Sent', next: ['PROCESSED', 'RETURNED'] },
  /** Settled: the hold is posted. The receiving bank may still return it, and a transfer between accounts of the institution be reversed. */
  PROCESSED: { shown: 'Completed', next: ['RETURNED', 'REVERSED'] },
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
