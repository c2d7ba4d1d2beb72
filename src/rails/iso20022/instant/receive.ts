import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import type { Evidence, IncomingMessage, NewMessage, Received, Unreadable } from '../../network.ts'
import { bankOf } from '../header.ts'
import type { Header } from '../messages.ts'
import { type Message, readMessage } from '../read-message.ts'
import type { InstantDialect } from './dialect.ts'
import type { Outcome } from './outcome.ts'
import { refuseBankTransfer } from './receive-bank-transfer.ts'
import { receiveReject } from './receive-reject.ts'
import {
  receivePaymentRequest,
  receivePaymentRequestAnswer,
  receiveQuestion,
  receiveRequestAnswer,
  receiveReturnRequest,
  receiveWithdrawal,
} from './receive-requests.ts'
import { receiveReturn } from './receive-return.ts'
import { receiveStatus, receiveStatusRequest } from './receive-status.ts'
import { receiveTransfer } from './receive-transfer.ts'
import { informed, momentOf, type Receiving, type Refused } from './receiving.ts'

/**
 * Reads a message of an instant network and says what it means. What cannot be read, or breaks a
 * rule, is answered as the network's rules say.
 */
export async function receive(
  dialect: InstantDialect,
  tx: Transaction,
  institution: Institution,
  incoming: IncomingMessage,
  now: Temporal.Instant,
): Promise<Received | Unreadable> {
  const read = readMessage(incoming.content)
  const making = { institution, now }
  if (!read.ok) {
    const { path, why, type, header } = read.refusal
    const messageId = header?.content.BizMsgIdr
    return { path, why, replies: dialect.refuseUnreadable({ messageId, type, path, why }, making) }
  }
  const message = read.value
  const { header, envelope, type } = message
  if (!header || envelope?.name !== dialect.envelope)
    return { path: '/', why: `a message of ${dialect.rail} comes in its envelope`, replies: [] }
  const strange = brokenHeader(dialect, header, { type, institution })
  if (strange) {
    const refused = { messageId: header.content.BizMsgIdr, type, ...strange }
    return { ...strange, replies: dialect.refuseUnreadable(refused, making) }
  }
  const messageId = idOf(message) ?? header.content.BizMsgIdr
  const evidence: Evidence = { network: dialect.rail, messageId, messageType: type }
  const sentAt = momentOf(header.content.CreDt)
  const receiving = { dialect, tx, institution, message, incoming, messageId, sentAt, evidence, now }
  const meant = await dispatch(receiving)
  if ('refused' in meant) return { ...meant.refused, replies: meant.replies }
  const { uetr, paymentId, ...rest } = meant
  return { messageType: type, messageId, ...rest, ...(uetr && { uetr }), ...(paymentId && { paymentId }) }
}

/** Every message comes from the service, and those between banks are for us. */
function brokenHeader(
  dialect: InstantDialect,
  { content: { Fr, To } }: Header,
  { type, institution: { routingNumber } }: { type: string; institution: Institution },
): { path: string; why: string } | undefined {
  const [from, to] = [bankOf(Fr).memberId, bankOf(To).memberId]
  if (from !== dialect.service) return { path: 'AppHdr/Fr', why: `the message is from ${from ?? 'nobody'}` }
  if (!isBetweenBanks(type) || to?.startsWith(routingNumber)) return undefined
  return { path: 'AppHdr/To', why: `the message is for ${to ?? 'nobody'}, not for us (${routingNumber})` }
}

/** The reject of a message whose signature is missing or wrong, by the id that it claims. */
export function refuseSignature(
  dialect: InstantDialect,
  { content }: IncomingMessage,
  why: string,
  making: { institution: Institution; now: Temporal.Instant },
): NewMessage[] {
  const read = readMessage(content)
  const { type, header } = read.ok ? read.value : read.refusal
  return dialect.refuseUnreadable({ messageId: header?.content.BizMsgIdr, type, path: SIGNATURE, why }, making)
}

const SIGNATURE = '/AppHdr/Sgntr'

async function dispatch(receiving: Receiving): Promise<Outcome | Refused> {
  const { message, dialect, tx, institution, incoming, now } = receiving
  switch (message.type) {
    case 'pacs.008.001.08':
      return receiveTransfer({ ...receiving, message })
    case 'pacs.002.001.10':
      return receiveStatus({ ...receiving, message })
    case 'pacs.004.001.10':
      return receiveReturn({ ...receiving, message })
    case 'pacs.028.001.03':
      return receiveStatusRequest({ ...receiving, message })
    case 'camt.056.001.08':
      return receiveReturnRequest({ ...receiving, message })
    case 'camt.029.001.09':
      return receiveRequestAnswer({ ...receiving, message })
    case 'pain.013.001.07':
      return receivePaymentRequest({ ...receiving, message })
    case 'pain.014.001.07':
      return receivePaymentRequestAnswer({ ...receiving, message })
    case 'admi.002.001.01':
      return receiveReject({ ...receiving, message })
    case 'pacs.009.001.08':
      return refuseBankTransfer({ ...receiving, message })
    case 'camt.026.001.07':
      return receiveQuestion({ ...receiving, message })
    case 'camt.055.001.09':
      return receiveWithdrawal({ ...receiving, message })
  }
  const administered = await dialect.administer(tx, message, incoming, { institution, now })
  return administered ?? informed(receiving)
}

/** Broadcasts may name anybody. */
const isBetweenBanks = (type: string) => /^(?:pacs|camt|pain)\./.test(type)

/** The id by which the network names the message: MsgId, or that of its case assignment. */
function idOf(message: Message): string | undefined {
  const [content] = Object.values(message.document) as [
    { GrpHdr?: { MsgId?: string }; Assgnmt?: { Id?: string }; MsgId?: string | { MsgId?: string } },
  ]
  const own = typeof content.MsgId === 'string' ? content.MsgId : content.MsgId?.MsgId
  return content.GrpHdr?.MsgId ?? content.Assgnmt?.Id ?? own
}
