import { words } from '../kernel/words.ts'

interface State {
  /** The displayStatus that customers see. */
  shown: string
  meaning: string
  /** Whether a payment can start in this state. */
  isFirst?: true
  /** The states that can follow. */
  next: readonly string[]
}

/**
 * The states of a payment and their transitions. The database constraint payment_states_step
 * has the same list, so another transition needs a migration. The API's description and
 * docs/payment-states.md are generated from this table.
 */
const states = {
  PENDING_APPROVAL: {
    shown: 'Pending Approval',
    meaning:
      'Waits for approval, without a hold. Once approved, it is decided again, because the funds may no longer cover it.',
    isFirst: true,
    next: [
      'PARTIALLY_APPROVED',
      'FUTURE_DATED',
      'HELD',
      'VALIDATED',
      'PROCESSED',
      'VALIDATION_FAILURE',
      'REJECTED',
      'CANCELLED',
    ],
  },
  PARTIALLY_APPROVED: {
    shown: 'Pending Approval',
    meaning: 'Some of the required approvals are given.',
    next: ['FUTURE_DATED', 'HELD', 'VALIDATED', 'PROCESSED', 'VALIDATION_FAILURE', 'REJECTED', 'CANCELLED'],
  },
  FUTURE_DATED: {
    shown: 'Scheduled',
    meaning:
      'Waits for its date, without a hold; limits and funds are checked on that day, when it may also need approvals that it lacks.',
    isFirst: true,
    next: ['HELD', 'VALIDATED', 'VALIDATION_FAILURE', 'PROCESSED', 'PENDING_APPROVAL', 'CANCELLED'],
  },
  HELD: {
    shown: 'On Hold',
    meaning:
      'Its customer, account, contact or rail is suspended, the bank details of its contact have changed, who made or approved it may not act any more, or it lacks approvals by now, so it waits; `held` names the reasons and what lifts them. Funds that were held stay held. Once nothing suspends it, it goes on at the next possible time. If onMissedCutOff is Refuse, or it has exchanged money, it fails when its cut-off passes.',
    next: ['FUTURE_DATED', 'VALIDATED', 'VALIDATION_FAILURE', 'CANCELLED'],
  },
  VALIDATED: {
    shown: 'Processing',
    meaning: 'The funds are held; the funds of a debit are pending and not yet available.',
    isFirst: true,
    next: ['READY_TO_TRANSMIT', 'HELD', 'PROCESSED', 'CANCELLED'],
  },
  VALIDATION_FAILURE: {
    shown: 'Failed',
    meaning:
      'Refused when it was due or approved, past its cut-off, not representable in a message of its rail, or rejected by its network before it settled; no money moved.',
    next: [],
  },
  READY_TO_TRANSMIT: {
    shown: 'Processing',
    meaning:
      'Released to its rail, and leaves for its valueDate. It can be cancelled only until its ACH entry is in a committed file, or its message is committed. A message that misses its cut-off waits for the next valueDate.',
    next: ['TRANSMITTED', 'HELD', 'VALIDATION_FAILURE', 'CANCELLED'],
  },
  TRANSMITTED: { shown: 'Sent', meaning: 'Handed to the rail.', next: ['PROCESSED', 'RETURNED', 'VALIDATION_FAILURE'] },
  PROCESSED: {
    shown: 'Completed',
    meaning:
      'Settled: the hold is posted. The other bank can still return a payment over a rail. A book transfer can be reversed; a debit can be reversed for five banking days.',
    next: ['RETURNED', 'REVERSED'],
  },
  RETURNED: { shown: 'Returned', meaning: 'Returned by the other bank.', next: [] },
  REJECTED: { shown: 'Rejected', meaning: 'Rejected by an approver, or not approved in time.', next: [] },
  CANCELLED: { shown: 'Cancelled', meaning: 'Cancelled before it was handed to the rail.', next: [] },
  REVERSED: { shown: 'Reversed', meaning: 'Reversed after it settled.', next: [] },
} as const satisfies Record<string, State>

export type PaymentStatus = keyof typeof states

export const PAYMENT_STATUSES = words('PaymentStatus', Object.keys(states) as PaymentStatus[])

export function displayStatus(status: PaymentStatus): string {
  return states[status].shown
}

export function waitsForApproval(status: PaymentStatus): boolean {
  return status === 'PENDING_APPROVAL' || status === 'PARTIALLY_APPROVED'
}

export function canBecome(from: PaymentStatus, to: PaymentStatus): boolean {
  return (states[from].next as readonly PaymentStatus[]).includes(to)
}

/** All states as rows, for documentation and tests. */
export function paymentStates(): (Omit<State, 'next'> & { status: PaymentStatus; next: readonly PaymentStatus[] })[] {
  return PAYMENT_STATUSES.map((status) => ({ status, ...states[status] }))
}

/** All transitions; `from` is null for the states in which a payment can start. */
export function paymentSteps(): { from: PaymentStatus | null; to: PaymentStatus }[] {
  return paymentStates().flatMap(({ status, isFirst, next }) => [
    ...(isFirst ? [{ from: null, to: status }] : []),
    ...next.map((to) => ({ from: status, to })),
  ])
}
