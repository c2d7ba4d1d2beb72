import type { IatRecords } from './iat-records.ts'

/** An entry that goes back to its originator's bank, as it came in. */
export interface ReturnedEntry {
  /** The transaction code of the entry that came in. */
  transactionCode: string
  /** The routing number of the originator's bank, nine digits. */
  originatorRouting: string
  accountNumber: string
  amountCents: bigint
  individualIdentification: string
  individualName: string
  discretionaryData: string
  /** The new trace number, ascending within the batch. */
  traceNumber: string
  addenda: ReturnAddenda
  /** Of an IAT: the records that its return repeats. */
  iat?: IatRecords | undefined
}

/** What the addenda 99 or 98 of what goes back says besides its trace number. */
export type ReturnAddenda =
  | { kind: 'Return'; code: string; originalTraceNumber: string; information: string }
  | {
      kind: 'Contest'
      /** R71 to R77. */
      code: string
      originalTraceNumber: string
      /** yyyy-mm-dd. */
      returnedOn: string
      settledOn: string
      returnTraceNumber: string
      returnSettledOn: string
      returnCode: string
      dishonorTraceNumber: string
      dishonorSettledOn: string
      dishonorCode: string
    }
  | (Answering & {
      kind: 'Dishonor'
      /** R61 to R70. */
      code: string
      returnCode: string
      /** yyyy-mm-dd. */
      returnSettledOn: string
      information: string
    })
  | (Answering & {
      kind: 'Refusal'
      /** C61 to C69. */
      code: string
      changeCode: string
      correctedData: string
    })

/** What names the answer of another bank, and our entry that it is about. */
interface Answering {
  originalTraceNumber: string
  /** The first eight digits of the bank to which our entry went. */
  originalReceivingDfi: string
  answerTraceNumber: string
}

/** Entries of one originator, SEC code and description. */
export interface ReturnBatch {
  companyName: string
  companyIdentification: string
  secCode: string
  companyEntryDescription: string
  /** The date on which the returns settle, yyyy-mm-dd. */
  effectiveEntryDate: string
  /** The routing number of this bank without its check digit. */
  receivingDfi: string
  entries: readonly ReturnedEntry[]
}

/**
 * NACHA entry detail 02-03: 21 returns a credit to a demand account, 26 a debit; the first digit is
 * the kind of account.
 */
export function returnCodeOf(transactionCode: string): string {
  const [account, action] = [...transactionCode] as [string, string]
  return `${account}${Number(action) <= 4 ? '1' : '6'}`
}
