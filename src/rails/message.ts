import type { Temporal } from 'temporal-polyfill'
import type { ChargeBearer } from './network.ts'

/** One step of a payment on its rail. */
export interface RailMessage {
  at: Temporal.Instant
  rail: string
  /**
   * collected: put into a file. written: committed, and not handed over yet. sent: delivered to the
   * network. received: it came from the network. settled: reported by the network. acknowledged: by
   * the receiver's bank. fileAccepted or fileRejected: by the ACH operator. fileDisputed: the
   * operator says of the file what does not agree with it.
   */
  event:
    | 'collected'
    | 'written'
    | 'sent'
    | 'received'
    | 'settled'
    | 'acknowledged'
    | 'fileAccepted'
    | 'fileRejected'
    | 'fileDisputed'
  /** The network's reference: the trace number of an ACH entry, or the reference of a message. */
  reference: string
  /** ISO 20022: `pacs.008.001.08`. */
  messageType?: string
  /** The message, whose bytes those who may can read. */
  messageUID?: string
  fileName?: string
  /** NACHA batch header 88-94. */
  batchNumber?: number
  /** NACHA batch header 70-75; yyyy-mm-dd. */
  effectiveEntryDate?: string
  /** What a message pays, in decimal text. */
  amount?: string
  currency?: string
  chargeBearer?: ChargeBearer
  /**
   * What the message says besides, by the element below ISO 20022 pacs.008 CdtTrfTxInf, or by the
   * field of the NACHA entry.
   */
  information?: Record<string, string>
  /** The fees that were deducted from the amount, with their currency. */
  charges?: string
}
