import type { Addenda } from './addenda.ts'
import type { BatchControl } from './batch-control.ts'
import type { IatBatchHeader, ServiceClass } from './batch-header.ts'
import type { EntryDetail } from './entry-detail.ts'
import { type IatRecords, readIatRecords } from './iat-records.ts'
import { type ReturnedEntry, returnCodeOf } from './return-input.ts'
import { IAT_MANDATORY_ADDENDA } from './validate-addenda.ts'

/** What identifies the batch of a return. */
interface Batch {
  serviceClass: ServiceClass
  /** The routing number of this bank without its check digit. */
  originatingDfi: string
  batchNumber: number
}

/** The header of the entries that came in, with the bank that returns them. */
export function iatReturnHeader(
  records: IatRecords,
  { serviceClass, originatingDfi, batchNumber, effectiveEntryDate }: Batch & { effectiveEntryDate: string },
): IatBatchHeader {
  const { header } = readIatRecords(records)
  const own = { serviceClass, originatingDfi, batchNumber, effectiveEntryDate }
  return { ...header, ...own, settlementDate: '', originatorStatusCode: '1' }
}

type Totals = Pick<
  Extract<BatchControl, { record: 'batch control' }>,
  'entryAddendaCount' | 'entryHash' | 'totalDebitCents' | 'totalCreditCents'
>

export function iatReturnControl({
  serviceClass,
  originatingDfi,
  batchNumber,
  entryAddendaCount,
  entryHash,
  totalDebitCents,
  totalCreditCents,
}: Batch & Totals): BatchControl {
  const totals = { entryAddendaCount, entryHash, totalDebitCents, totalCreditCents }
  const blank = { companyIdentification: '', messageAuthenticationCode: '', reserved: '' }
  return { record: 'batch control', serviceClass, ...totals, ...blank, originatingDfi, batchNumber }
}

export function iatReturnDetail(entry: ReturnedEntry): EntryDetail {
  return {
    record: 'IAT entry detail',
    transactionCode: returnCodeOf(entry.transactionCode),
    receivingRouting: entry.originatorRouting,
    addendaCount: IAT_MANDATORY_ADDENDA.length + 1,
    reserved: '',
    amountCents: entry.amountCents,
    accountNumber: entry.accountNumber,
    ...{ reservedAfterAccount: '', gatewayOfacScreening: '', secondaryOfacScreening: '' },
    addendaIndicator: '1',
    traceNumber: entry.traceNumber,
  }
}

/** The seven addenda of the entry, numbered by its return, and then the reason. */
export function iatReturnAddenda(
  { traceNumber, amountCents, addenda }: ReturnedEntry,
  records: IatRecords,
  originalReceivingDfi: string,
): Addenda[] {
  if (addenda.kind !== 'Return') throw new Error(`a ${addenda.kind} of an IAT entry is written by hand`)
  const entrySequenceNumber = traceNumber.slice(-7)
  const repeated = readIatRecords(records).addenda.map((one) => ({ ...one, entrySequenceNumber }) as Addenda)
  return [
    ...repeated,
    {
      record: 'IAT addenda 99',
      returnReasonCode: addenda.code,
      originalTraceNumber: addenda.originalTraceNumber,
      dateOfDeath: '',
      originalReceivingDfi,
      originalEntryAmount: String(amountCents).padStart(10, '0'),
      addendaInformation: addenda.information,
      traceNumber,
    },
  ]
}
