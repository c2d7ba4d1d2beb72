import type { Temporal } from 'temporal-polyfill'
import { writeBank, writeParticipant } from '../common/bank.ts'
import type { DocumentOf } from '../messages.ts'
import type { Original } from './original.ts'
import { narrative, originalGroup, originalIds } from './payment-return.ts'
import { easternTime } from './wrap.ts'

/** A bank that asks or answers: a participant of Fedwire. */
const agent = (routingNumber: string) => ({ Agt: writeParticipant(routingNumber) }) as const

export interface Asking {
  messageId: string
  caseId: string
  code: string
  reason: string
  /** The name of the institution, which opens the case. */
  creator: string
  now: Temporal.Instant
}

/** camt.056: asks the bank that received a transfer of ours to return it. */
export function returnRequest(original: Original, asking: Asking): DocumentOf<'camt.056.001.08'> {
  const { messageId, caseId, code, reason, creator, now } = asking
  const underlying = {
    OrgnlGrpInf: originalGroup(original),
    ...originalIds(original),
    OrgnlIntrBkSttlmAmt: original.amount,
    OrgnlIntrBkSttlmDt: original.settledOn,
    CxlRsnInf: [{ Rsn: { Cd: code }, AddtlInf: narrative(reason) }],
  }
  return {
    FIToFIPmtCxlReq: {
      Assgnmt: assignment(messageId, original.from, original.to, now),
      Case: { Id: caseId, Cretr: { Agt: writeBank({ routingNumber: original.from, name: creator }) } },
      Undrlyg: [{ TxInf: [underlying] }],
    },
  }
}

type Request = DocumentOf<'camt.056.001.08'>['FIToFIPmtCxlReq']

/** What became of a request for return: ExternalInvestigationExecutionConfirmation1Code. */
export const CONFIRMATIONS = { accepted: 'CNCL', refused: 'RJCR', pending: 'PDCR' } as const

/** camt.029: answers another bank's request for a return. A reason is only said of a refusal. */
export function returnAnswer(
  { Assgnmt, Case, Undrlyg }: Request,
  answer: { messageId: string; isAccepted: boolean; code: string; reason: string; now: Temporal.Instant },
): DocumentOf<'camt.029.001.09'> {
  const { messageId, isAccepted, code, reason, now } = answer
  const asked = Undrlyg[0]!.TxInf![0]!
  const { OrgnlGrpInf, OrgnlInstrId, OrgnlEndToEndId, OrgnlUETR } = asked
  return {
    RsltnOfInvstgtn: {
      Assgnmt: { Id: messageId, Assgnr: Assgnmt.Assgne, Assgne: Assgnmt.Assgnr, CreDtTm: easternTime(now) },
      RslvdCase: Case,
      Sts: { Conf: isAccepted ? CONFIRMATIONS.accepted : CONFIRMATIONS.refused },
      CxlDtls: [
        {
          TxInfAndSts: [
            {
              ...{ OrgnlGrpInf, OrgnlInstrId, OrgnlEndToEndId, OrgnlUETR },
              CxlStsRsnInf: isAccepted ? undefined : [{ Rsn: { Cd: code }, AddtlInf: narrative(reason) }],
            },
          ],
        },
      ],
    },
  }
}

export function assignment(messageId: string, from: string, to: string, now: Temporal.Instant) {
  return { Id: messageId, Assgnr: agent(from), Assgne: agent(to), CreDtTm: easternTime(now) }
}
