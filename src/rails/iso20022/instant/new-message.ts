import type { NewMessage } from '../../network.ts'
import type { DocumentOf, MessageType } from '../messages.ts'
import type { InstantDialect, Wrapping } from './dialect.ts'

/**
 * A message whose content we made from what was checked before: that it cannot be written is a
 * fault of the program, and stops the transaction.
 */
export function newMessage<Type extends MessageType>(
  dialect: InstantDialect,
  type: Type,
  document: DocumentOf<Type>,
  wrapping: Wrapping,
  more: Partial<Pick<NewMessage, 'uetr' | 'paymentId' | 'receiptId' | 'answersMessageId' | 'leavesBy' | 'copy'>> = {},
): NewMessage {
  const written = dialect.wrap(type, document, wrapping)
  if (!written.ok) throw new Error(`${type} for ${dialect.rail}: ${written.refusal.path}: ${written.refusal.why}`)
  return { rail: dialect.rail, messageType: type, messageId: wrapping.messageId, content: written.value, ...more }
}

/** What of an exchange a message about it is filed under. */
export function aboutOf(exchange: {
  uetr: string | null
  paymentId: string | null
  receiptId: string | null
}): Pick<NewMessage, 'uetr' | 'paymentId' | 'receiptId'> {
  const { uetr, paymentId, receiptId } = exchange
  return {
    ...(uetr !== null && { uetr }),
    ...(paymentId !== null && { paymentId }),
    ...(receiptId !== null && { receiptId }),
  }
}
