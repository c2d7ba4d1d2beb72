interface State {
  /** What the customer is shown. */
  shown: string
  meaning: string
  /** Whether a payment may begin its life in it. */
  isFirst?: true
  /** Where it can go from here. */
  next: readonly string[]
}

/**
 * The life of a payment. Code, the constraint payment_transitions_step in the database, the API's description and docs/payment-states.md
 * follow this table; a step that is not in it can not be written. A step more needs a migration that gives the constraint the new list.
 */
const states = {
  PENDING_APPROVAL: {
    shown: 'Pending Approval',
    meaning:
      'Waits for people: no hold. Approved, it is decided anew, as what was approved may not be covered any more.',
    isFirst: true,
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
  PARTIALLY_APPROVED: {
    shown: 'Pending Approval',
    meaning: 'Some of those who have to have approved.',
    next: ['FUTURE_DATED', 'VALIDATED', 'PROCESSED', 'VALIDATION_FAILURE', 'REJECTED', 'CANCELLED'],
  },
  FUTURE_DATED: {
    shown: 'Scheduled',
    meaning:
      'Waits for its date: no hold, nothing checked that may change until then. On the day the institution may have to approve.',
    isFirst: true,
    next: ['VALIDATED', 'VALIDATION_FAILURE', 'PROCESSED', 'PENDING_APPROVAL', 'CANCELLED'],
  },
  INITIATED: { shown: 'Processing', meaning: 'Taken in, not yet checked.', next: [] },
  VALIDATED: {
    shown: 'Processing',
    meaning: 'The funds are held; those of a debit are on their way, and not available.',
    isFirst: true,
    next: ['READY_TO_TRANSMIT', 'PROCESSED', 'CANCELLED'],
  },
  VALIDATION_FAILURE: {
    shown: 'Failed',
    meaning: 'Refused when it was due or approved, or no message of its rail can carry it; nothing was moved.',
    next: [],
  },
  READY_TO_TRANSMIT: {
    shown: 'Processing',
    meaning: 'Released to its rail.',
    next: ['TRANSMITTED', 'VALIDATION_FAILURE', 'CANCELLED'],
  },
  TRANSMITTED: { shown: 'Sent', meaning: 'Handed to the rail.', next: ['PROCESSED', 'RETURNED'] },
  PROCESSED: {
    shown: 'Completed',
    meaning:
      'Settled: the hold is posted. The other bank may still return it, and a transfer between accounts of the institution, or a debit, be reversed.',
    next: ['RETURNED', 'REVERSED'],
  },
  RETURNED: { shown: 'Returned', meaning: 'Came back from the other bank.', next: [] },
  REJECTED: { shown: 'Rejected', meaning: 'Not approved.', next: [] },
  CANCELLED: { shown: 'Cancelled', meaning: 'Withdrawn before it left.', next: [] },
  REVERSED: { shown: 'Reversed', meaning: 'Taken back after it was settled.', next: [] },
} as const satisfies Record<string, State>

export type PaymentStatus = keyof typeof states

export const PAYMENT_STATUSES = Object.keys(states) as PaymentStatus[]

export function displayStatus(status: PaymentStatus): string {
  return states[status].shown
}

export function canBecome(from: PaymentStatus, to: PaymentStatus): boolean {
  return (states[from].next as readonly PaymentStatus[]).includes(to)
}

/** The table, for whoever describes it or holds something against it. */
export function paymentStates(): (Omit<State, 'next'> & { status: PaymentStatus; next: readonly PaymentStatus[] })[] {
  return PAYMENT_STATUSES.map((status) => ({ status, ...states[status] }))
}

/** Every step there is: from a state, or from nothing, to another. */
export function paymentSteps(): { from: PaymentStatus | null; to: PaymentStatus }[] {
  return paymentStates().flatMap(({ status, isFirst, next }) => [
    ...(isFirst ? [{ from: null, to: status }] : []),
    ...next.map((to) => ({ from: status, to })),
  ])
}
