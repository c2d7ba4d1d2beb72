/**
 * The kinds of events for webhooks of a customer: those of records that it can read. Events of
 * receipts tell when the institution reviews one, so they are for the institution alone.
 */
const KINDS = [
  'account.',
  'contact.',
  'payment.',
  'paymentRequest.',
  'positivePay.',
  'recurrence.',
  'sentPaymentRequest.',
]

/** Whether webhooks of customers may get events of the type. */
export function isForCustomers(type: string): boolean {
  return KINDS.some((kind) => type.startsWith(kind))
}

/**
 * What the institution writes for itself into an event: why it acted, who did, and by which
 * approval. The reason of a suspension may be one that the customer must not learn.
 */
const OWN_FIELDS = new Set(['reason', 'by', 'userId', 'approval', 'suspendedBy'])

/** The data of an event without what was written for the institution alone. */
export function dataForCustomers(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).filter(([field]) => !OWN_FIELDS.has(field)))
}
