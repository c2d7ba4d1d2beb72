import assert from 'node:assert/strict'
import type { Temporal } from 'temporal-polyfill'
import type { DocumentOf, HeaderOf, MessageType } from '../../../src/rails/iso20022/messages.ts'
import { type Message, readMessage } from '../../../src/rails/iso20022/read-message.ts'
import { writeMessage } from '../../../src/rails/iso20022/write-message.ts'

/** Plays FedNow or RTP, and the banks behind it, by the bytes of messages alone. */
export type OperatedRail = 'FEDNOW' | 'RTP'

/** How the networks name themselves. */
const SERVICES: Readonly<Record<OperatedRail, string>> = { FEDNOW: '021150706', RTP: '990000001S1' }

/** A bank of the networks, whose customers pay ours and are paid by them. */
export const OTHER_BANK = '091000019'

/** What a transfer to us says. */
export interface TransferTerms {
  us: string
  now: Temporal.Instant
  /** In dollars, such as `51.74`. */
  amount?: string
  currency?: string
  account?: string
  creditor?: string
  /** Of the message: unique, letters and digits. */
  suffix: string
  /** Of the payment that asks for it, if it answers a request. */
  endToEndId?: string
  /** RTP: the InstrId of the payment that it returns. */
  returns?: string
  bank?: string
  /** Of the header, if not us. */
  to?: string
  /** The creditor's bank, if not us. */
  creditorBank?: string
}

const eastern = (now: Temporal.Instant) => now.toZonedDateTimeISO('America/New_York')
const day = (now: Temporal.Instant) => eastern(now).toPlainDate().toString()

export function operatorId(rail: OperatedRail, suffix: string, now: Temporal.Instant): string {
  const date = day(now).replaceAll('-', '')
  return rail === 'FEDNOW' ? `${date}${OTHER_BANK}${suffix}` : `M${date}${OTHER_BANK}A1${suffix}`
}

function groupTime(rail: OperatedRail, now: Temporal.Instant): string {
  const local = eastern(now)
  return rail === 'FEDNOW'
    ? local.toString({ timeZoneName: 'never', smallestUnit: 'millisecond' })
    : local.toPlainDateTime().toString({ smallestUnit: 'second' })
}

/** The bytes of a message of the operator. */
export function operated<Type extends MessageType>(
  rail: OperatedRail,
  type: Type,
  document: DocumentOf<Type>,
  {
    messageId,
    us,
    to = us,
    now,
    element,
    isDuplicate,
  }: {
    messageId: string
    us: string
    /** Whom the header names, if not us. */
    to?: string
    now: Temporal.Instant
    element?: string
    isDuplicate?: boolean
  },
): string {
  const party = (member: string) => ({ FIId: { FinInstnId: { ClrSysMmbId: { MmbId: member } } } })
  const fedNow: HeaderOf<'head.001.001.02'> = {
    type: 'head.001.001.02',
    content: {
      Fr: party(SERVICES.FEDNOW),
      To: party(to),
      BizMsgIdr: messageId,
      MsgDefIdr: type,
      CreDt: groupTime('FEDNOW', now),
    },
  }
  const rtp: HeaderOf<'head.001.001.01'> = {
    type: 'head.001.001.01',
    content: {
      Fr: party(SERVICES.RTP),
      To: party(`${to}A1`),
      BizMsgIdr: `B${messageId.slice(1)}`,
      MsgDefIdr: type,
      CreDt: now.toString({ smallestUnit: 'millisecond' }),
      ...(isDuplicate && { CpyDplct: 'DUPL' as const }),
    },
  }
  const written = writeMessage(type, document, {
    header: rail === 'FEDNOW' ? fedNow : rtp,
    envelope: { name: rail === 'FEDNOW' ? 'FedNowOutgoing' : 'RTP', ...(element !== undefined && { element }) },
  })
  assert.ok(written.ok, JSON.stringify(written))
  return written.value
}

const agent = (rail: OperatedRail, routingNumber: string) => ({
  FinInstnId: {
    ClrSysMmbId: { ...(rail === 'FEDNOW' && { ClrSysId: { Cd: 'USABA' } }), MmbId: routingNumber },
  },
})

