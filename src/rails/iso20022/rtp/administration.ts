import type { Transaction } from '../../../db/client.ts'
import type { Evidence, NewMessage } from '../../network.ts'
import type { Making } from '../instant/dialect.ts'
import { type Outcome, outcome } from '../instant/outcome.ts'
import { noteParticipants } from '../instant/participants.store.ts'
import type { DocumentOf } from '../messages.ts'
import type { Message } from '../read-message.ts'
import { writeRtp } from './envelope.ts'
import { participantId, RTP_SYSTEM, rtpAdminId, rtpTime } from './ids.ts'

const party = (member: string) => ({ FinInstnId: { ClrSysMmbId: { MmbId: member } } })

/** Broadcasts of RTP (admi.004 EvtCd) that say whether a participant is there. */
const ON: Readonly<Record<string, boolean>> = { PTON: true, PTOF: false, 971: true, 972: false }

/** Messages about the connection: sign-on, sign-off, echo, and who is there. */
export async function administer(
  tx: Transaction,
  message: Message,
  making: Omit<Making, 'messageId'>,
): Promise<Outcome | undefined> {
  switch (message.type) {
    case 'admn.002.001.01': {
      const { Sts, StsRsnInf } = message.document.AdmnSignOnResp.SignOnResp
      return signed(message, 'sign-on', Sts, StsRsnInf?.Rsn.Prtry)
    }
    case 'admn.004.001.01': {
      const { Sts, StsRsnInf } = message.document.AdmnSignOffResp.SignOffResp
      return signed(message, 'sign-off', Sts, StsRsnInf?.Rsn.Prtry)
    }
    case 'admn.005.001.01':
      return outcome([informed(message, 'RTP asks whether the connection works')], [echo(message.document, making)])
    case 'admn.006.001.01':
      return outcome([informed(message, 'RTP answers an echo')])
    case 'admn.008.001.01':
      return availability(tx, message, making)
    case 'admi.004.001.02':
      return broadcast(tx, message, making)
    default:
      return undefined
  }
}

function informed(message: Message, about: string, more: Record<string, string> = {}) {
  const { BizMsgIdr } = message.header!.content
  const evidence: Evidence = { network: 'RTP', messageId: BizMsgIdr, messageType: message.type, ...more }
  return { kind: 'informed', about, evidence } as const
}

/** Without a sign-on nothing can be sent: a person has to know that RTP refused it. */
function signed(message: Message, act: 'sign-on' | 'sign-off', status: string, code = ''): Outcome {
  if (status === 'ACTC') return outcome([informed(message, `RTP accepted the ${act}`)])
  const { evidence } = informed(message, '', { code })
  return outcome([{ kind: 'exception', why: `RTP refused the ${act}: ${code}`, evidence }])
}

function echo(request: DocumentOf<'admn.005.001.01'>, { institution, now }: Omit<Making, 'messageId'>): NewMessage {
  const participant = participantId(institution)
  const { InstrId, FnctnCd } = request.AdmnEchoReq.EchoTxInf
  const messageId = rtpAdminId(participant, `echo ${InstrId}`, now)
  const document: DocumentOf<'admn.006.001.01'> = {
    AdmnEchoResp: {
      GrpHdr: { MsgId: messageId, CreDtTm: rtpTime(now) },
      EchoResponse: {
        InstgAgt: party(participant),
        InstdAgt: party(RTP_SYSTEM),
        OrgnlInstrId: InstrId,
        FnctnCd,
        TxSts: 'ACTC',
      },
    },
  }
  const written = writeRtp('admn.006.001.01', document, { messageId, participant, now })
  if (!written.ok) throw new Error(`the answer to an echo: ${written.refusal.path}: ${written.refusal.why}`)
  return { rail: 'RTP', messageType: 'admn.006.001.01', messageId, content: written.value }
}

/** Routing numbers are the first nine characters of a participant id. */
const routingNumberOf = (participant: string) => participant.slice(0, 9)

async function availability(
  tx: Transaction,
  message: Message & { type: 'admn.008.001.01' },
  { institution, now }: Omit<Making, 'messageId'>,
): Promise<Outcome> {
  const { PtcptSgnOff, PtcptSspd } = message.document.DBAvlbtyRpt.AvlbtyRpt.AvlbtyPtcpt ?? {}
  const bankCodes = [...(PtcptSgnOff?.PtcptId ?? []), ...(PtcptSspd?.PtcptId ?? [])].map(routingNumberOf)
  await noteParticipants(tx, institution.tenantId, 'RTP', { bankCodes, isOn: false }, now)
  return outcome([
    informed(message, 'the participants of RTP that cannot be reached', { off: String(bankCodes.length) }),
  ])
}

async function broadcast(
  tx: Transaction,
  message: Message & { type: 'admi.004.001.02' },
  { institution, now }: Omit<Making, 'messageId'>,
): Promise<Outcome> {
  const { EvtCd, EvtParam, EvtDesc } = message.document.SysEvtNtfctn.EvtInf
  const isOn = ON[EvtCd]
  if (isOn !== undefined) {
    const bankCodes = (EvtParam ?? []).map(routingNumberOf)
    await noteParticipants(tx, institution.tenantId, 'RTP', { bankCodes, isOn }, now)
  }
  const about = `a broadcast of RTP: ${EvtCd} ${EvtDesc ?? ''}`.trimEnd()
  return outcome([informed(message, about, { event: EvtCd })])
}
