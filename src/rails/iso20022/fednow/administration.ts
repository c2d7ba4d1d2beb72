import { hash } from 'node:crypto'
import { importDirectory } from '../../../banks/banks.ts'
import type { Transaction } from '../../../db/client.ts'
import { isRoutingNumber } from '../../../kernel/routing-number.ts'
import type { Evidence, IncomingMessage } from '../../network.ts'
import type { Making } from '../instant/dialect.ts'
import { type Outcome, outcome } from '../instant/outcome.ts'
import { noteParticipants } from '../instant/participants.store.ts'
import { momentOf } from '../instant/receiving.ts'
import type { Message, MessageOf } from '../read-message.ts'
import { participantsOf, readParticipantFile } from './participant-file.ts'

/** Event codes of FedNow's broadcasts (admi.004 EvtCd), in Giro's words. */
const BROADCASTS: Readonly<Record<string, string>> = {
  PING: 'FedNow asks whether the connection works',
  CDRL: 'the FedNow business day has rolled',
  PTON: 'a participant of FedNow is there again',
  PTOF: 'a participant of FedNow cannot be reached',
  KEYA: 'FedNow has a new signing key',
  KEYR: 'FedNow has withdrawn a signing key',
}

const ON: Readonly<Record<string, boolean>> = { PTON: true, PTOF: false }

/** Messages about the service itself. Undefined for any other. */
export async function administer(
  tx: Transaction,
  message: Message,
  received: IncomingMessage,
  making: Omit<Making, 'messageId'>,
): Promise<Outcome | undefined> {
  switch (message.type) {
    case 'admi.004.001.02':
      return broadcast(tx, message, making)
    case 'admi.998.001.02':
      return importParticipants(tx, message, received, making)
    case 'admi.007.001.01':
      return informed(message, 'FedNow has received a message')
    case 'admi.011.001.01':
      return informed(message, 'FedNow answers an event')
    default:
      return undefined
  }
}

function evidenceOf(message: Message): Evidence {
  return { network: 'FEDNOW', messageId: message.header!.content.BizMsgIdr, messageType: message.type }
}

function informed(message: Message, about: string, more: Record<string, string> = {}): Outcome {
  return outcome([{ kind: 'informed', about, evidence: { ...evidenceOf(message), ...more } }])
}

async function broadcast(
  tx: Transaction,
  message: MessageOf<'admi.004.001.02'>,
  { institution, now }: Omit<Making, 'messageId'>,
): Promise<Outcome> {
  const { EvtCd, EvtParam, EvtTm, EvtDesc } = message.document.SysEvtNtfctn.EvtInf
  const isOn = ON[EvtCd]
  if (isOn !== undefined) {
    const bankCodes = (EvtParam ?? []).filter(isRoutingNumber)
    const at = EvtTm ? momentOf(EvtTm) : now
    await noteParticipants(tx, institution.tenantId, 'FEDNOW', { bankCodes, isOn }, at)
  }
  const parameters = EvtParam?.join(', ').slice(0, 350)
  const about = BROADCASTS[EvtCd] ?? `a broadcast of FedNow: ${EvtCd} ${EvtDesc ?? ''}`.trimEnd()
  return informed(message as Message, about, { event: EvtCd, ...(parameters && { parameters }) })
}

/** The participant file replaces the list of FedNow, as `giro directory import` would. */
async function importParticipants(
  tx: Transaction,
  message: MessageOf<'admi.998.001.02'>,
  { content }: IncomingMessage,
  { institution, now }: Omit<Making, 'messageId'>,
): Promise<Outcome> {
  const evidence = evidenceOf(message as Message)
  const file = readParticipantFile(message.document.AdmstnPrtryMsg.PrtryData.Data)
  if (!file.ok) {
    const why = `the participant file of FedNow cannot be read: ${file.refusal}`
    return outcome([{ kind: 'exception', why, evidence }])
  }
  const list = {
    ...{ rail: 'FEDNOW' as const, listedOn: file.value.businessDay, fileName: evidence.messageId },
    ...{ sha256: hash('sha256', content), importedBy: 'FedNow', participants: participantsOf(file.value) },
  }
  const imported = await importDirectory(tx, institution.tenantId, list, now)
  if (!imported.ok) return outcome([{ kind: 'exception', why: imported.refusal, evidence }])
  const { participants, added, removed } = imported.value
  const counts = { participants: String(participants), added: String(added), removed: String(removed) }
  return informed(message as Message, 'the list of the participants of FedNow', counts)
}
