import { RECEIPT_STATUSES, type ReceiptStatus } from '../receipt-state.ts'

/**
 * The states that a customer sees as another one. That the institution reviews an item, or why it
 * does not post it, may be something that the customer must not learn.
 */
const SEEN_AS: Readonly<Partial<Record<ReceiptStatus, ReceiptStatus>>> = { SCREENING: 'PENDING', UNPOSTED: 'PENDING' }

export function statusForCustomers(status: ReceiptStatus): ReceiptStatus {
  return SEEN_AS[status] ?? status
}

/** The states in which a receipt shows the customer this one: none for one that it never sees. */
export function statusesSeenAs(status: ReceiptStatus): ReceiptStatus[] {
  return RECEIPT_STATUSES.filter((one) => statusForCustomers(one) === status)
}

/** Of the codes of returns, those of the balance and of what the customer itself refused. */
const CODES = new Set(['R01', 'R05', 'R07', 'R08', 'R09', 'R10', 'R11', 'R29', 'R51', 'R53'])

export function isCodeForCustomers(returnCode: string): boolean {
  return CODES.has(returnCode)
}

/** The steps as a customer sees them: without those between two states that it sees as one. */
export function stepsForCustomers<Step extends { from: ReceiptStatus | null; to: ReceiptStatus }>(
  steps: readonly Step[],
): Step[] {
  return steps
    .map((step) => ({ ...step, from: step.from && statusForCustomers(step.from), to: statusForCustomers(step.to) }))
    .filter(({ from, to }) => from !== to)
}
