import type { Temporal } from 'temporal-polyfill'
import { type Made, made } from './bytes.ts'
import { accountElement, amountElement, type participantElement, partyElement } from './elements.ts'
import { originalAmount, originalGroup, originalIds } from './originals.ts'
import type { Stamp } from './script.ts'
import type { Answer, Original, Status } from './told.ts'

/** What the messages of the networks differ in. */
export interface Style {
  /** The participant number or BIC of the network itself. */
  self: string
  settlement: { SttlmMtd: 'CLRG' | 'INGA'; ClrSys?: { Cd: string } }
  messageIdOf(stamp: Stamp, of: { bank: string }): string
  timeOf(at: Temporal.Instant): string
  words: Readonly<Record<Status, string>>
  /** A code of the network itself, or of ISO 20022. */
  reasonOf(code: string): { Cd: string } | { Prtry: string }
  agentOf(id: string): Agent
  /** PmtTpInf of a credit, and of a request to pay. */
  paymentTypes: { credit: PaymentType; request: PaymentType }
  chargeBearer: 'SLEV' | 'SHAR'
  /** The type of a return, if it is not pacs.004.001.10. */
  returnType?: 'pacs.004.001.09'
  /** Elements of a return that only one network asks for. */
  returnReference?: { OrgnlTxRef: { PmtTpInf: PaymentType } }
  eventOf(isOn: boolean, routingNumber: string, stamp: Stamp): { EvtCd: string; EvtParam: string[] }
  /** The ids of a payment that the report of its status repeats. */
  idsInStatus(of: Original): object
  /** The code of a status of a message that the network does not know. Without it, admi.002. */
  unknown?: string
  /** Elements of the envelope for types that have several. */
  elements?: { returnAnswer?: string }
  /** The answers to a request for a return: the network's codes of consent and refusal. */
  consent: { accepted: string; refused: string }
}

type Agent =
  | ReturnType<typeof participantElement>
  | { FinInstnId: { BICFI: string } }
  | { FinInstnId: { ClrSysMmbId: { MmbId: string } } }
interface PaymentType {
  SvcLvl?: readonly { Cd: string }[]
  LclInstrm?: { Prtry: string }
  CtgyPurp?: { Prtry: string }
}

type Of<Kind extends Answer['kind']> = Extract<Answer, { kind: Kind }>

/** The message that says it; undefined for what the network does not say. */
export function messageOf(answer: Answer, us: string, style: Style, stamp: Stamp): Made | undefined {
  const time = style.timeOf(stamp.at)
  const messageId = style.messageIdOf(stamp, { bank: bankOf(answer, style) })
  const group = { MsgId: messageId, CreDtTm: time }
  const settlement = { ...group, NbOfTxs: '1', SttlmInf: style.settlement }
  const frame = { messageId, time, us, style, stamp }
  switch (answer.kind) {
    case 'status':
      return made('pacs.002.001.10', messageId, {
        FIToFIPmtStsRpt: { GrpHdr: group, TxInfAndSts: [statusOf(answer, frame)] },
      })
    case 'return':
      return made(style.returnType ?? 'pacs.004.001.10', messageId, {
        PmtRtr: { GrpHdr: settlement, TxInf: [returnOf(answer, frame)] },
      })
    case 'credit':
      return made('pacs.008.001.08', messageId, {
        FIToFICstmrCdtTrf: { GrpHdr: settlement, CdtTrfTxInf: [creditOf(answer, frame)] },
      })
    case 'returnRequest':
      return cancellationOf(answer, frame)
    case 'returnAnswer':
      return cancellationAnswerOf(answer, frame)
    case 'paymentRequest':
      return requestOf(answer, frame)
    case 'requestAnswer':
      return requestAnswerOf(answer, frame)
    case 'unknown':
      return style.unknown === undefined
        ? refusalOf(answer, frame)
        : messageOf(unknownOf(answer, style.unknown), us, style, stamp)
    case 'refusal':
      return refusalOf(answer, frame)
    case 'participant':
      return made('admi.004.001.02', messageId, {
        SysEvtNtfctn: { EvtInf: { ...style.eventOf(answer.isOn, answer.routingNumber, stamp), EvtTm: time } },
      })
    case 'gap':
      return gapOf(answer, frame)
  }
}

/** The status of a message that the network never got: rejected, for a reason that says so. */
function unknownOf({ asked }: Of<'unknown'>, code: string): Of<'status'> {
  const of = { ...asked, messageId: asked.originalId, messageType: asked.originalType, uetr: asked.originalUetr }
  return { kind: 'status', of, status: 'Rejected', code, settledOn: undefined }
}

