import type { Transaction } from '../../db/client.ts'
import type { MessageRefusal } from '../messages/rail-message.ts'
import type { MessageRailName } from '../network.ts'

/** A message on its way out, as a link carries it. */
export interface Parcel {
  /** Names the message for good: a link that recognises parcels carries each id once. */
  id: string
  rail: MessageRailName
  messageType: string
  messageId: string
  /** The payment that it is about, for the evidence; it names no person and no account. */
  paymentId: string | null
  content: Uint8Array
  /** The fencing token of this claim. */
  token: number
  /** Tokens of earlier claims whose holders did not say how they ended: they may be at work. */
  openTokens: readonly number[]
  /** Whether a person decided that it leaves although it may have left by claims that are over. */
  isRepeated: boolean
  /** False if it is too late: the link only finds out whether it has left. */
  mayLeave: boolean
}

/**
 * What became of a parcel. `stayed`: it has certainly not left. `refused`: neither, and the other
 * side does not want it. `unknown`: nobody can tell whether it left.
 */
export type ParcelOutcome =
  | { kind: 'left'; evidence: string }
  | { kind: 'stayed'; why: string }
  | { kind: 'refused'; why: string }
  | { kind: 'unknown'; doubt: string }

/** Bytes that came in, or the size of those that were too many to be read. */
export interface Delivery {
  /** What the link knows it by, for the logs. */
  name: string
  content: Uint8Array | undefined
  sizeBytes: number
  /** Why it must not be read, such as a signature that is wrong. */
  refusal?: MessageRefusal
}

/**
 * The way of the messages of one institution and rail to its network and back. It carries bytes and
 * reads none of them. Every call ends after a bounded time.
 */
export interface Link {
  /** Whether it finds out by itself if a parcel has left by an earlier claim. */
  recognisesParcels: boolean
  /** The most parcels that it takes at once. */
  batchSize: number
  /** Carries parcels, in their order, and says what became of each. Throws if none has left. */
  handOver(parcels: readonly Parcel[], isLeased: () => boolean): Promise<readonly ParcelOutcome[]>
  /** What left since then (RFC 3339), for a link that keeps evidence of it. */
  left?(since: string): Promise<readonly { id: string; name: string; at: string }[]>
  /**
   * Takes what has come in, up to `limit`, in the order in which it came. `keep` commits it, or
   * stores it in the transaction of a link that has one; only then is the other side told that it
   * arrived. What is not kept comes again. Returns how many.
   */
  take(limit: number, keep: (deliveries: readonly Delivery[], tx?: Transaction) => Promise<void>): Promise<number>
}
