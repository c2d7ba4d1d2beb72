import type { Temporal } from 'temporal-polyfill'
import { type Made, made } from '../bytes.ts'
import { accountElement, amountElement, idDate, partyElement, ZONE } from '../elements.ts'
import { originalAmount } from '../originals.ts'
import type { Participant, Stamp } from '../script.ts'
import type { Answer, Original } from '../told.ts'

/** The participant id of the RTP system. */
export const RTP = '990000001S1'

/** The type of the document by which a payment names the one that it returns. */
export const RETURN = 'RTRN'

type Of<Kind extends Answer['kind']> = Extract<Answer, { kind: Kind }>

/** What every part of a message says. */
interface Frame {
  /** Without the letter of its use. */
  id: string
  messageId: string
  time: string
  day: string
  us: string
}

const agentOf = (routingNumber: string) => ({ FinInstnId: { ClrSysMmbId: { MmbId: routingNumber } } })
const PAYMENT_TYPE = {
  SvcLvl: [{ Cd: 'SDVA' }],
  LclInstrm: { Prtry: 'STANDARD' },
  CtgyPurp: { Prtry: 'CONSUMER' },
}

/** GrpHdr/CreDtTm: Eastern, without an offset. */
function localTime(at: Temporal.Instant): string {
  return at.toZonedDateTimeISO(ZONE).toPlainDateTime().toString({ smallestUnit: 'second' })
}

/** The message that says it; undefined for what RTP does not say. */
export function rtpMessage(
  answer: Answer,
  { routingNumber }: Participant,
  { at, day, number }: Stamp,
): Made | undefined {
  const id = `${idDate(day)}${RTP}${String(number).padStart(8, '0')}`
  const frame = { id, messageId: `M${id}`, time: localTime(at), day: day.toString(), us: routingNumber }
  switch (answer.kind) {
    case 'status':
      return statusOf(answer, frame)
    case 'unknown':
      return undefined
    case 'credit': {
      const { otherName, otherAccount, otherBank, name, accountNumber } = answer.credit
      const from = { name: otherName, account: otherAccount, bank: otherBank }
      return creditOf({ ...answer.credit, uetr: answer.uetr, from, to: { name, account: accountNumber } }, frame)
    }
    case 'return':
      return backOf(answer, frame)
    case 'returnRequest':
      return cancellationOf(answer, frame)
    case 'returnAnswer':
      return cancellationAnswerOf(answer, frame)
    case 'paymentRequest':
      return requestOf(answer, frame)
    case 'requestAnswer':
      return requestAnswerOf(answer, frame)
    case 'refusal':
      return made('admi.002.001.01', frame.messageId, {
        'admi.002.001.01': {
          RltdRef: { Ref: answer.messageId === '' ? id : answer.messageId },
          Rsn: { RjctgPtyRsn: answer.code.slice(0, 35), AddtlData: answer.why.slice(0, 350) },
        },
      })
    case 'participant': {
      const EvtInf = { EvtCd: answer.isOn ? 'PTON' : 'PTOF', EvtParam: [answer.routingNumber], EvtTm: frame.time }
      return made('admi.004.001.02', frame.messageId, { SysEvtNtfctn: { EvtInf } })
    }
    case 'gap':
      return undefined
  }
}

/** OrgnlMsgId and what goes with it. */
function groupOf({ messageId, messageType, createdAt }: Original) {
  return { OrgnlMsgId: messageId, OrgnlMsgNmId: messageType, OrgnlCreDtTm: createdAt }
}

