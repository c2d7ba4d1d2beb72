import { words } from '../kernel/words.ts'

interface State {
  meaning: string
  /** The states that can follow. */
  next: readonly string[]
}

/**
 * The states of a receipt and their transitions. The database constraint receipts_step_allowed has
 * the same list, so another transition needs a migration. docs/receipts.md explains them.
 */
const states = {
  RECEIVED: {
    meaning: 'It came in. It is decided in the same moment, so no receipt stays here.',
    next: ['SCREENING', 'PENDING', 'UNPOSTED', 'POSTED', 'RETURN_QUEUED', 'REJECTED'],
  },
  SCREENING: {
    meaning: 'A person reviews it before it is posted.',
    next: ['PENDING', 'POSTED', 'UNPOSTED', 'RETURN_QUEUED', 'REJECTED'],
  },
  PENDING: {
    meaning: 'It waits for its settlement: a credit is not available yet, and a debit is held if the funds suffice.',
    next: ['POSTED', 'UNPOSTED', 'RETURN_QUEUED', 'REJECTED'],
  },
  UNPOSTED: {
    meaning: 'No account takes it, for the `reason` that it shows. A person assigns or returns it.',
    next: ['PENDING', 'POSTED', 'RETURN_QUEUED'],
  },
  POSTED: { meaning: 'It is posted to its account.', next: ['RETURN_QUEUED'] },
  RETURN_QUEUED: {
    meaning: 'Its return waits for the next file, or for the settlement of its message.',
    next: ['RETURNED', 'UNPOSTED'],
  },
  RETURNED: { meaning: 'Its return has left in a file, or has settled as a message.', next: ['DISHONORED'] },
  DISHONORED: {
    meaning: "The originator's bank refused the return. A person accepts that, or contests it.",
    next: ['POSTED', 'CONTESTED'],
  },
  CONTESTED: { meaning: 'The dishonored return is contested. Nothing follows by rule.', next: [] },
  REJECTED: {
    meaning: 'The institution refused it, or its network did not settle it: no money moved.',
    next: [],
  },
} as const satisfies Record<string, State>

export type ReceiptStatus = keyof typeof states

export const RECEIPT_STATUSES = words('ReceiptStatus', Object.keys(states) as ReceiptStatus[])

export function canBecome(from: ReceiptStatus, to: ReceiptStatus): boolean {
  return (states[from].next as readonly ReceiptStatus[]).includes(to)
}

/** All states as rows, for documentation and tests. */
export function receiptStates(): { status: ReceiptStatus; meaning: string; next: readonly ReceiptStatus[] }[] {
  return RECEIPT_STATUSES.map((status) => ({ status, ...states[status] }))
}
