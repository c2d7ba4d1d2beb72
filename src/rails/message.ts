import type { Temporal } from 'temporal-polyfill'

/** One thing that happened to a payment on its rail. */
export interface RailMessage {
  at: Temporal.Instant
  rail: string
  /** collected: put into a file. sent: handed to the network. settled: the network says so. */
  event: 'collected' | 'sent' | 'settled'
  /** What the network knows the payment by: the trace number of an ACH entry, the reference of a message. */
  reference: string
  fileName?: string
  /** Nacha batch header 70-75; yyyy-mm-dd. */
  effectiveEntryDate?: string
}