/** pacs.008: a credit for an account of ours. */
export function transferTo(rail: OperatedRail, terms: TransferTerms): { messageId: string; bytes: string } {
  const { us, now, amount = '51.74', currency = 'USD', account = '12345', creditor = 'Corporation B' } = terms
  const { bank = OTHER_BANK } = terms
  const messageId = operatorId(rail, terms.suffix, now)
  const settlement = { Ccy: currency, value: amount }
  const returned = terms.returns && {
    RmtInf: { Strd: [{ RfrdDocInf: [{ Tp: { CdOrPrtry: { Prtry: 'RTRN' } }, Nb: terms.returns }] }] },
  }
  const document: DocumentOf<'pacs.008.001.08'> = {
    FIToFICstmrCdtTrf: {
      GrpHdr: {
        MsgId: messageId,
        CreDtTm: groupTime(rail, now),
        NbOfTxs: '1',
        ...(rail === 'RTP' && { TtlIntrBkSttlmAmt: settlement, IntrBkSttlmDt: day(now) }),
        SttlmInf: { SttlmMtd: 'CLRG', ClrSys: { Cd: rail === 'FEDNOW' ? 'FDN' : 'TCH' } },
      },
      CdtTrfTxInf: [
        {
          PmtId: {
            InstrId: `INSTR${terms.suffix}`,
            EndToEndId: terms.endToEndId ?? `E2E${terms.suffix}`,
            TxId: `INSTR${terms.suffix}`,
            UETR: crypto.randomUUID(),
          },
          PmtTpInf:
            rail === 'FEDNOW'
              ? { LclInstrm: { Prtry: 'FDNA' }, CtgyPurp: { Prtry: 'CONS' } }
              : { SvcLvl: [{ Cd: 'SDVA' }], LclInstrm: { Prtry: 'STANDARD' }, CtgyPurp: { Prtry: 'CONSUMER' } },
          IntrBkSttlmAmt: settlement,
          ...(rail === 'FEDNOW' && { IntrBkSttlmDt: day(now) }),
          ChrgBr: 'SLEV',
          InstgAgt: agent(rail, bank),
          InstdAgt: agent(rail, us),
          Dbtr: { Nm: 'Individual A' },
          DbtrAcct: { Id: { Othr: { Id: '44444444444' } } },
          DbtrAgt: agent(rail, bank),
          CdtrAgt: agent(rail, terms.creditorBank ?? us),
          Cdtr: { Nm: creditor },
          CdtrAcct: { Id: { Othr: { Id: account } } },
          ...returned,
        },
      ],
    },
  }
  const { to = us } = terms
  return { messageId, bytes: operated(rail, 'pacs.008.001.08', document, { messageId, us, to, now }) }
}

/** What a status report says of a message. */
export interface StatusTerms {
  us: string
  now: Temporal.Instant
  suffix: string
  original: { messageId: string; messageType?: string; instructionId?: string }
  status: string
  code?: string
  /** The bank that says so; without it the network itself. */
  bank?: string
}

/** pacs.002 of the operator, about a message of either side. */
export function statusAbout(rail: OperatedRail, terms: StatusTerms): string {
  const { us, now, suffix, original, status, code, bank = SERVICES[rail] } = terms
  const messageId = operatorId(rail, suffix, now)
  const group = {
    OrgnlMsgId: original.messageId,
    OrgnlMsgNmId: original.messageType ?? 'pacs.008.001.08',
    OrgnlCreDtTm: groupTime(rail, now),
  }
  const document: DocumentOf<'pacs.002.001.10'> = {
    FIToFIPmtStsRpt: {
      GrpHdr: { MsgId: messageId, CreDtTm: groupTime(rail, now) },
      ...(rail === 'RTP' && { OrgnlGrpInfAndSts: [{ ...group, OrgnlNbOfTxs: '1' }] }),
      TxInfAndSts: [
        {
          ...(rail === 'FEDNOW' && { OrgnlGrpInf: group }),
          OrgnlInstrId: original.instructionId ?? original.messageId.slice(1),
          TxSts: status,
          ...(code !== undefined && { StsRsnInf: [{ Rsn: { Cd: code }, AddtlInf: ['as the operator says'] }] }),
          AccptncDtTm: groupTime(rail, now),
          ...(rail === 'FEDNOW' && status !== 'RJCT' && { FctvIntrBkSttlmDt: { Dt: day(now) } }),
          InstgAgt: agent(rail, bank),
          InstdAgt: agent(rail, us),
        },
      ],
    },
  }
  return operated(rail, 'pacs.002.001.10', document, { messageId, us, now })
}

