import { isDeepStrictEqual } from 'node:util'
import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../../db/client.ts'
import type { Institution } from '../../../../institution/institution.ts'
import type { IncomingMessage, NewMessage, Received, Unreadable } from '../../../network.ts'
import { whyNotSettledOn, whyNotWrittenAt } from '../../common/credible-times.ts'
import type { HeaderOf, MessageType } from '../../messages.ts'
import { type Message, readMessage } from '../../read-message.ts'
import { endpointOfOmad } from '../accountability.ts'
import { type Asker, askFedwire } from '../ask-fedwire.ts'
import { cycleDayAt } from '../cycle.ts'
import { noteAnswerOfType } from '../exchanges.store.ts'
import { originalOf, receivedMessage } from '../original.ts'
import { type Participant, participantOf } from '../participant.ts'
import { messageReject } from '../requests.ts'
import { brokenRule } from '../usage-rules.ts'
import { FEDWIRE } from '../wrap.ts'
import { readBankTransfer, readCustomerTransfer, readReturn } from './credit.ts'
import { readPaymentStatus } from './payment-status.ts'
import { informed, type Reading, type Understood } from './reading.ts'
import { readReport } from './reports.ts'
import {
  readDrawdownAnswer,
  readDrawdownRequest,
  readInvestigation,
  readInvestigationAnswer,
  readReturnAnswer,
  readReturnRequest,
  readStatusRequest,
} from './requests.ts'
import { readAcknowledgement, readBroadcast, readReject, readSystemResponse } from './system.ts'

type Readers = { [Type in MessageType]?: (reading: Reading<Type>) => Understood | Promise<Understood> }

const READERS: Readers = {
  'pacs.002.001.10': readPaymentStatus,
  'pacs.008.001.08': readCustomerTransfer,
  'pacs.009.001.08': readBankTransfer,
  'pacs.004.001.10': readReturn,
  'pacs.028.001.03': readStatusRequest,
  'camt.056.001.08': readReturnRequest,
  'camt.029.001.09': readReturnAnswer,
  'camt.052.001.08': readReport,
  'camt.110.001.01': readInvestigation,
  'camt.111.001.01': readInvestigationAnswer,
  'pain.013.001.07': readDrawdownRequest,
  'pain.014.001.07': readDrawdownAnswer,
  'admi.002.001.01': readReject,
  'admi.004.001.02': readBroadcast,
  'admi.007.001.01': readAcknowledgement,
  'admi.011.001.01': readSystemResponse,
}

/** The messages that Fedwire delivers to a bank. */
export const DELIVERED_TYPES = Object.keys(READERS)

type Heading = HeaderOf<'head.001.001.03'>['content']
type RelatedHeading = NonNullable<Heading['Rltd']>[number]

/**
 * Reads a message of Fedwire: its envelope and header, the rules of its use, and what it means.
 * What breaks a rule is rejected by an admi.002, which is never rejected itself.
 */
export async function receive(
  tx: Transaction,
  institution: Institution,
  { content }: IncomingMessage,
  now: Temporal.Instant,
): Promise<Received | Unreadable> {
  const us = participantOf(institution)
  const asker = { tx, institution, now }
  const read = readMessage(content)
  if (!read.ok) {
    const { why, path, type, header } = read.refusal
    const messageId = header?.type === 'head.001.001.03' ? header.content.BizMsgIdr : undefined
    return { why, path, replies: await reject(asker, { type, messageId, why, path }) }
  }
  const { type, document, header, envelope } = read.value
  if (envelope?.name !== 'FedwireOutgoing' || header?.type !== 'head.001.001.03')
    return { why: 'it is not in the envelope of messages from Fedwire', path: '/', replies: [] }
  const heading = header.content
  const broken = brokenHeading(heading, us) ?? brokenDocument(read.value, now) ?? brokenTime(heading, read.value, now)
  if (broken) return { ...broken, replies: await reject(asker, { type, messageId: heading.BizMsgIdr, ...broken }) }
  const copied = heading.CpyDplct === undefined ? undefined : heading.Rltd?.[0]
  const messageId = copied ? idOfCopy(heading, us) : heading.BizMsgIdr
  const contradicted = await contradictionOf(asker, messageId, document)
  if (contradicted) return { ...contradicted, replies: [] }
  const reading = { ...asker, us, type, document, messageId, isCopy: copied !== undefined }
  return receivedAs(messageId, type, await understand(reading, copied, us))
}

/** Fedwire gives an id once. What comes again by an id, and says something else, means nothing. */
async function contradictionOf(
  { tx, institution }: Asker,
  messageId: string,
  document: Message['document'],
): Promise<{ path: string; why: string } | undefined> {
  const earlier = await receivedMessage(tx, institution, messageId)
  if (!earlier || isDeepStrictEqual(earlier.document, document)) return undefined
  return { path: `${HEADER}/BizMsgIdr`, why: `${messageId} came before, with another content` }
}

