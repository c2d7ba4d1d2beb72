import { hash } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { insertRows } from '../../db/rows.ts'
import { newId } from '../../kernel/id.ts'
import { waitAfter } from '../incoming/import-attempts.ts'
import type { MessageRailName, Received } from '../network.ts'
import { openContent, sealingOf } from './messages.store.ts'
import { MESSAGE_COLUMNS, type MessageRefusal, type RailMessageRow } from './rail-message.ts'

/** The most bytes of a message. No message of the networks is nearly as long. */
export const MAX_MESSAGE_BYTES = 1024 * 1024

/** Bytes that came in, and why they are not read if so: such as a signature that is wrong. */
export interface Arrived {
  content: Uint8Array
  refusal?: MessageRefusal
}

/**
 * Keeps bytes that came in, in their order, before anybody is told that they arrived. The same
 * bytes of a rail are kept once: what comes again refers to the first. Returns the ids.
 */
export async function keepReceived(
  tx: Transaction,
  tenantId: bigint,
  { rail, arrived }: { rail: MessageRailName; arrived: readonly Arrived[] },
  now: Temporal.Instant,
): Promise<string[]> {
  if (arrived.length === 0) return []
  tx.wakeOnCommit()
  const rows = arrived.map((one) => receivedRow(tx, tenantId, one, now))
  const shared = { tenantId, rail, direction: 'In', createdAt: now }
  const firsts = new Map<string, (typeof rows)[number]>()
  for (const row of rows) if (!firsts.has(row.sha256)) firsts.set(row.sha256, row)
  const onConflict = `on conflict (tenant_id, rail, sha256) where direction = 'In' and double_of is null do nothing`
  await insertRows(tx, 'rail_messages', shared, [...firsts.values()], onConflict)
  const kept = await readFirsts(tx, tenantId, rail, [...firsts.keys()])
  const doubles = rows.flatMap((row) => {
    const first = kept.get(row.sha256)!
    return first === row.id ? [] : [{ ...row, sealed: null, doubleOf: first }]
  })
  await insertRows(tx, 'rail_messages', shared, doubles)
  return rows.map(({ id }) => id)
}

function receivedRow(tx: Transaction, tenantId: bigint, { content, refusal }: Arrived, now: Temporal.Instant) {
  const id = newId(now)
  return {
    id,
    status: refusal ? 'Quarantined' : 'Received',
    endedAt: refusal ? now : null,
    refusal: refusal ?? null,
    sha256: hash('sha256', content),
    sizeBytes: content.length,
    sealed: tx.keyring.sealer.seal(content, sealingOf(tenantId, id)),
  }
}

/** A message that is too large to be read: only that it came is known. Returns its id. */
export async function keepUnread(
  tx: Transaction,
  tenantId: bigint,
  { rail, sizeBytes, refusal }: { rail: MessageRailName; sizeBytes: number; refusal: MessageRefusal },
  now: Temporal.Instant,
): Promise<string> {
  const id = newId(now)
  const row = { ...{ id, sizeBytes, refusal }, sha256: null, sealed: null, endedAt: now }
  await insertRows(tx, 'rail_messages', { tenantId, rail, direction: 'In', status: 'Quarantined', createdAt: now }, [
    row,
  ])
  return id
}

/** The first message with each of these bytes, by their hash. */
async function readFirsts(
  tx: Transaction,
  tenantId: bigint,
  rail: MessageRailName,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; sha256: string }>(
    `select id, sha256 from rail_messages where tenant_id = $1 and rail = $2 and sha256 = any ($3)
       and direction = 'In' and double_of is null`,
    [tenantId, rail, hashes],
  )
  return new Map(rows.map(({ id, sha256 }) => [sha256, id]))
}

/** A message that came in and was not read yet, with its bytes. */
export interface ReceivedMessage extends RailMessageRow {
  content: Buffer
  /** How often its booking failed. */
  attempts: number
}

/** Not read yet, and not waiting after a failure. */
const unread = `status = 'Received' and (next_attempt_at is null or next_attempt_at <= clock_timestamp())`

/** Locks the oldest messages of a rail that were not read yet, and are not being read by others. */
export async function claimReceived(
  tx: Transaction,
  tenantId: bigint,
  rail: MessageRailName,
  limit: number,
): Promise<ReceivedMessage[]> {
  const rows = await tx.query<Omit<ReceivedMessage, 'content'> & { sealed: Buffer | null; firstSealed: Buffer | null }>(
    `with next as materialized (
       select id from rail_messages where tenant_id = $1 and rail = $2 and ${unread}
       order by created_at, id limit $3 for no key update skip locked)
     select ${MESSAGE_COLUMNS.replaceAll(/(\w+)/g, 'm.$1')}, m.attempts, m.sealed, f.sealed as first_sealed
     from next join rail_messages m on m.tenant_id = $1 and m.id = next.id
       left join rail_messages f on f.tenant_id = $1 and f.id = m.double_of
     order by m.created_at, m.id`,
    [tenantId, rail, limit],
  )
  return rows.map(({ sealed, firstSealed, ...message }) => {
    const holder = sealed ? message.id : message.doubleOf!
    return { ...message, content: openContent(tx, tenantId, holder, (sealed ?? firstSealed)!) }
  })
}

