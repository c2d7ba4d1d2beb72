import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../../db/client.ts'
import { insertRows } from '../../../db/rows.ts'
import { INSTITUTION_TIME } from '../../../institution/institution.ts'
import { newId } from '../../../kernel/id.ts'
import { words } from '../../../kernel/words.ts'
import type { MessageRailName } from '../../network.ts'

/** The two ends of the wire between a sandbox and its simulated networks. */
export const WIRE_ENDS = words('WireEnd', ['Institution', 'Network'])
export type WireEnd = (typeof WIRE_ENDS)[number]

/** A message on the wire. */
export interface SimulatedMessage {
  id: string
  rail: MessageRailName
  content: Buffer
  /** When it arrives. */
  dueAt: Temporal.Instant
}

const sealingOf = (tenantId: bigint, id: string) => `simulated_message:${tenantId}:${id}`

/** Puts messages on the wire. One of an id that was sent before is the same one. */
export async function sendSimulated(
  tx: Transaction,
  tenantId: bigint,
  {
    sentBy,
    messages,
  }: {
    sentBy: WireEnd
    messages: readonly { id?: string; rail: MessageRailName; content: Uint8Array | string; dueAt: Temporal.Instant }[]
  },
  now: Temporal.Instant,
): Promise<void> {
  const rows = messages.map(({ id = newId(now), rail, content, dueAt }) => ({
    ...{ id, rail, dueAt },
    sealed: tx.keyring.sealer.seal(content, sealingOf(tenantId, id)),
  }))
  const shared = { tenantId, sentBy, createdAt: now }
  if (rows.length > 0) tx.wakeOnCommit()
  await insertRows(tx, 'simulated_messages', shared, rows, 'on conflict (tenant_id, id) do nothing')
}

/** Locks the oldest messages that one end sent, and the other has not taken although due. */
export async function claimSimulated(
  tx: Transaction,
  tenantId: bigint,
  { sentBy, rail, limit }: { sentBy: WireEnd; rail: MessageRailName; limit: number },
  now: Temporal.Instant,
): Promise<SimulatedMessage[]> {
  const rows = await tx.query<Omit<SimulatedMessage, 'content'> & { sealed: Buffer }>(
    `select id, rail, due_at, sealed from simulated_messages
     where tenant_id = $1 and sent_by = $2 and rail = $3 and taken_at is null and due_at <= $4
     order by due_at, id limit $5 for no key update skip locked`,
    [tenantId, sentBy, rail, now.toString(), limit],
  )
  return rows.map(({ sealed, ...message }) => ({
    ...message,
    content: tx.keyring.sealer.open(sealed, sealingOf(tenantId, message.id)),
  }))
}

/** Which of these messages have been put on the wire. */
export async function findOnWire(tx: Transaction, tenantId: bigint, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.query<{ id: string }>(
    'select id from simulated_messages where tenant_id = $1 and id = any ($2::uuid[])',
    [tenantId, ids],
  )
  return new Set(rows.map(({ id }) => id))
}

export async function markTaken(
  tx: Transaction,
  tenantId: bigint,
  ids: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update simulated_messages set taken_at = $3 where tenant_id = $1 and id = any ($2::uuid[]) and taken_at is null`,
    [tenantId, ids, now.toString()],
  )
}

/** Institutions with a message that one end sent and the other can take. `now` is the machine's. */
export async function tenantsWithSimulated(
  db: Connection,
  { sentBy, rail }: { sentBy: WireEnd; rail: MessageRailName },
  now: Temporal.Instant,
): Promise<bigint[]> {
  const rows = await db.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where exists (select from simulated_messages
       where tenant_id = i.tenant_id and sent_by = $2 and rail = $3 and taken_at is null
         and due_at <= ${INSTITUTION_TIME})`,
    [now.toString(), sentBy, rail],
  )
  return rows.map(({ tenantId }) => tenantId)
}

/** When the next message that one end sent is due; undefined if none waits. */
export async function nextSimulated(
  db: Connection,
  tenantId: bigint,
  { sentBy, rail }: { sentBy: WireEnd; rail: MessageRailName },
): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ at: Temporal.Instant | null }>(
    `select min(due_at) as at from simulated_messages
     where tenant_id = $1 and sent_by = $2 and rail = $3 and taken_at is null`,
    [tenantId, sentBy, rail],
  )
  return row?.at ?? undefined
}
