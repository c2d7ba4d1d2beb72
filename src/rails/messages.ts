import type { Transaction } from '../db/client.ts'
import { readAchMessages } from './ach/ach.store.ts'
import { readAcknowledgements } from './ach/acknowledgements.store.ts'
import { readFileAcknowledgements } from './ach/file-acknowledgements.store.ts'
import type { RailMessage } from './message.ts'
import { readMessagesOf } from './messages/messages.store.ts'
import type { RailMessageRow } from './messages/rail-message.ts'
import { readEarlierMessages } from './simulator/earlier-messages.store.ts'

/** The messages of a payment on any rail. There are only a few. */
export async function readRailMessages(tx: Transaction, tenantId: bigint, paymentId: string): Promise<RailMessage[]> {
  return [
    ...(await readAchMessages(tx, tenantId, paymentId)),
    ...(await readAcknowledgements(tx, tenantId, paymentId)),
    ...(await readFileAcknowledgements(tx, tenantId, paymentId)),
    ...(await readEarlierMessages(tx, tenantId, paymentId)),
    ...(await readMessagesOf(tx, tenantId, paymentId)).map(stepOf),
  ]
}

/** An outgoing message is shown as it is written, and as sent once it was handed over. */
function stepOf({
  id,
  rail,
  direction,
  status,
  messageType,
  messageId,
  createdAt,
  endedAt,
}: RailMessageRow): RailMessage {
  const isSent = direction === 'Out' && status === 'HandedOver'
  return {
    at: isSent ? (endedAt ?? createdAt) : createdAt,
    ...{ rail, event: direction === 'In' ? 'received' : isSent ? 'sent' : 'written' },
    ...{ reference: messageId ?? '', messageUID: id },
    ...(messageType !== null && { messageType }),
  }
}