function statusOf({ of, status, code }: Of<'status'>, { messageId, time, id, us }: Frame): Made {
  const words = { Accepted: 'ACWP', Settled: 'ACTC', Rejected: 'RJCT' } as const
  const instruction = of.instructionId ?? of.messageId
  return made('pacs.002.001.10', messageId, {
    FIToFIPmtStsRpt: {
      GrpHdr: { MsgId: messageId, CreDtTm: time },
      OrgnlGrpInfAndSts: [{ ...groupOf(of), OrgnlNbOfTxs: '1' }],
      TxInfAndSts: [
        {
          OrgnlInstrId: instruction,
          OrgnlTxId: instruction,
          ...(of.uetr !== undefined && { OrgnlUETR: of.uetr }),
          TxSts: words[status],
          ...(code !== undefined && { StsRsnInf: [{ Rsn: { Cd: code }, AddtlInf: ['Rejected by the simulator'] }] }),
          AccptncDtTm: time,
          ClrSysRef: id,
          // Of a credit to the institution, that is the receiver's bank.
          InstgAgt: agentOf(of.receiver || us),
          InstdAgt: agentOf(of.sender),
        },
      ],
    },
  })
}

interface Side {
  name: string | undefined
  account: string | undefined
}

function creditOf(
  credit: {
    amount: bigint
    currency: string
    uetr: string
    from: Side & { bank: string }
    to: Side
    remittance: string | undefined
    /** Of a credit that pays a request. */
    endToEndId?: string | undefined
    /** The payment that it returns. */
    returns?: string
  },
  { id, messageId, time, day, us }: Frame,
): Made {
  const { from, to, uetr, remittance, endToEndId, returns } = credit
  const document = returns === undefined ? {} : { Strd: [{ RfrdDocInf: [returnDocument(returns)] }] }
  const RmtInf = { ...(remittance !== undefined && { Ustrd: [remittance] }), ...document }
  const amount = amountElement(credit.amount, credit.currency)
  return made('pacs.008.001.08', messageId, {
    FIToFICstmrCdtTrf: {
      GrpHdr: {
        ...{ MsgId: messageId, CreDtTm: time, NbOfTxs: '1', TtlIntrBkSttlmAmt: amount, IntrBkSttlmDt: day },
        SttlmInf: { SttlmMtd: 'CLRG', ClrSys: { Cd: 'TCH' } },
      },
      CdtTrfTxInf: [
        {
          PmtId: { InstrId: id, EndToEndId: endToEndId ?? id, TxId: id, UETR: uetr },
          PmtTpInf: PAYMENT_TYPE,
          IntrBkSttlmAmt: amount,
          ChrgBr: 'SLEV',
          InstgAgt: agentOf(from.bank),
          InstdAgt: agentOf(us),
          Dbtr: partyElement(from.name),
          DbtrAcct: accountElement(from.account),
          DbtrAgt: agentOf(from.bank),
          CdtrAgt: agentOf(us),
          Cdtr: partyElement(to.name),
          CdtrAcct: accountElement(to.account),
          ...(Object.keys(RmtInf).length > 0 && { RmtInf }),
        },
      ],
    },
  })
}

/** The document that a payment names which returns another one. */
const returnDocument = (Nb: string) => ({ Tp: { CdOrPrtry: { Prtry: RETURN } }, Nb })

/** RTP has no message that returns a payment: the other bank pays it back. */
function backOf({ of, amount, uetr }: Of<'return'>, frame: Frame): Made {
  const from = { name: of.creditorName, account: of.creditorAccount, bank: of.receiver }
  const to = { name: of.debtorName, account: of.debtorAccount }
  const returns = of.instructionId ?? of.messageId
  return creditOf({ amount, currency: of.currency, uetr, from, to, remittance: undefined, returns }, frame)
}

function assignmentOf(bank: string, { messageId, time, us }: Frame) {
  const [Assgnr, Assgne] = [{ Agt: agentOf(bank) }, { Agt: agentOf(us) }]
  return { Id: messageId, Assgnr, Assgne, CreDtTm: time }
}

function cancellationOf({ of, caseId, code }: Of<'returnRequest'>, frame: Frame): Made {
  const instruction = of.instructionId ?? of.messageId
  return made('camt.056.001.08', frame.messageId, {
    FIToFIPmtCxlReq: {
      Assgnmt: assignmentOf(of.sender, frame),
      Case: { Id: caseId, Cretr: { Agt: agentOf(of.sender) } },
      Undrlyg: [
        {
          OrgnlGrpInfAndCxl: groupOf(of),
          TxInf: [
            {
              OrgnlInstrId: instruction,
              ...(of.endToEndId !== undefined && { OrgnlEndToEndId: of.endToEndId }),
              OrgnlTxId: instruction,
              ...(of.uetr !== undefined && { OrgnlUETR: of.uetr }),
              OrgnlClrSysRef: instruction,
              ...originalAmount({ ...of, settlesOn: of.settlesOn || frame.day }),
              CxlRsnInf: [{ Rsn: { Cd: code } }],
            },
          ],
        },
      ],
    },
  })
}

