import type { Temporal } from 'temporal-polyfill'
import { writeParticipant } from '../common/bank.ts'
import { elementText } from '../common/text.ts'
import type { DocumentOf } from '../messages.ts'
import type { Original } from './original.ts'
import type { Participant } from './participant.ts'
import { originalGroup, originalIds } from './payment-return.ts'
import { easternTime, FEDWIRE } from './wrap.ts'

/** A message that asks Fedwire something, with its own id. */
export interface Request {
  messageId: string
  now: Temporal.Instant
}

/** pacs.028: asks Fedwire what became of a message that pays. */
export function statusRequest(original: Original, { messageId, now }: Request): DocumentOf<'pacs.028.001.03'> {
  return {
    FIToFIPmtStsReq: {
      GrpHdr: { MsgId: messageId, CreDtTm: easternTime(now) },
      TxInf: [
        {
          OrgnlGrpInf: originalGroup(original),
          ...originalIds(original),
          InstgAgt: writeParticipant(original.from),
          InstdAgt: writeParticipant(FEDWIRE),
        },
      ],
    },
  }
}

/** admi.004: asks whether the connection works. */
export function connectionCheck({ endpoint }: Participant, now: Temporal.Instant): DocumentOf<'admi.004.001.02'> {
  return { SysEvtNtfctn: { EvtInf: { EvtCd: 'PING', EvtParam: [endpoint], EvtTm: easternTime(now) } } }
}

/** A range of message numbers, both included. */
export interface Range {
  from: number
  to: number
}

/**
 * Fedwire sends copies of at most so many messages for a request, of the last three business days.
 */
export const RETRIEVED_AT_ONCE = 50

/**
 * admi.006: asks for copies of messages of a day: of those that Fedwire sent to the endpoint (R),
 * or of those that it got from it (S).
 */
export function retrievalRequest(
  { endpoint }: Participant,
  wanted: { of: 'R' | 'S'; cycleDate: Temporal.PlainDate; ranges: readonly Range[] },
  { messageId, now }: Request,
): DocumentOf<'admi.006.001.01'> {
  const FrToSeq = wanted.ranges.map(({ from, to }) => ({ FrSeq: sixDigits(from), ToSeq: sixDigits(to) }))
  return {
    RsndReq: {
      MsgHdr: { MsgId: messageId, CreDtTm: easternTime(now), ReqTp: { Prtry: { Id: wanted.of } } },
      RsndSchCrit: [
        {
          BizDt: wanted.cycleDate.toString(),
          SeqRg: { FrToSeq },
          Rcpt: { Id: { PrtryId: { Id: endpoint, Issr: 'NA' } } },
        },
      ],
    },
  }
}

/** The reports that Fedwire sends on request: details sent and received, totals, and balances. */
export type ReportKind = 'DTLS' | 'DTLR' | 'ETOT' | 'ABAR'

/** camt.060: asks for a report of the day; of details, for a range of at most 100 messages. */
export function reportRequest(
  { endpoint, routingNumber }: Participant,
  { kind, range }: { kind: ReportKind; range?: Range },
  { messageId, now }: Request,
): DocumentOf<'camt.060.001.05'> {
  const { FinInstnId } = writeParticipant(routingNumber)
  const owner = kind === 'ABAR' ? { FinInstnId } : { FinInstnId: { ...FinInstnId, Othr: { Id: endpoint } } }
  return {
    AcctRptgReq: {
      GrpHdr: { MsgId: messageId, CreDtTm: easternTime(now) },
      RptgReq: [
        {
          Id: kind,
          ReqdMsgNmId: 'camt.052.001.08',
          Acct: kind === 'ABAR' ? { Id: { Othr: { Id: routingNumber } }, Tp: { Prtry: 'S' } } : undefined,
          AcctOwnr: { Agt: owner },
          RptgSeq: range && { FrToSeq: [{ FrSeq: sixDigits(range.from), ToSeq: sixDigits(range.to) }] },
        },
      ],
    },
  }
}

/** admi.002: tells the sender of a message that it cannot be read or breaks a rule. */
export function messageReject(
  { messageId, why, path }: { messageId: string; why: string; path: string | undefined },
  now: Temporal.Instant,
): DocumentOf<'admi.002.001.01'> {
  const RsnDesc = elementText(path === undefined ? why : `${path}: ${why}`, 350)
  const Rsn = { RjctgPtyRsn: 'TS01', RjctnDtTm: easternTime(now), RsnDesc }
  return { 'admi.002.001.01': { RltdRef: { Ref: messageId }, Rsn } }
}

function sixDigits(sequence: number): string {
  return String(sequence).padStart(6, '0')
}
