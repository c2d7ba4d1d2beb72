import type { Connection } from '../../../db/client.ts'
import type { MessageType } from '../messages.ts'

/** The id of the first message of a type with this UETR that came in and was read. */
export async function findIdByUetr(
  db: Connection,
  tenantId: bigint,
  { uetr, messageType }: { uetr: string; messageType: MessageType },
): Promise<string | undefined> {
  const row = await db.row<{ messageId: string }>(
    `select message_id from rail_messages
     where tenant_id = $1 and uetr = $2 and rail = 'SWIFT' and status = 'Processed' and message_type = $3
     order by created_at, id limit 1`,
    [tenantId, uetr, messageType],
  )
  return row?.messageId
}
