import type { Addenda } from './addenda.ts'
import type { ServiceClass } from './batch-header.ts'
import { type BuiltNachaFile, headerOf, refusalOf } from './build-file.ts'
import { iatReturnAddenda, iatReturnControl, iatReturnDetail, iatReturnHeader } from './build-iat-returns.ts'
import { type NachaHeaderInput, toNachaDate } from './build-input.ts'
import type { EntryDetail } from './entry-detail.ts'
import { BLOCKING_FACTOR, type NachaBatch, type NachaEntry, type NachaFile } from './file.ts'
import { toNachaText } from './nacha-text.ts'
import { type ReturnAddenda, type ReturnBatch, type ReturnedEntry, returnCodeOf } from './return-input.ts'
import { totalsOfBatches, totalsOfEntries } from './totals.ts'
import { validateNachaFile } from './validate-file.ts'

/** The SEC codes whose entries can be written back, by the form of their entry detail record. */
const FORMS: Readonly<Record<string, (entry: ReturnedEntry) => EntryDetail>> = {
  ...Object.fromEntries(['PPD', 'CCD', 'WEB', 'TEL', 'COR'].map((code) => [code, standardDetail])),
  ...Object.fromEntries(['ARC', 'BOC', 'RCK'].map((code) => [code, checkDetail])),
  CIE: (entry) => ({
    ...standardDetail(entry),
    record: 'CIE entry detail',
    individualName: entry.individualName.slice(0, 15),
  }),
  CTX: corporateDetail,
  IAT: iatReturnDetail,
}

/** Whether an entry of this SEC code can be returned in a file. */
export function isReturnWritable(secCode: string): boolean {
  return Object.hasOwn(FORMS, secCode)
}

/**
 * Builds a file of returns: each entry goes back to the bank that it came from, under a new trace
 * number, with the reason and its original trace number in an addenda 99.
 */
export function buildReturnFile(header: NachaHeaderInput, asked: readonly ReturnBatch[]): BuiltNachaFile {
  const batches = asked.map(batchOf)
  const recordCount = 2 + batches.reduce((sum, { control }) => sum + 2 + control.entryAddendaCount, 0)
  const blockCount = Math.ceil(recordCount / BLOCKING_FACTOR)
  const totals = totalsOfBatches(batches)
  const file: NachaFile = {
    header: headerOf(header),
    batches,
    control: { record: 'file control', batchCount: batches.length, blockCount, ...totals, reserved: '' },
    form: { lineEnding: '\n', paddingRecords: blockCount * BLOCKING_FACTOR - recordCount, trailer: '\n' },
  }
  const refusal = validateNachaFile(file)
  return refusal === undefined ? { ok: true, file } : { ok: false, error: refusalOf(file, refusal) }
}

function batchOf(input: ReturnBatch, index: number): NachaBatch {
  const batchNumber = index + 1
  const entries = input.entries.map((entry) => entryOf(input, entry))
  const totals = totalsOfEntries(entries)
  const serviceClass: ServiceClass =
    totals.totalDebitCents === 0n ? '220' : totals.totalCreditCents === 0n ? '225' : '200'
  const shared = {
    serviceClass,
    companyIdentification: input.companyIdentification,
    originatingDfi: input.receivingDfi,
  }
  const iat = input.entries[0]?.iat
  if (iat)
    return {
      header: iatReturnHeader(iat, {
        ...shared,
        effectiveEntryDate: toNachaDate(input.effectiveEntryDate),
        batchNumber,
      }),
      entries,
      control: iatReturnControl({ ...shared, ...totals, batchNumber }),
    }
  return {
    header: {
      record: 'batch header',
      ...shared,
      companyName: toNachaText(input.companyName, 16),
      companyDiscretionaryData: '',
      secCode: input.secCode,
      companyEntryDescription: toNachaText(input.companyEntryDescription, 10),
      companyDescriptiveDate: '',
      effectiveEntryDate: toNachaDate(input.effectiveEntryDate),
      settlementDate: '',
      originatorStatusCode: '1',
      batchNumber,
    },
    entries,
    control: {
      record: 'batch control',
      ...shared,
      ...totals,
      messageAuthenticationCode: '',
      reserved: '',
      batchNumber,
    },
  }
}