/** Who speaks: the network, or the bank behind it. */
function bankOf(answer: Answer, { self }: Style): string {
  if (answer.kind === 'credit') return answer.credit.otherBank
  if (answer.kind === 'paymentRequest') return answer.request.otherBank
  if (answer.kind === 'return' || answer.kind === 'requestAnswer') return answer.of.receiver
  if (answer.kind === 'returnRequest') return answer.of.sender
  return answer.kind === 'returnAnswer' ? (answer.original?.receiver ?? self) : self
}

interface Frame {
  messageId: string
  time: string
  /** The institution, as the network names it. */
  us: string
  style: Style
  stamp: Stamp
}

/** PaymentTransaction110. */
function statusOf({ of, status, code, settledOn }: Of<'status'>, { time, style }: Frame) {
  return {
    OrgnlGrpInf: originalGroup(of),
    ...style.idsInStatus(of),
    TxSts: style.words[status],
    ...(code !== undefined && {
      StsRsnInf: [{ Rsn: style.reasonOf(code), AddtlInf: ['Rejected by the simulated network'] }],
    }),
    ...(settledOn !== undefined && { AccptncDtTm: time, FctvIntrBkSttlmDt: { Dt: settledOn } }),
    InstgAgt: style.agentOf(style.self),
    InstdAgt: style.agentOf(of.sender),
  }
}

/** A correspondent that keeps our account instructs us itself, also for the banks behind it. */
function instructing({ settlement, self }: Style, bank: string): string {
  return settlement.SttlmMtd === 'INGA' ? self : bank
}

/** PaymentTransaction118. */
function returnOf({ of, amount, code }: Of<'return'>, { messageId, style, stamp }: Frame) {
  return {
    RtrId: messageId,
    OrgnlGrpInf: originalGroup(of),
    ...originalIds(of),
    ...originalAmount(of),
    RtrdIntrBkSttlmAmt: amountElement(amount, of.currency),
    IntrBkSttlmDt: stamp.day.toString(),
    RtrdInstdAmt: amountElement(amount, of.currency),
    ChrgBr: style.chargeBearer,
    InstgAgt: style.agentOf(instructing(style, of.receiver)),
    InstdAgt: style.agentOf(of.sender),
    RtrChain: {
      Dbtr: { Pty: partyElement(of.creditorName) },
      DbtrAgt: style.agentOf(of.receiver),
      CdtrAgt: style.agentOf(of.sender),
      Cdtr: { Pty: partyElement(of.debtorName) },
      // pacs.004.001.09 names no accounts.
      ...(style.returnType === undefined && { CdtrAcct: accountElement(of.debtorAccount) }),
    },
    RtrRsnInf: [{ Rsn: { Cd: code }, AddtlInf: ['Returned by the simulated bank'] }],
    ...style.returnReference,
  }
}

/** CreditTransferTransaction39. */
function creditOf({ credit, uetr }: Of<'credit'>, { messageId, us, style, stamp }: Frame) {
  const { amount, currency, remittance, endToEndId } = credit
  return {
    PmtId: { InstrId: messageId, EndToEndId: endToEndId ?? messageId, UETR: uetr },
    PmtTpInf: style.paymentTypes.credit,
    IntrBkSttlmAmt: amountElement(amount, currency),
    IntrBkSttlmDt: stamp.day.toString(),
    InstdAmt: amountElement(amount, currency),
    ChrgBr: style.chargeBearer,
    InstgAgt: style.agentOf(instructing(style, credit.otherBank)),
    InstdAgt: style.agentOf(us),
    Dbtr: partyElement(credit.otherName),
    DbtrAcct: accountElement(credit.otherAccount),
    DbtrAgt: style.agentOf(credit.otherBank),
    CdtrAgt: style.agentOf(us),
    Cdtr: partyElement(credit.name),
    CdtrAcct: accountElement(credit.accountNumber),
    ...(remittance !== undefined && { RmtInf: { Ustrd: [remittance] } }),
  }
}

function assignmentOf(bank: string, { messageId, time, us, style }: Frame) {
  const [Assgnr, Assgne] = [{ Agt: style.agentOf(bank) }, { Agt: style.agentOf(us) }]
  return { Id: messageId, Assgnr, Assgne, CreDtTm: time }
}

function cancellationOf({ of, caseId, code }: Of<'returnRequest'>, frame: Frame): Made {
  const Case = { Id: caseId, Cretr: { Agt: frame.style.agentOf(of.sender) } }
  const CxlRsnInf = [{ Rsn: { Cd: code }, AddtlInf: ['Requested by the simulated bank'] }]
  const TxInf = [{ OrgnlGrpInf: originalGroup(of), ...originalIds(of), ...originalAmount(of), CxlRsnInf }]
  return made('camt.056.001.08', frame.messageId, {
    FIToFIPmtCxlReq: { Assgnmt: assignmentOf(of.sender, frame), Case, Undrlyg: [{ TxInf }] },
  })
}

