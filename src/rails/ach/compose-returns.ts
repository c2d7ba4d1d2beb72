import type { Temporal } from 'temporal-polyfill'
import type { Institution } from '../../institution/institution.ts'
import { fileHeaderOf, fileNameOf, UnwritableFile } from './compose-file.ts'
import { type AchDay, TraceNumbersUsedUp, tracesLeft } from './file-ids.ts'
import {
  buildReturnFile,
  checkDigitOf,
  formatNachaFile,
  type ReturnAddenda,
  type ReturnBatch,
  type ReturnedEntry,
} from './nacha/index.ts'
import type { ReturnKey, WaitingReturn } from './returns.store.ts'

export interface ComposedReturns {
  file: { name: string; content: string; entries: []; entryCount: number }
  written: (ReturnKey & { traceNumber: string })[]
}

/**
 * Composes one file of returns: a batch for each originator, SEC code and description. Trace
 * numbers go on as those of payments do. Throws as `composeAchFile` does.
 */
export function composeReturns(
  institution: Institution,
  now: Temporal.Instant,
  day: AchDay,
  effectiveDate: Temporal.PlainDate,
  returns: readonly WaitingReturn[],
): ComposedReturns {
  if (returns.length > tracesLeft(day)) throw new TraceNumbersUsedUp(institution, day)
  const receivingDfi = institution.routingNumber.slice(0, 8)
  let sequence = day.lastTrace
  const written: ComposedReturns['written'] = []
  const batches = Array.from(Map.groupBy(returns, batchKey).values(), (group): ReturnBatch => {
    const [first] = group as [WaitingReturn]
    const entries = group.map((one) => {
      const traceNumber = receivingDfi + String(++sequence).padStart(7, '0')
      written.push({ receiptId: one.receiptId, kind: one.kind, traceNumber })
      return entryOf(one, traceNumber)
    })
    return {
      companyName: first.originatorName,
      companyIdentification: first.originatorIdentification,
      secCode: first.secCode,
      companyEntryDescription: first.entryDescription,
      effectiveEntryDate: effectiveDate.toString(),
      receivingDfi,
      entries,
    }
  })
  const byHand = returns.find(
    ({ secCode, kind, iatRecords }) => secCode === 'IAT' && (kind !== 'Return' || !iatRecords),
  )
  if (byHand) throw new UnwritableFile({ field: 'batches[0].secCode', reason: 'IAT: write it by hand' })
  const built = buildReturnFile(fileHeaderOf(institution, now, day), batches)
  if (!built.ok) throw new UnwritableFile(built.error)
  const content = formatNachaFile(built.file)
  return { file: { name: fileNameOf(institution, day), content, entries: [], entryCount: written.length }, written }
}

/** IAT batch header 01-69: what its entries have in common. */
const IAT_SHARED_LENGTH = 69

function batchKey(one: WaitingReturn): string {
  return [
    ...[one.originatorIdentification, one.originatorName, one.secCode, one.entryDescription, one.kind],
    ...[one.iatRecords?.header.slice(0, IAT_SHARED_LENGTH) ?? ''],
  ].join('|')
}

function entryOf(one: WaitingReturn, traceNumber: string): ReturnedEntry {
  const dfi = one.originatorRouting
  return {
    transactionCode: one.transactionCode,
    originatorRouting: dfi.length === 8 ? dfi + checkDigitOf(dfi) : dfi,
    accountNumber: one.accountNumber,
    amountCents: one.amount,
    individualIdentification: one.receiverIdentification,
    individualName: one.receiverName,
    discretionaryData: one.discretionaryData,
    traceNumber,
    addenda: addendaOf(one),
    iat: one.iatRecords ?? undefined,
  }
}

function addendaOf(one: WaitingReturn): ReturnAddenda {
  const { code, originalTraceNumber, information } = one
  if (one.kind === 'Return') return { kind: 'Return', code, originalTraceNumber, information }
  if (one.kind === 'Dishonor' || one.kind === 'Refusal') return answeringAddenda(one, one.kind)
  return {
    ...{ kind: 'Contest', code, originalTraceNumber, settledOn: one.settlementDate },
    ...{ returnedOn: one.returnedOn!, returnSettledOn: one.returnedOn! },
    ...{ returnTraceNumber: one.returnTraceNumber!, returnCode: one.returnCode! },
    ...{ dishonorTraceNumber: one.dishonorTraceNumber!, dishonorCode: one.dishonorCode! },
    dishonorSettledOn: one.dishonoredOn!,
  }
}

/**
 * The addenda by which an answer of another bank goes back: it names the entry of the institution.
 */
function answeringAddenda(one: WaitingReturn, kind: 'Dishonor' | 'Refusal'): ReturnAddenda {
  const { code, answeredCode, answeredTraceNumber, answeredDfi, correctedData } = one
  if (answeredCode === null || answeredTraceNumber === null || answeredDfi === null)
    throw new Error(`the answer of receipt ${one.receiptId} names no entry`)
  const answered = { code, originalTraceNumber: answeredTraceNumber, originalReceivingDfi: answeredDfi }
  const answerTraceNumber = one.originalTraceNumber
  if (kind === 'Refusal')
    return { kind, ...answered, changeCode: answeredCode, answerTraceNumber, correctedData: correctedData ?? '' }
  const { settlementDate: returnSettledOn, information } = one
  return { kind, ...answered, returnCode: answeredCode, answerTraceNumber, returnSettledOn, information }
}
