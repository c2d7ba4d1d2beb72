import { hash } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { insertRows } from '../../db/rows.ts'
import { newId } from '../../kernel/id.ts'
import type { MessageRailName, NewMessage } from '../network.ts'
import { withSignature } from '../signing/signed-text.ts'
import { MESSAGE_COLUMNS, type RailMessageRow } from './rail-message.ts'

/** Bytes are bound to their message, so that they do not open in another row. */
export const sealingOf = (tenantId: bigint, id: string) => `rail_message:${tenantId}:${id}`

/**
 * Stores messages that are to leave, in the transaction of what they belong to. They are handed
 * over in the order in which they were stored. Returns their ids, in the same order.
 */
export async function insertMessages(
  tx: Transaction,
  tenantId: bigint,
  messages: readonly (NewMessage & { resends?: string })[],
  now: Temporal.Instant,
): Promise<string[]> {
  if (messages.length === 0) return []
  const rows = messages.map((message) => outgoingRow(tx, tenantId, message, now))
  const shared = { tenantId, direction: 'Out', status: 'Waiting', createdAt: now }
  await insertRows(tx, 'rail_messages', shared, rows)
  tx.wakeOnCommit()
  return rows.map(({ id }) => id)
}

/**
 * Stores what is replied to messages that are refused. Of two bad messages with one id, the first
 * is answered: a reply to the other would have the id of that answer.
 */
export async function insertRefusals(
  tx: Transaction,
  tenantId: bigint,
  replies: readonly NewMessage[],
  now: Temporal.Instant,
): Promise<void> {
  const rows = replies.map((reply) => outgoingRow(tx, tenantId, reply, now))
  const shared = { tenantId, direction: 'Out', status: 'Waiting', createdAt: now }
  const onConflict = `on conflict (tenant_id, rail, message_id, copy) where direction = 'Out' do nothing`
  await insertRows(tx, 'rail_messages', shared, rows, onConflict)
  if (rows.length > 0) tx.wakeOnCommit()
}

function outgoingRow(
  tx: Transaction,
  tenantId: bigint,
  message: NewMessage & { resends?: string },
  now: Temporal.Instant,
) {
  const id = newId(now)
  const content = Buffer.from(message.content)
  return {
    id,
    rail: message.rail,
    messageType: message.messageType,
    messageId: message.messageId,
    copy: message.copy ?? 0,
    uetr: message.uetr ?? null,
    paymentId: message.paymentId ?? null,
    receiptId: message.receiptId ?? null,
    answersMessageId: message.answersMessageId ?? null,
    resends: message.resends ?? null,
    leavesFrom: message.leavesFrom ?? null,
    leavesBy: message.leavesBy ?? null,
    sha256: hash('sha256', content),
    sizeBytes: content.length,
    sealed: tx.keyring.sealer.seal(content, sealingOf(tenantId, id)),
  }
}

/** A message with its bytes as text: those of an earlier one if it is a double. */
export interface ReadMessage extends RailMessageRow {
  content: string
}

/** The message that we sent, the last copy of it. Undefined if we sent none of the id. */
export async function findSent(
  db: Connection,
  tenantId: bigint,
  rail: MessageRailName,
  messageId: string,
): Promise<ReadMessage | undefined> {
  const row = await db.row<RailMessageRow & { sealed: Buffer }>(
    `select ${MESSAGE_COLUMNS}, sealed from rail_messages
     where tenant_id = $1 and rail = $2 and message_id = $3 and direction = 'Out' order by copy desc limit 1`,
    [tenantId, rail, messageId],
  )
  if (!row) return undefined
  const { sealed, ...message } = row
  return { ...message, content: openContent(db, tenantId, message.id, sealed).toString() }
}

/** The message of this id that came in and was processed. */
export async function findProcessed(
  db: Connection,
  tenantId: bigint,
  rail: MessageRailName,
  messageId: string,
): Promise<RailMessageRow | undefined> {
  return db.row<RailMessageRow>(
    `select ${MESSAGE_COLUMNS} from rail_messages
     where tenant_id = $1 and rail = $2 and message_id = $3 and status = 'Processed'`,
    [tenantId, rail, messageId],
  )
}

/** Those of these messages that came in and were processed: their ids by the network's ids. */
export async function findAllProcessed(
  db: Connection,
  tenantId: bigint,
  rail: MessageRailName,
  messageIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; messageId: string }>(
    `select id, message_id from rail_messages where tenant_id = $1 and rail = $2 and status = 'Processed'
       and message_id = any(array(select unnest($3::text[])))`,
    [tenantId, rail, messageIds],
  )
  return new Map(rows.map(({ id, messageId }) => [messageId, id]))
}

/** The message of this id that came in, also while what it means is being booked and answered. */
export async function findAsked(
  db: Connection,
  tenantId: bigint,
  rail: MessageRailName,
  messageId: string,
): Promise<RailMessageRow | undefined> {
  const processed = await findProcessed(db, tenantId, rail, messageId)
  if (processed) return processed
  return db.row<RailMessageRow>(
    `select ${MESSAGE_COLUMNS} from rail_messages
     where tenant_id = $1 and rail = $2 and message_id = $3 and status = 'Received'`,
    [tenantId, rail, messageId],
  )
}

/** The messages about a payment, in both directions, in their order: the first hundred. */
export async function readMessagesOf(db: Connection, tenantId: bigint, paymentId: string): Promise<RailMessageRow[]> {
  return db.query<RailMessageRow>(
    `select ${MESSAGE_COLUMNS} from rail_messages where tenant_id = $1 and payment_id = $2
     order by created_at, id limit 100`,
    [tenantId, paymentId],
  )
}

export async function findMessage(db: Connection, tenantId: bigint, id: string): Promise<RailMessageRow | undefined> {
  return db.row<RailMessageRow>(`select ${MESSAGE_COLUMNS} from rail_messages where tenant_id = $1 and id = $2`, [
    tenantId,
    id,
  ])
}

/** The bytes of a message, as they were sent or came in. */
export async function readContent(
  db: Connection,
  { tenantId, id, doubleOf }: Pick<RailMessageRow, 'tenantId' | 'id' | 'doubleOf'>,
): Promise<Buffer> {
  const row = await db.row<{ id: string; sealed: Buffer; signature: string | null }>(
    `select id, sealed, signature from rail_messages
     where tenant_id = $1 and id = any (array[$2, $3]::uuid[]) and sealed is not null
     order by id = $2 desc limit 1`,
    [tenantId, id, doubleOf],
  )
  if (!row) throw new Error(`the message ${id} has no content`)
  return signedContent(openContent(db, tenantId, row.id, row.sealed), row.signature)
}

/** The bytes of an outgoing message with its signature, if it is signed. */
export function signedContent(content: Buffer, signature: string | null): Buffer {
  return signature === null ? content : Buffer.from(withSignature(content.toString(), signature))
}

export function openContent(db: Pick<Connection, 'keyring'>, tenantId: bigint, id: string, sealed: Uint8Array): Buffer {
  return db.keyring.sealer.open(sealed, sealingOf(tenantId, id))
}