function cancellationAnswerOf(answer: Of<'returnAnswer'>, frame: Frame): Made {
  const { of, original, isAccepted, code } = answer
  const { style, us } = frame
  const reason = isAccepted ? {} : { CxlStsRsnInf: [{ Rsn: { Cd: code } }] }
  const about = original
    ? { OrgnlGrpInf: originalGroup(original), ...originalIds(original) }
    : { OrgnlGrpInf: { ...originalGroup(of), OrgnlMsgId: of.originalId }, OrgnlUETR: of.originalUetr }
  const message = {
    RsltnOfInvstgtn: {
      Assgnmt: assignmentOf(original?.receiver ?? style.self, frame),
      RslvdCase: { Id: of.caseId, Cretr: { Agt: style.agentOf(us) } },
      Sts: { Conf: isAccepted ? style.consent.accepted : style.consent.refused },
      CxlDtls: [{ TxInfAndSts: [{ ...about, ...reason }] }],
    },
  }
  return made('camt.029.001.09', frame.messageId, message, style.elements?.returnAnswer)
}

function requestOf({ request, uetr }: Of<'paymentRequest'>, { messageId, time, us, style }: Frame): Made {
  const { amount, currency, settlesOn, remittance } = request
  return made('pain.013.001.07', messageId, {
    CdtrPmtActvtnReq: {
      GrpHdr: { MsgId: messageId, CreDtTm: time, NbOfTxs: '1', InitgPty: partyElement(request.otherName) },
      PmtInf: [
        {
          PmtInfId: messageId,
          PmtMtd: 'TRF',
          ReqdExctnDt: { Dt: settlesOn },
          Dbtr: partyElement(request.name),
          DbtrAcct: accountElement(request.accountNumber),
          DbtrAgt: style.agentOf(us),
          CdtTrfTx: [
            {
              PmtId: { InstrId: messageId, EndToEndId: messageId, UETR: uetr },
              PmtTpInf: style.paymentTypes.request,
              Amt: { InstdAmt: amountElement(amount, currency) },
              ChrgBr: style.chargeBearer,
              CdtrAgt: style.agentOf(request.otherBank),
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

function requestAnswerOf({ of, isAccepted, code }: Of<'requestAnswer'>, { messageId, time, style }: Frame): Made {
  return made('pain.014.001.07', messageId, {
    CdtrPmtActvtnReqStsRpt: {
      GrpHdr: {
        MsgId: messageId,
        CreDtTm: time,
        InitgPty: partyElement('Simulated bank'),
        DbtrAgt: style.agentOf(of.receiver),
        CdtrAgt: style.agentOf(of.sender),
      },
      OrgnlGrpInfAndSts: originalGroup(of),
      OrgnlPmtInfAndSts: [
        {
          OrgnlPmtInfId: of.instructionId ?? of.messageId,
          TxInfAndSts: [
            {
              ...originalIds({ ...of, instructionId: undefined }),
              TxSts: isAccepted ? 'ACCP' : 'RJCT',
              ...(code !== undefined && { StsRsnInf: [{ Rsn: { Cd: code } }] }),
            },
          ],
        },
      ],
    },
  })
}

function refusalOf(answer: Of<'refusal' | 'unknown'>, { messageId, time }: Frame): Made {
  const [reference, code, why] =
    answer.kind === 'refusal'
      ? [answer.messageId, answer.code, answer.why]
      : [answer.asked.messageId, 'E990', `${answer.asked.originalId} is not known`]
  return made('admi.002.001.01', messageId, {
    'admi.002.001.01': {
      RltdRef: { Ref: reference === '' ? 'UNKNOWN' : reference },
      Rsn: { RjctgPtyRsn: code, RjctnDtTm: time, RsnDesc: why.slice(0, 350) },
    },
  })
}

/** The endpoint gap report: which numbers of ours are missing. */
function gapOf({ endpoint, missing }: Of<'gap'>, { messageId, time }: Frame): Made {
  const sixDigits = (number: number) => String(number).padStart(6, '0')
  const next = sixDigits(Math.max(...missing) + 1)
  const list = missing.map(sixDigits).join(' ')
  return made(
    'camt.052.001.08',
    messageId,
    {
      BkToCstmrAcctRpt: {
        GrpHdr: { MsgId: 'GAPR', CreDtTm: time, MsgPgntn: { PgNb: '1', LastPgInd: true } },
        Rpt: [
          {
            Id: 'IMAD',
            CreDtTm: time,
            Acct: { Id: { Othr: { Id: endpoint } } },
            AddtlRptInf: `Next sequence number: ${next}. List of missing sequence numbers: ${list}`.slice(0, 500),
          },
        ],
      },
    },
    'FedwireFundsEndpointGapReport',
  )
}