/** It answers the request, not the payment. */
function cancellationAnswerOf({ of, original, isAccepted, code }: Of<'returnAnswer'>, frame: Frame): Made {
  const bank = original?.receiver ?? of.receiver
  return made('camt.029.001.09', frame.messageId, {
    RsltnOfInvstgtn: {
      Assgnmt: assignmentOf(bank, frame),
      Sts: { Conf: isAccepted ? 'IPAY' : 'RJCR' },
      CxlDtls: [
        {
          OrgnlGrpInfAndSts: {
            RslvdCase: { Id: of.caseId, Cretr: { Agt: agentOf(frame.us) } },
            ...groupOf(of),
            ...(isAccepted ? {} : { CxlStsRsnInf: [{ Rsn: { Cd: code } }] }),
          },
        },
      ],
    },
  })
}

function requestOf({ request, uetr }: Of<'paymentRequest'>, { id, messageId, time, us }: Frame): Made {
  const { amount, currency, settlesOn, remittance } = request
  return made('pain.013.001.07', messageId, {
    CdtrPmtActvtnReq: {
      GrpHdr: {
        ...{ MsgId: messageId, CreDtTm: time, NbOfTxs: '1' },
        InitgPty: { Id: { OrgId: { Othr: [{ Id: request.otherBank }] } } },
      },
      PmtInf: [
        {
          PmtInfId: id,
          PmtMtd: 'TRF',
          ReqdExctnDt: { Dt: settlesOn },
          XpryDt: { Dt: settlesOn },
          Dbtr: partyElement(request.name),
          DbtrAcct: accountElement(request.accountNumber),
          DbtrAgt: agentOf(us),
          CdtTrfTx: [
            {
              PmtId: { InstrId: id, EndToEndId: id, UETR: uetr },
              PmtTpInf: PAYMENT_TYPE,
              Amt: { InstdAmt: amountElement(amount, currency) },
              ChrgBr: 'SLEV',
              CdtrAgt: agentOf(request.otherBank),
              Cdtr: partyElement(request.otherName),
              CdtrAcct: accountElement(request.otherAccount),
              ...(remittance !== undefined && { RmtInf: { Ustrd: [remittance] } }),
            },
          ],
        },
      ],
    },
  })
}

function requestAnswerOf({ of, isAccepted, code }: Of<'requestAnswer'>, { messageId, time, day }: Frame): Made {
  return made('pain.014.001.07', messageId, {
    CdtrPmtActvtnReqStsRpt: {
      GrpHdr: {
        ...{ MsgId: messageId, CreDtTm: time },
        InitgPty: { Id: { OrgId: { Othr: [{ Id: of.receiver }] } } },
      },
      OrgnlGrpInfAndSts: { ...groupOf(of), OrgnlNbOfTxs: '1' },
      OrgnlPmtInfAndSts: [
        {
          OrgnlPmtInfId: of.instructionId ?? of.messageId,
          TxInfAndSts: [
            {
              ...(of.endToEndId !== undefined && { OrgnlEndToEndId: of.endToEndId }),
              ...(of.uetr !== undefined && { OrgnlUETR: of.uetr }),
              TxSts: isAccepted ? 'ACTC' : 'RJCT',
              ...(code !== undefined && { StsRsnInf: [{ Rsn: { Cd: code } }] }),
              OrgnlTxRef: { ReqdExctnDt: { Dt: day }, CdtrAgt: agentOf(of.sender), Cdtr: { Nm: 'CREDITOR' } },
            },
          ],
        },
      ],
    },
  })
}
