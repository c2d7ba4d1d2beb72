import type { Temporal } from 'temporal-polyfill'
import type { ChargeBearer } from './port.ts'

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
  /** What a message pays, in decimal text. */
  amount?: string
  currency?: string
  chargeBearer?: ChargeBearer
  /** The fees that were deducted from the amount, with their currency. */
  charges?: string
}
