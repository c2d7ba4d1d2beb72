import type { Temporal } from 'temporal-polyfill'
import type { MessageRailName } from '../../network.ts'
import type { Habits } from './plan.ts'
import type { Answer, Told } from './told.ts'

/** The institution, as the networks know it. */
export interface Participant {
  name: string
  routingNumber: string
  bic: string | undefined
  /** What the network knows its connection by. */
  endpoint: string
}

/** A message that the network cannot take. */
export interface Refused {
  /** Of the message; empty if it has none that can be read. */
  messageId: string
  code: string
  why: string
}

/**
 * What the network reads: its meaning, and a rule that a payment breaks, for which it is rejected.
 */
export type Heard = { told: Told; objection?: { code: string; why: string } } | { refused: Refused }

/** A message of the network. */
export interface Written {
  messageId: string
  messageType: string
  content: string
}

/** A message of the network, and when it comes in. */
export interface SentMessage extends Written {
  at: Temporal.Instant
}

/**
 * One simulated network, by its messages alone. It reads and writes bytes with checks of its own,
 * and shares only the codec with the institution's side.
 */
export interface Script {
  rail: MessageRailName
  habits: Habits
  /**
   * Seconds for which a credit to the institution waits for an answer; undefined if it is final.
   */
  answerSeconds: number | undefined
  /** The network's day at a moment: its ids and settlements have this date. */
  dayOf(at: Temporal.Instant): Temporal.PlainDate
  read(content: Uint8Array, participant: Participant): Heard
  /** Undefined for what the network has no message for. `number` is unique in the network's day. */
  write(answer: Answer, participant: Participant, stamp: Stamp): Written | undefined
}

/** When a message is sent, and its number in the network's day. */
export interface Stamp {
  at: Temporal.Instant
  day: Temporal.PlainDate
  number: number
}
