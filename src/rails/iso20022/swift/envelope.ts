import type { Temporal } from 'temporal-polyfill'
import { bicOf, type Institution, SIMULATED_CORRESPONDENT } from '../../../institution/institution.ts'
import { accept, type Result, refuse } from '../../../kernel/result.ts'
import type { DocumentOf, HeaderOf, MessageType } from '../messages.ts'
import { type Message, readMessage } from '../read-message.ts'
import { writeMessage } from '../write-message.ts'
import { agentOf } from './elements.ts'

/** The usage of a message type that CBPR+ has several of: BizSvc names it. */
export type Usage = 'core' | 'stp' | 'cov' | 'adv'

/** The release of the usage guidelines, at the end of BizSvc. */
const RELEASE = '03'

const SERVICES: Readonly<Record<Usage, string>> = {
  core: `swift.cbprplus.${RELEASE}`,
  stp: `swift.cbprplus.stp.${RELEASE}`,
  cov: `swift.cbprplus.cov.${RELEASE}`,
  adv: `swift.cbprplus.adv.${RELEASE}`,
}

export interface Outgoing<Type extends MessageType> {
  type: Type
  usage?: Usage
  messageId: string
  /** The BIC of the bank that gets the message. */
  to: string
  document: DocumentOf<Type>
}

/** head.001.001.02 in CBPR+: banks by their BICs, the time with its offset, one usage. */
export function headerOf(
  institution: Institution,
  { type, usage = 'core', messageId, to }: Pick<Outgoing<MessageType>, 'type' | 'usage' | 'messageId' | 'to'>,
  now: Temporal.Instant,
): HeaderOf<'head.001.001.02'> {
  return {
    type: 'head.001.001.02',
    content: {
      Fr: { FIId: agentOf(ownBic(institution)) },
      To: { FIId: agentOf(to) },
      BizMsgIdr: messageId,
      MsgDefIdr: type,
      BizSvc: SERVICES[usage],
      CreDt: momentText(now, institution.timeZone),
      Prty: 'NORM',
    },
  }
}

/** The XML of a message, or the element at fault. */
export function tryWriteSwift<Type extends MessageType>(
  institution: Institution,
  outgoing: Outgoing<Type>,
  now: Temporal.Instant,
): Result<string, ReadFault> {
  const header = headerOf(institution, outgoing, now)
  return writeMessage(outgoing.type, outgoing.document, { header, envelope: { name: 'SWIFT' } })
}

/** The XML of a message. Throws if it breaks the schema: what it is made of was checked before. */
export function writeSwift<Type extends MessageType>(
  institution: Institution,
  outgoing: Outgoing<Type>,
  now: Temporal.Instant,
): string {
  const written = tryWriteSwift(institution, outgoing, now)
  if (!written.ok)
    throw new Error(`${outgoing.type} cannot be written: ${written.refusal.path}: ${written.refusal.why}`)
  return written.value
}

/** The same message as one that may have arrived before: PssblDplct, as PDE of FIN was. */
export function asPossibleDuplicate(content: string): string {
  const read = readMessage(content)
  if (!read.ok || read.value.header?.type !== 'head.001.001.02') throw new Error('not a message of this network')
  const { type, document, header } = read.value
  const marked = { ...header, content: { ...header.content, PssblDplct: true } }
  const written = writeMessage(type as MessageType, document as never, { header: marked, envelope: { name: 'SWIFT' } })
  if (!written.ok) throw new Error(`${type} cannot be written again: ${written.refusal.why}`)
  return written.value
}

/** A message that came in, with what its header says. */
export interface SwiftMessage {
  message: Message
  /** The sender's BIC with its id: two banks can have the same id. */
  messageId: string
  businessId: string
  from: string
  usage: Usage
  /** AppHdr/CreDt. */
  writtenAt: string
  isPossibleDuplicate: boolean
}

export interface ReadFault {
  why: string
  path?: string
  /** ExternalStatusReason1Code of the answer; NARR if absent. */
  code?: string
}

/** Reads a message for us. Refuses one without a header of CBPR+, or for another bank. */
export function readSwift(institution: Institution, content: string): Result<SwiftMessage, ReadFault> {
  const read = readMessage(content)
  if (!read.ok) return refuse({ why: read.refusal.why, path: read.refusal.path })
  const { header } = read.value
  const fault = (why: string, element: string) => refuse({ why, path: `/Envelope/AppHdr/${element}` })
  if (header?.type !== 'head.001.001.02') return fault('CBPR+ has head.001.001.02', '')
  const { Fr, To, BizMsgIdr, BizSvc = '', CreDt: writtenAt, PssblDplct, CpyDplct } = header.content
  const from = Fr.FIId?.FinInstnId.BICFI
  if (!from) return fault('the sender must be named by its BIC', 'Fr')
  const to = To.FIId?.FinInstnId.BICFI
  if (!to || !isSameBank(to, ownBic(institution)))
    return fault(`the message is for ${to ?? 'no bank'}, not for us`, 'To')
  const usage = usageOf(BizSvc)
  if (!usage) return fault(`${BizSvc || 'no BizSvc'} is not a usage of CBPR+`, 'BizSvc')
  const isPossibleDuplicate = PssblDplct === true || CpyDplct === 'DUPL'
  const messageId = `${from.slice(0, 8)}:${BizMsgIdr}`
  const named = { messageId, businessId: BizMsgIdr, from, usage, writtenAt, isPossibleDuplicate }
  return accept({ message: read.value, ...named })
}

function usageOf(service: string): Usage | undefined {
  const match = /^swift\.cbprplus\.(?:(?<usage>stp|cov|adv)\.)?\d{2}$/.exec(service)
  return match ? ((match.groups?.['usage'] ?? 'core') as Usage) : undefined
}

/** The BIC of the institution. The door refuses payments while there is none. */
export function ownBic(institution: Pick<Institution, 'bic' | 'sandbox'>): string {
  const bic = bicOf(institution)
  if (!bic) throw new Error('the institution has no BIC')
  return bic
}

/** Whether two BICs are of one bank: branches, the last three characters, are not told apart. */
export function isSameBank(one: string, other: string): boolean {
  return one.slice(0, 8).toUpperCase() === other.slice(0, 8).toUpperCase()
}

/** Whether the sender is the bank. In a sandbox, the simulated correspondent is every bank. */
export function speaksAs({ sandbox }: Pick<Institution, 'sandbox'>, bank: string, sender: string): boolean {
  return isSameBank(bank, sender) || (sandbox && isSameBank(sender, SIMULATED_CORRESPONDENT))
}

/** CBPR_DateTime: to the second, with the offset of the institution's time zone. */
export function momentText(at: Temporal.Instant, timeZone: string): string {
  return at.toZonedDateTimeISO(timeZone).toString({ timeZoneName: 'never', fractionalSecondDigits: 0 })
}