/** pacs.004 of FedNow: a payment of ours comes back. */
export function returnOfPayment(
  terms: { us: string; now: Temporal.Instant; suffix: string; amount: string; code?: string },
  original: { messageId: string },
): { messageId: string; bytes: string } {
  const { us, now, suffix, amount, code = 'AC04' } = terms
  const messageId = operatorId('FEDNOW', suffix, now)
  const document: DocumentOf<'pacs.004.001.10'> = {
    PmtRtr: {
      GrpHdr: {
        MsgId: messageId,
        CreDtTm: groupTime('FEDNOW', now),
        NbOfTxs: '1',
        SttlmInf: { SttlmMtd: 'CLRG', ClrSys: { Cd: 'FDN' } },
      },
      TxInf: [
        {
          RtrId: messageId,
          OrgnlGrpInf: { OrgnlMsgId: original.messageId, OrgnlMsgNmId: 'pacs.008.001.08' },
          RtrdIntrBkSttlmAmt: { Ccy: 'USD', value: amount },
          IntrBkSttlmDt: day(now),
          InstgAgt: agent('FEDNOW', OTHER_BANK),
          InstdAgt: agent('FEDNOW', us),
          RtrRsnInf: [{ Rsn: { Cd: code }, AddtlInf: ['Account closed'] }],
        },
      ],
    },
  }
  return { messageId, bytes: operated('FEDNOW', 'pacs.004.001.10', document, { messageId, us, now }) }
}

/** camt.056: the other bank asks for a credit back. */
export function returnRequest(
  rail: OperatedRail,
  terms: { us: string; now: Temporal.Instant; suffix: string; amount: string },
  original: { messageId: string },
): { messageId: string; bytes: string } {
  const { us, now, suffix, amount } = terms
  const messageId = operatorId(rail, suffix, now)
  const group = {
    OrgnlMsgId: original.messageId,
    OrgnlMsgNmId: 'pacs.008.001.08',
    OrgnlCreDtTm: groupTime(rail, now),
  }
  const document: DocumentOf<'camt.056.001.08'> = {
    FIToFIPmtCxlReq: {
      Assgnmt: {
        Id: messageId,
        Assgnr: { Agt: agent(rail, OTHER_BANK) },
        Assgne: { Agt: agent(rail, us) },
        CreDtTm: groupTime(rail, now),
      },
      Case: { Id: `CASE${suffix}`, Cretr: { Agt: agent(rail, OTHER_BANK) } },
      Undrlyg: [
        {
          ...(rail === 'RTP' && { OrgnlGrpInfAndCxl: group }),
          TxInf: [
            {
              ...(rail === 'FEDNOW' && { OrgnlGrpInf: group }),
              OrgnlInstrId: original.messageId.slice(1),
              ...(rail === 'RTP' && { OrgnlTxId: original.messageId.slice(1), OrgnlClrSysRef: '1' }),
              OrgnlIntrBkSttlmAmt: { Ccy: 'USD', value: amount },
              OrgnlIntrBkSttlmDt: day(now),
              CxlRsnInf: [{ Rsn: { Cd: 'DUPL' }, AddtlInf: ['Sent twice'] }],
            },
          ],
        },
      ],
    },
  }
  return { messageId, bytes: operated(rail, 'camt.056.001.08', document, { messageId, us, now }) }
}

