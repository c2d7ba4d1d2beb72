import type { Connection, Transaction } from '../../db/client.ts'
import type { HandoverDecision } from '../handover/handovers.store.ts'
import { MESSAGE_COLUMNS, type RailMessageRow } from './rail-message.ts'

/** Locks a message, so that one person decides about it at a time. */
export async function lockMessage(tx: Transaction, tenantId: bigint, id: string): Promise<RailMessageRow | undefined> {
  return tx.row<RailMessageRow>(
    `select ${MESSAGE_COLUMNS} from rail_messages where tenant_id = $1 and id = $2 for no key update`,
    [tenantId, id],
  )
}

/** A worker carries the decision out. The caller has locked the message, which is in doubt. */
export async function noteMessageDecision(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  decision: HandoverDecision,
): Promise<RailMessageRow> {
  tx.wakeOnCommit()
  const row = await tx.row<RailMessageRow>(
    `update rail_messages set status = 'Waiting', doubt = null, decision = $3, attempts = 0, next_attempt_at = null
     where tenant_id = $1 and id = $2 returning ${MESSAGE_COLUMNS}`,
    [tenantId, id, decision],
  )
  return row!
}

/** The message is read once more. The caller has locked it, in quarantine and with its bytes. */
export async function markReleased(tx: Transaction, tenantId: bigint, id: string): Promise<RailMessageRow> {
  tx.wakeOnCommit()
  const row = await tx.row<RailMessageRow>(
    `update rail_messages set status = 'Received', refusal = null, ended_at = null, attempts = 0, next_attempt_at = null
     where tenant_id = $1 and id = $2 returning ${MESSAGE_COLUMNS}`,
    [tenantId, id],
  )
  return row!
}

/** The message means nothing. The caller has locked it, in quarantine. */
export async function markDismissed(tx: Transaction, tenantId: bigint, id: string): Promise<RailMessageRow> {
  const row = await tx.row<RailMessageRow>(
    `update rail_messages set status = 'Dismissed' where tenant_id = $1 and id = $2 returning ${MESSAGE_COLUMNS}`,
    [tenantId, id],
  )
  return row!
}

/** All copies of a message that we sent, the first one first; at most a hundred. */
export async function readCopies(
  db: Connection,
  { tenantId, rail, messageId }: Pick<RailMessageRow, 'tenantId' | 'rail' | 'messageId'>,
): Promise<RailMessageRow[]> {
  return db.query<RailMessageRow>(
    `select ${MESSAGE_COLUMNS} from rail_messages
     where tenant_id = $1 and rail = $2 and message_id = $3 and direction = 'Out' order by copy limit 100`,
    [tenantId, rail, messageId],
  )
}

/** The messages that sent a message again, the oldest first. */
export async function readResends(
  db: Connection,
  tenantId: bigint,
  id: string,
): Promise<Pick<RailMessageRow, 'id' | 'messageId' | 'status'>[]> {
  return db.query(
    `select id, message_id, status from rail_messages where tenant_id = $1 and resends = $2
     order by created_at, id limit 100`,
    [tenantId, id],
  )
}