/** The reject of a message whose signature is missing or wrong, by the id that it claims. */
export async function refuseSignature(
  tx: Transaction,
  institution: Institution,
  { content }: IncomingMessage,
  why: string,
  now: Temporal.Instant,
): Promise<NewMessage[]> {
  const read = readMessage(content)
  const { type, header } = read.ok ? read.value : read.refusal
  const messageId = header?.type === 'head.001.001.03' ? header.content.BizMsgIdr : undefined
  return reject({ tx, institution, now }, { type, messageId, why, path: `${HEADER}/Sgntr` })
}

/** Of a copy of a message that Fedwire delivered before, the id of the original. */
function idOfCopy({ BizMsgIdr, Rltd }: Heading, us: Participant): string {
  const [original] = Rltd ?? []
  return original && !isFrom(original, us) ? original.BizMsgIdr : BizMsgIdr
}

async function understand(reading: Reading, copied: RelatedHeading | undefined, us: Participant): Promise<Understood> {
  if (copied) {
    const answer = { messageType: 'admi.006.001.01', answerId: reading.messageId }
    await noteAnswerOfType(reading.tx, reading.institution.tenantId, answer, reading.now)
    if (isFrom(copied, us)) return { meanings: [informed(reading, `a copy of our message ${copied.BizMsgIdr}`)] }
  }
  const reader = READERS[reading.type] as (reading: Reading) => Understood | Promise<Understood>
  return reader(reading)
}

function receivedAs(messageId: string, messageType: string, understood: Understood): Received {
  const { meanings, replies = [], uetr, paymentId } = understood
  return { messageType, messageId, meanings, replies, ...(uetr && { uetr }), ...(paymentId && { paymentId }) }
}

const HEADER = '/FedwireFundsOutgoing/AppHdr'
const NOT_DELIVERED = { path: '/', why: 'Fedwire does not deliver messages of this type to a bank' }

function brokenDocument(message: Message, now: Temporal.Instant): { path: string; why: string } | undefined {
  if (!READERS[message.type]) return NOT_DELIVERED
  const broken = brokenRule(message.type, message.document as never)
  if (broken) return broken
  const date = originalOf(message)?.settledOn
  if (date === undefined || date <= cycleDayAt(now).date.toString()) return undefined
  return { path: '/Document', why: `it settles on ${date}, and that cycle day has not begun` }
}

/** Of a message that moves money, the time of its header, and its cycle date. */
function brokenTime(
  { CreDt }: Heading,
  message: Message,
  now: Temporal.Instant,
): { path: string; why: string } | undefined {
  const date = originalOf(message)?.settledOn
  if (date === undefined) return undefined
  const written = whyNotWrittenAt(Temporal.Instant.from(CreDt), now)
  if (written) return { path: `${HEADER}/CreDt`, why: written }
  const settled = whyNotSettledOn(Temporal.PlainDate.from(date), cycleDayAt(now).date, 0)
  return settled ? { path: '/Document', why: `its cycle date: ${settled}` } : undefined
}

const PARTY = 'FIId/FinInstnId/ClrSysMmbId/MmbId'

function brokenHeading(heading: Heading, us: Participant): { path: string; why: string } | undefined {
  const { BizSvc, Fr, To, BizMsgIdr } = heading
  if (BizSvc !== us.service)
    return { path: `${HEADER}/BizSvc`, why: `it is ${BizSvc}, and this institution is in ${us.service}` }
  const [from, to] = [Fr, To].map(({ FIId }) => FIId?.FinInstnId.ClrSysMmbId?.MmbId)
  if (from !== FEDWIRE) return { path: `${HEADER}/Fr/${PARTY}`, why: `it is from ${from}, not from Fedwire` }
  if (to !== us.connectionParty) return { path: `${HEADER}/To/${PARTY}`, why: `it is for ${to}, not for us` }
  const endpoint = endpointOfOmad(BizMsgIdr)
  if (endpoint === undefined || endpoint === us.endpoint) return undefined
  return { path: `${HEADER}/BizMsgIdr`, why: `it was delivered to the endpoint ${endpoint}, not to ours` }
}

function isFrom({ Fr }: Pick<Heading, 'Fr'>, us: Participant): boolean {
  return Fr.FIId?.FinInstnId.ClrSysMmbId?.MmbId === us.connectionParty
}

async function reject(
  asker: Asker,
  {
    type,
    messageId,
    why,
    path,
  }: { type: MessageType | undefined; messageId: string | undefined; why: string; path: string | undefined },
): Promise<NewMessage[]> {
  if (messageId === undefined || type === 'admi.002.001.01') return []
  const compose = () => messageReject({ messageId, why, path }, asker.now)
  return askFedwire(asker, 'admi.002.001.01', compose, { answersMessageId: messageId })
}
