import type { Temporal } from 'temporal-polyfill'

/** One step of a payment on its rail. */
export interface RailMessage {
  at: Temporal.Instant
  rail: string
  /**
   * collected: put into a file. sent: delivered to the network. settled: reported by the network.
   */
  event: 'collected' | 'sent' | 'settled'
  /** The network's reference: the trace number of an ACH entry, or the reference of a message. */
  reference: string
  fileName?: string
  /** NACHA batch header 70-75; yyyy-mm-dd. */
  effectiveEntryDate?: string
}
