import type { ReadEntry } from '../../rails/rails.ts'
import type { ReceivedItem } from '../../receipts/receipts.ts'
import type { AnswerKind } from './entry-kind.ts'

/** An entry that answers what the institution sent, or tells it something. */
export interface Answer {
  kind: AnswerKind
  /** The reason code, such as R03 or C01; null for a kind without one. */
  code: string | null
  /** The entry as an item: its identity, dates, trace number and money. */
  item: ReceivedItem
  /** The trace number of the entry that it answers; null if it answers none. */
  originalTraceNumber: string | null
  /** The trace number of our return that a dishonored one answers; null for other kinds. */
  returnTraceNumber: string | null
  /** The day of the year on which that return settled, and its code; null for other kinds. */
  returnSettlementDay: string | null
  returnCode: string | null
  /** The trace number of our dishonored return that a contested one answers; null for others. */
  dishonorTraceNumber: string | null
  /**
   * The first eight digits of the bank that received the entry that it answers, or that sent this.
   */
  otherDfi: string
  /** The account details that the other bank gives (addenda 98). */
  correctedData: string | null
  /** What the other bank adds in words. */
  notes: string
}

export function answerOf({ header, entry }: ReadEntry, kind: AnswerKind, item: ReceivedItem): Answer {
  const last = entry.addenda.at(-1)
  if (last === undefined || !('originalTraceNumber' in last)) {
    // An acknowledgement has the trace number of the acknowledged entry as its identification.
    const originalTraceNumber = kind === 'Acknowledgement' && /^\d{15}$/.test(item.receiverId) ? item.receiverId : null
    return { kind, item, ...NOTHING, originalTraceNumber, otherDfi: header.originatingDfi }
  }
  return {
    ...{ kind, item, code: codeOf(last) },
    originalTraceNumber: last.originalTraceNumber,
    ...returnOf(last),
    otherDfi: last.originalReceivingDfi,
    correctedData: 'correctedData' in last ? last.correctedData : null,
    notes: 'addendaInformation' in last ? last.addendaInformation : '',
  }
}

const NO_RETURN = {
  ...{ returnTraceNumber: null, returnSettlementDay: null, returnCode: null },
  dishonorTraceNumber: null,
}
const NOTHING = { code: null, correctedData: null, notes: '', ...NO_RETURN }

/** The return that a dishonored or contested one names. Its code has no R in the file. */
function returnOf(addenda: Answering) {
  if (!('returnTraceNumber' in addenda)) return NO_RETURN
  const { returnTraceNumber, returnSettlementDate: returnSettlementDay, returnReasonCode } = addenda
  const dishonorTraceNumber = 'dishonoredReturnTraceNumber' in addenda ? addenda.dishonoredReturnTraceNumber : null
  const returnCode = returnReasonCode && `R${returnReasonCode}`
  return { returnTraceNumber, returnSettlementDay, returnCode, dishonorTraceNumber }
}

type Answering = Extract<ReadEntry['entry']['addenda'][number], { originalTraceNumber: string }>

/**
 * A dishonored or contested return, and a refused notification, also name the code before theirs.
 */
function codeOf(addenda: Answering): string {
  if ('refusedChangeCode' in addenda) return addenda.refusedChangeCode
  if ('dishonoredReturnReasonCode' in addenda && addenda.record === 'dishonored addenda 99')
    return addenda.dishonoredReturnReasonCode
  if ('contestedReturnReasonCode' in addenda) return addenda.contestedReturnReasonCode
  return 'changeCode' in addenda ? addenda.changeCode : (addenda as { returnReasonCode: string }).returnReasonCode
}