/** camt.029: the other bank answers a request of ours. */
export function requestAnswer(
  rail: OperatedRail,
  terms: { us: string; now: Temporal.Instant; suffix: string; answer: 'IPAY' | 'RJCR' | 'PECR' },
  request: { messageId: string; caseId: string },
): string {
  const { us, now, suffix, answer } = terms
  const messageId = operatorId(rail, suffix, now)
  const resolved = { Id: request.caseId, Cretr: { Agt: agent(rail, us) } }
  const document: DocumentOf<'camt.029.001.09'> = {
    RsltnOfInvstgtn: {
      Assgnmt: {
        Id: messageId,
        Assgnr: { Agt: agent(rail, OTHER_BANK) },
        Assgne: { Agt: agent(rail, us) },
        CreDtTm: groupTime(rail, now),
      },
      ...(rail === 'FEDNOW' && { RslvdCase: resolved }),
      Sts: { Conf: answer },
      CxlDtls: [
        {
          OrgnlGrpInfAndSts: {
            ...(rail === 'RTP' && { RslvdCase: resolved }),
            OrgnlMsgId: request.messageId,
            OrgnlMsgNmId: 'camt.056.001.08',
            OrgnlCreDtTm: groupTime(rail, now),
            ...(answer === 'RJCR' && { CxlStsRsnInf: [{ Rsn: { Cd: 'LEGL' } }] }),
          },
        },
      ],
    },
  }
  const element = rail === 'FEDNOW' ? { element: 'FedNowReturnRequestResponse' } : {}
  return operated(rail, 'camt.029.001.09', document, { messageId, us, now, ...element })
}

/** pain.013: the other bank's customer asks one of ours to pay. */
export function paymentRequest(
  rail: OperatedRail,
  terms: { us: string; now: Temporal.Instant; suffix: string; amount: string; account: string },
): { messageId: string; bytes: string } {
  const { us, now, suffix, amount, account } = terms
  const messageId = operatorId(rail, suffix, now)
  const later = eastern(now).toPlainDate().add({ days: 7 }).toString()
  const document: DocumentOf<'pain.013.001.07'> = {
    CdtrPmtActvtnReq: {
      GrpHdr: {
        MsgId: messageId,
        CreDtTm: groupTime(rail, now),
        NbOfTxs: '1',
        InitgPty: { Id: { OrgId: { Othr: [{ Id: OTHER_BANK }] } } },
      },
      PmtInf: [
        {
          PmtInfId: messageId.slice(1),
          PmtMtd: 'TRF',
          ReqdExctnDt: { Dt: day(now) },
          XpryDt: { Dt: later },
          Dbtr: { Nm: 'Corporation B' },
          DbtrAcct: { Id: { Othr: { Id: account } } },
          DbtrAgt: agent(rail, us),
          CdtTrfTx: [
            {
              PmtId: { EndToEndId: `E2E${suffix}`, UETR: crypto.randomUUID() },
              PmtTpInf:
                rail === 'FEDNOW'
                  ? { LclInstrm: { Prtry: 'FDNA' }, CtgyPurp: { Prtry: 'CONS' } }
                  : { SvcLvl: [{ Cd: 'SDVA' }], LclInstrm: { Prtry: 'STANDARD' }, CtgyPurp: { Prtry: 'CONSUMER' } },
              Amt: { InstdAmt: { Ccy: 'USD', value: amount } },
              ChrgBr: 'SLEV',
              CdtrAgt: agent(rail, OTHER_BANK),
              Cdtr: { Nm: 'Utility Co' },
              CdtrAcct: { Id: { Othr: { Id: '777' } } },
            },
          ],
        },
      ],
    },
  }
  return { messageId, bytes: operated(rail, 'pain.013.001.07', document, { messageId, us, now }) }
}

