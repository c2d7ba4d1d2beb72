import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { NewMessage } from '../network.ts'
import { networkOf } from '../networks.ts'
import { type Decider, recordDecision } from './decide-message.ts'
import { lockMessage, readCopies } from './decisions.store.ts'
import { findMessage, findSent, insertMessages, type ReadMessage } from './messages.store.ts'
import type { RailMessageRow } from './rail-message.ts'

/** A network that lost a message this often has another trouble. */
const MAX_COPIES = 9

/**
 * Sends a message once more that has left, by the rule of its network on duplicates: flagged as a
 * possible duplicate, or as the same bytes. Nothing is booked: the message that it repeats is.
 */
export async function resendMessage(
  tx: Transaction,
  institution: Institution,
  decider: Decider,
  messageUID: string,
  now: Temporal.Instant,
): Promise<Result<RailMessageRow, Refusal>> {
  const { tenantId } = institution
  const message = await lockMessage(tx, tenantId, messageUID)
  if (!message) return refusal('railMessageNotFound')
  if (message.direction === 'In') return refusal('railMessageNotResendable', 'it came from the network')
  if (message.resends !== null)
    return refusal('railMessageNotResendable', 'it was sent again itself: name the first message')
  const copies = await readCopies(tx, message)
  const open = copies.find(({ status }) => status !== 'HandedOver')
  if (open) return refusal('railMessageNotResendable', `it is ${open.status}`)
  if (copies.length > MAX_COPIES) return refusal('railMessageNotResendable', `it was sent ${copies.length} times`)
  const sent = (await findSent(tx, tenantId, message.rail, message.messageId!))!
  const again = await repeated(tx, institution, sent, now)
  if ('refused' in again) return refusal('railMessageNotResendable', again.refused)
  const [id] = await insertMessages(tx, tenantId, [{ ...again, resends: message.id }], now)
  const resent = (await findMessage(tx, tenantId, id!))!
  await recordDecision(tx, 'rails.messageResent', decider, { after: resent }, now)
  return accept(resent)
}

async function repeated(
  tx: Transaction,
  institution: Institution,
  sent: ReadMessage,
  now: Temporal.Instant,
): Promise<NewMessage | { refused: string }> {
  const { rail, copy, content, uetr, paymentId, receiptId } = sent
  const [messageType, messageId] = [sent.messageType!, sent.messageId!]
  const repeat = networkOf(rail)?.repeat
  if (repeat) return repeat(tx, institution, { ...sent, messageType, messageId }, now)
  return {
    ...{ rail, messageType, messageId, copy: copy + 1, content },
    ...(uetr !== null && { uetr }),
    ...(paymentId !== null && { paymentId }),
    ...(receiptId !== null && { receiptId }),
  }
}
