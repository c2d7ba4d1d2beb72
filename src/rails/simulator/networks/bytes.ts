import type { Envelope, EnvelopeName } from '../../iso20022/envelopes.ts'
import type { DocumentOf, Header, MessageType } from '../../iso20022/messages.ts'
import { type Message, readMessage } from '../../iso20022/read-message.ts'
import { writeMessage } from '../../iso20022/write-message.ts'
import type { Refused, Written } from './script.ts'

/** Reads a message by its schema. It must come in the envelope of the network, with its header. */
export function readBytes(
  content: Uint8Array,
  envelope: EnvelopeName,
): { message: Message & { header: Header } } | { refused: Refused } {
  const read = readMessage(content)
  if (!read.ok) {
    const { why, path, header } = read.refusal
    const messageId = header?.content.BizMsgIdr ?? ''
    return { refused: { messageId, code: 'XSD', why: `${path}: ${why}` } }
  }
  const { header } = read.value
  if (read.value.envelope?.name !== envelope || !header)
    return { refused: { messageId: '', code: 'ENV', why: `a message comes in ${envelope}` } }
  return { message: { ...read.value, header } }
}

/** A message before it is bytes. */
export interface Made<Type extends MessageType = MessageType> {
  messageId: string
  messageType: Type
  document: DocumentOf<Type>
  /** The element of the envelope, where a type has several. */
  element?: string
}

export function made<Type extends MessageType>(
  messageType: Type,
  messageId: string,
  document: DocumentOf<Type>,
  element?: string,
): Made {
  return { messageType, messageId, document, ...(element !== undefined && { element }) } as Made
}

/** Writes a message. Throws for one that breaks its schema: that is a fault of the simulator. */
export function writeBytes(
  { messageId, messageType, document, element }: Made,
  header: Header,
  name: EnvelopeName,
): Written {
  const envelope: Envelope = { name, ...(element !== undefined && { element }) }
  const content = writeMessage(messageType, document, { header, envelope })
  if (!content.ok)
    throw new Error(`the simulator cannot write ${messageType}: ${content.refusal.path}: ${content.refusal.why}`)
  return { messageId, messageType, content: content.value }
}