function entryOf({ secCode, receivingDfi }: ReturnBatch, entry: ReturnedEntry): NachaEntry {
  const form = FORMS[secCode]
  if (!form) throw new Error(`entries of ${secCode} cannot be returned in a file`)
  if (entry.iat) return { detail: form(entry), addenda: iatReturnAddenda(entry, entry.iat, receivingDfi) }
  return { detail: form(entry), addenda: [addendaOf(entry, receivingDfi)] }
}

const common = (entry: ReturnedEntry) => ({
  transactionCode: returnCodeOf(entry.transactionCode),
  receivingRouting: entry.originatorRouting,
  accountNumber: entry.accountNumber,
  amountCents: entry.amountCents,
  discretionaryData: entry.discretionaryData,
  addendaIndicator: '1',
  traceNumber: entry.traceNumber,
})

function standardDetail(entry: ReturnedEntry) {
  const { individualIdentification, individualName } = entry
  return { record: 'entry detail', ...common(entry), individualIdentification, individualName } as const
}

function checkDetail(entry: ReturnedEntry) {
  const { individualIdentification: checkSerialNumber, individualName } = entry
  return { record: 'check entry detail', ...common(entry), checkSerialNumber, individualName } as const
}

function corporateDetail(entry: ReturnedEntry) {
  const { individualIdentification } = entry
  const individualName = entry.individualName.slice(0, 16)
  const counted = { addendaCount: 1, individualIdentification, individualName, reserved: '' }
  return { record: 'corporate entry detail', ...common(entry), ...counted } as const
}

function addendaOf({ addenda, traceNumber }: ReturnedEntry, originalReceivingDfi: string): Addenda {
  if (addenda.kind === 'Dishonor') return dishonorOf(addenda, traceNumber)
  if (addenda.kind === 'Refusal') return refusalOfChange(addenda, traceNumber)
  const { code, originalTraceNumber } = addenda
  const shared = { originalTraceNumber, originalReceivingDfi, traceNumber }
  if (addenda.kind === 'Return')
    return {
      ...{ record: 'addenda 99', ...shared, returnReasonCode: code, dateOfDeath: '' },
      addendaInformation: addenda.information,
    }
  return {
    record: 'contested addenda 99',
    ...shared,
    contestedReturnReasonCode: code,
    dateOriginalEntryReturned: toNachaDate(addenda.returnedOn),
    originalSettlementDate: julianDay(addenda.settledOn),
    returnTraceNumber: addenda.returnTraceNumber,
    returnSettlementDate: julianDay(addenda.returnSettledOn),
    returnReasonCode: addenda.returnCode.slice(1),
    dishonoredReturnTraceNumber: addenda.dishonorTraceNumber,
    dishonoredReturnSettlementDate: julianDay(addenda.dishonorSettledOn),
    dishonoredReturnReasonCode: addenda.dishonorCode.slice(1),
    reserved: '',
  }
}

function dishonorOf(addenda: Extract<ReturnAddenda, { kind: 'Dishonor' }>, traceNumber: string): Addenda {
  return {
    record: 'dishonored addenda 99',
    dishonoredReturnReasonCode: addenda.code,
    originalTraceNumber: addenda.originalTraceNumber,
    reserved: '',
    originalReceivingDfi: addenda.originalReceivingDfi,
    reservedAfterDfi: '',
    returnTraceNumber: addenda.answerTraceNumber,
    returnSettlementDate: julianDay(addenda.returnSettledOn),
    returnReasonCode: addenda.returnCode.slice(1),
    addendaInformation: addenda.information,
    traceNumber,
  }
}

function refusalOfChange(addenda: Extract<ReturnAddenda, { kind: 'Refusal' }>, traceNumber: string): Addenda {
  return {
    record: 'refused addenda 98',
    refusedChangeCode: addenda.code,
    originalTraceNumber: addenda.originalTraceNumber,
    reserved: '',
    originalReceivingDfi: addenda.originalReceivingDfi,
    correctedData: addenda.correctedData,
    changeCode: addenda.changeCode,
    traceSequenceNumber: addenda.answerTraceNumber.slice(-7),
    reservedAfterData: '',
    traceNumber,
  }
}

/** The day of the year as three digits. */
function julianDay(date: string): string {
  const start = Date.UTC(Number(date.slice(0, 4)), 0, 0)
  return String(Math.round((Date.parse(date) - start) / 86_400_000)).padStart(3, '0')
}