/** pain.014: the other bank answers a request for payment of ours. */
export function paymentRequestAnswer(
  rail: OperatedRail,
  terms: { us: string; now: Temporal.Instant; suffix: string; status: string; code?: string },
  request: DocumentOf<'pain.013.001.07'>,
): string {
  const { us, now, suffix, status, code } = terms
  const messageId = operatorId(rail, suffix, now)
  const { GrpHdr, PmtInf } = request.CdtrPmtActvtnReq
  const [information] = PmtInf
  const [transfer] = information!.CdtTrfTx
  const { CdtrAgt, Cdtr, Amt, PmtId } = transfer!
  const document: DocumentOf<'pain.014.001.07'> = {
    CdtrPmtActvtnReqStsRpt: {
      GrpHdr: {
        ...{ MsgId: messageId, CreDtTm: groupTime(rail, now) },
        InitgPty: { Id: { OrgId: { Othr: [{ Id: OTHER_BANK }] } } },
      },
      OrgnlGrpInfAndSts: {
        ...{ OrgnlMsgId: GrpHdr.MsgId, OrgnlMsgNmId: 'pain.013.001.07' },
        ...{ OrgnlCreDtTm: GrpHdr.CreDtTm, OrgnlNbOfTxs: '1' },
      },
      OrgnlPmtInfAndSts: [
        {
          OrgnlPmtInfId: information!.PmtInfId!,
          TxInfAndSts: [
            {
              ...{ OrgnlEndToEndId: PmtId.EndToEndId, TxSts: status },
              ...(code !== undefined && { StsRsnInf: [{ Rsn: { Cd: code }, AddtlInf: ['as the payer says'] }] }),
              OrgnlTxRef: { Amt, ReqdExctnDt: information!.ReqdExctnDt, CdtrAgt, Cdtr: { Nm: Cdtr.Nm! } },
            },
          ],
        },
      ],
    },
  }
  return operated(rail, 'pain.014.001.07', document, { messageId, us, now })
}

/** camt.055 of FedNow: the creditor's bank withdraws its request for payment. */
export function withdrawal(
  terms: { us: string; now: Temporal.Instant; suffix: string; amount: string },
  request: { messageId: string },
): string {
  const { us, now, suffix, amount } = terms
  const messageId = operatorId('FEDNOW', suffix, now)
  const document: DocumentOf<'camt.055.001.09'> = {
    CstmrPmtCxlReq: {
      Assgnmt: {
        Id: messageId,
        Assgnr: { Agt: agent('FEDNOW', OTHER_BANK) },
        Assgne: { Agt: agent('FEDNOW', us) },
        CreDtTm: groupTime('FEDNOW', now),
      },
      Undrlyg: [
        {
          OrgnlPmtInfAndCxl: [
            {
              OrgnlPmtInfId: request.messageId.slice(1),
              OrgnlGrpInf: { OrgnlMsgId: request.messageId, OrgnlMsgNmId: 'pain.013.001.07' },
              TxInf: [
                {
                  OrgnlInstdAmt: { Ccy: 'USD', value: amount },
                  CxlRsnInf: [{ Rsn: { Cd: 'CUST' }, AddtlInf: ['Paid by card'] }],
                },
              ],
            },
          ],
        },
      ],
    },
  }
  return operated('FEDNOW', 'camt.055.001.09', document, { messageId, us, now })
}

/** Reads what the institution sent. */
export function heard(bytes: string): Message {
  const read = readMessage(bytes)
  assert.ok(read.ok, JSON.stringify(read))
  return read.value
}

/** TxSts and reason of a status report of ours. */
export function statusIn(bytes: string): { status: string | undefined; code: string | undefined; about: string } {
  const message = heard(bytes)
  assert.equal(message.type, 'pacs.002.001.10')
  const { OrgnlGrpInfAndSts, TxInfAndSts } = message.document.FIToFIPmtStsRpt
  const transaction = TxInfAndSts?.[0]
  return {
    status: transaction?.TxSts,
    code: transaction?.StsRsnInf?.[0]?.Rsn?.Cd,
    about: transaction?.OrgnlGrpInf?.OrgnlMsgId ?? OrgnlGrpInfAndSts?.[0]?.OrgnlMsgId ?? '',
  }
}

/** MsgId of a message of ours that moves money. */
export function moneyIdIn(bytes: string): string {
  const message = heard(bytes)
  if (message.type === 'pacs.004.001.10') return message.document.PmtRtr.GrpHdr.MsgId
  assert.ok(message.type === 'pacs.008.001.08', message.type)
  return message.document.FIToFICstmrCdtTrf.GrpHdr.MsgId
}