/** Institutions with a message that was not read yet. */
export async function tenantsWithReceived(db: Connection): Promise<bigint[]> {
  const rows = await db.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where exists (select from rail_messages
       where tenant_id = i.tenant_id and ${unread})`,
  )
  return rows.map(({ tenantId }) => tenantId)
}

/** The rails of an institution with messages that were not read yet. */
export async function railsWithReceived(db: Connection, tenantId: bigint): Promise<MessageRailName[]> {
  const rows = await db.query<{ rail: MessageRailName }>(
    `select distinct rail from rail_messages where tenant_id = $1 and ${unread}`,
    [tenantId],
  )
  return rows.map(({ rail }) => rail)
}

export async function hasReceived(db: Connection, tenantId: bigint): Promise<boolean> {
  const row = await db.row(`select from rail_messages where tenant_id = $1 and status = 'Received' limit 1`, [tenantId])
  return row !== undefined
}

/** What a message was, once it is read. */
export type ReadAs = Pick<Received, 'messageType' | 'messageId' | 'uetr' | 'paymentId'> & { receiptId?: string }

/** Messages were read, and what they mean is booked in the same transaction. */
export async function markAllProcessed(
  tx: Transaction,
  tenantId: bigint,
  ended: readonly { id: string; read: ReadAs }[],
  now: Temporal.Instant,
): Promise<void> {
  if (ended.length === 0) return
  const column = (of: (read: ReadAs) => string | undefined) => ended.map(({ read }) => of(read) ?? null)
  await tx.query(
    `update rail_messages m set status = 'Processed', message_type = e.message_type, message_id = e.message_id,
       uetr = e.uetr, payment_id = e.payment_id, receipt_id = e.receipt_id, ended_at = $8
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::uuid[])
       as e (id, message_type, message_id, uetr, payment_id, receipt_id)
     where m.tenant_id = $1 and m.id = e.id`,
    [
      ...[tenantId, ended.map(({ id }) => id), column(({ messageType }) => messageType)],
      ...[column(({ messageId }) => messageId), column(({ uetr }) => uetr), column(({ paymentId }) => paymentId)],
      ...[column(({ receiptId }) => receiptId), now.toString()],
    ],
  )
}

/** Notes what messages are before what they mean is booked, so that they can be answered by it. */
export async function noteRead(
  tx: Transaction,
  tenantId: bigint,
  read: readonly { id: string; messageType: string; messageId: string }[],
): Promise<void> {
  if (read.length === 0) return
  await tx.query(
    `update rail_messages m set message_type = r.message_type, message_id = r.message_id
     from unnest($2::uuid[], $3::text[], $4::text[]) r (id, message_type, message_id)
     where m.tenant_id = $1 and m.id = r.id`,
    [
      tenantId,
      read.map(({ id }) => id),
      read.map(({ messageType }) => messageType),
      read.map(({ messageId }) => messageId),
    ],
  )
}

/** The message came before: it is kept, and means nothing new. */
export function markDouble(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  { read, doubleOf }: { read: ReadAs | undefined; doubleOf: string },
  now: Temporal.Instant,
): Promise<void> {
  return end(tx, tenantId, id, { status: 'Double', read, doubleOf }, now)
}

/**
 * The booking of a message failed. It is tried again after a wait; after the last attempt it goes
 * to quarantine. Returns the refusal then.
 */
export async function failReceived(
  tx: Transaction,
  { tenantId, id, attempts }: Pick<ReceivedMessage, 'tenantId' | 'id' | 'attempts'>,
  now: Temporal.Instant,
): Promise<MessageRefusal | undefined> {
  const seconds = waitAfter(attempts + 1)
  if (seconds === undefined) {
    const why = `it could not be booked ${attempts + 1} times: the logs of the workers say why`
    await markQuarantined(tx, tenantId, id, { why, path: null }, now)
    return { why, path: null }
  }
  await tx.query(
    `update rail_messages set attempts = attempts + 1, next_attempt_at = clock_timestamp() + $3 * interval '1 second'
     where tenant_id = $1 and id = $2 and status = 'Received'`,
    [tenantId, id, seconds],
  )
  return undefined
}

/** The message cannot be read. It is kept whole, and stops no other. */
export function markQuarantined(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  refusal: MessageRefusal,
  now: Temporal.Instant,
): Promise<void> {
  return end(tx, tenantId, id, { status: 'Quarantined', refusal }, now)
}

async function end(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  {
    status,
    read,
    doubleOf,
    refusal,
  }: { status: string; read?: ReadAs | undefined; doubleOf?: string; refusal?: MessageRefusal },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update rail_messages set status = $3, message_type = $4, message_id = $5, uetr = $6, payment_id = $7,
       receipt_id = $8, double_of = coalesce(double_of, $9), refusal = $10, ended_at = $11
     where tenant_id = $1 and id = $2`,
    [
      ...[tenantId, id, status, read?.messageType ?? null, read?.messageId ?? null, read?.uetr ?? null],
      ...[read?.paymentId ?? null, read?.receiptId ?? null, doubleOf ?? null],
      ...[refusal ? JSON.stringify(refusal) : null, now.toString()],
    ],
  )
}
