import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../../db/client.ts'
import { conditions, readPage, readTotal } from '../../db/where.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import type { Rail } from '../../kernel/rail.ts'
import { MESSAGE_COLUMNS, type MessageDirection, type MessageStatus, type RailMessageRow } from './rail-message.ts'

export interface MessageFilter {
  rail?: Rail | undefined
  direction?: MessageDirection | undefined
  status?: MessageStatus | undefined
  messageType?: string | undefined
  messageId?: string | undefined
  uetr?: string | undefined
  paymentId?: string | undefined
  receiptId?: string | undefined
  /** From this moment on. */
  from?: Temporal.Instant | undefined
  /** Before this moment. */
  before?: Temporal.Instant | undefined
}

/** The newest first. */
export async function searchMessages(
  db: Connection,
  tenantId: bigint,
  { from, before, ...equal }: MessageFilter,
  page: PageRequest,
): Promise<PageOf<RailMessageRow>> {
  const where = conditions(tenantId)
  where.equals('rail', equal.rail)
  where.equals('direction', equal.direction)
  where.equals('status', equal.status)
  where.equals('message_type', equal.messageType)
  where.equals('message_id', equal.messageId)
  where.equals('uetr', equal.uetr)
  where.equals('payment_id', equal.paymentId)
  where.equals('receipt_id', equal.receiptId)
  if (from) where.and(`created_at >= ${where.bind(from.toString())}`)
  if (before) where.and(`created_at < ${where.bind(before.toString())}`)
  const matching = `from rail_messages where tenant_id = $1 ${where}`
  const rows = await readPage<RailMessageRow>(
    db,
    where,
    page,
    (bounds) => `select ${MESSAGE_COLUMNS} ${matching} order by created_at desc, id desc ${bounds}`,
  )
  return { rows, total: await readTotal(db, where, `select count(*) as total ${matching}`) }
}
