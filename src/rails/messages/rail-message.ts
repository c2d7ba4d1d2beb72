import type { Temporal } from 'temporal-polyfill'
import { words } from '../../kernel/words.ts'
import type { MessageRailName } from '../network.ts'

/** Out: to the network. In: from it. */
export const MESSAGE_DIRECTIONS = words('MessageDirection', ['Out', 'In'])
export type MessageDirection = (typeof MESSAGE_DIRECTIONS)[number]

/**
 * Out: Waiting, Claimed by a worker, HandedOver, InDoubt (nobody can tell whether it left), or
 * Expired (it could not leave in time, and leaves no more). In: Received, Processed, Double (it
 * came before), Quarantined (it cannot be read, and a person decides), or Dismissed by a person.
 */
export const MESSAGE_STATUSES = words('RailMessageStatus', [
  ...(['Waiting', 'Claimed', 'HandedOver', 'InDoubt', 'Expired'] as const),
  ...(['Received', 'Processed', 'Double', 'Quarantined', 'Dismissed'] as const),
])
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/** Why a message cannot be read, in words, and where. */
export interface MessageRefusal {
  why: string
  /** The path of the element in the message; null if it is wrong as a whole. */
  path: string | null
}

/** A message of either direction, without its bytes. */
export interface RailMessageRow {
  tenantId: bigint
  id: string
  rail: MessageRailName
  direction: MessageDirection
  status: MessageStatus
  /** Null for an incoming message that was not read. So is the next. */
  messageType: string | null
  messageId: string | null
  copy: number
  uetr: string | null
  paymentId: string | null
  receiptId: string | null
  answersMessageId: string | null
  /** The earlier message with the same bytes or id. */
  doubleOf: string | null
  /** The message that a person had sent again. */
  resends: string | null
  /** SHA-256 in hexadecimal; null for a message that was too large to be read. */
  sha256: string | null
  sizeBytes: number
  leavesBy: Temporal.Instant | null
  doubt: string | null
  refusal: MessageRefusal | null
  createdAt: Temporal.Instant
  /** When it left, by the clock of the database. */
  leftAt: Temporal.Instant | null
  endedAt: Temporal.Instant | null
}

/** The columns of `RailMessageRow`. */
export const MESSAGE_COLUMNS =
  'tenant_id, id, rail, direction, status, message_type, message_id, copy, uetr, payment_id, receipt_id, ' +
  'answers_message_id, double_of, resends, sha256, size_bytes, leaves_by, doubt, refusal, created_at, left_at, ended_at'
