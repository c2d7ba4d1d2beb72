import type { Addenda } from './addenda.ts'
import type { DomesticBatchHeader, ServiceClass } from './batch-header.ts'
import type { StandardEntryDetail } from './entry-detail.ts'
import { BLOCKING_FACTOR, type NachaBatch, type NachaEntry, type NachaFile, recordsOf } from './file.ts'
import type { FileHeader } from './file-header.ts'
import { toNachaText } from './nacha-text.ts'
import { totalsOfBatches, totalsOfEntries } from './totals.ts'
import { sideOf } from './transaction-codes.ts'
import { validateNachaFile } from './validate-file.ts'

/** Forward transaction codes (entry detail 02-03) of PPD and CCD entries. */
export type ForwardTransactionCode =
  | `${2 | 3 | 4}${2 | 3 | 4 | 7 | 8 | 9}` // demand, savings, general ledger
  | `5${2 | 3 | 4 | 5}` // loan; 55 is only for reversals

/** The sender and destination of the file, and its creation time. */
export interface NachaHeaderInput {
  /** Routing number, nine digits with a valid check digit. */
  immediateDestination: string
  immediateDestinationName: string
  /** Routing number, or ten characters assigned by the operator or ODFI. */
  immediateOrigin: string
  immediateOriginName: string
  /** `yyyy-mm-dd` in the years 2000-2099. */
  fileCreationDate: string
  /** `HH:MM`. */
  fileCreationTime: string
  /** `A`-`Z` or `0`-`9`, different for each file of one day. */
  fileIdModifier: string
  referenceCode?: string
}

/** One credit, debit or prenotification. */
export interface NachaEntryInput {
  transactionCode: ForwardTransactionCode
  /** Nine digits with a valid check digit. */
  receivingRouting: string
  /** At most 17 printable ASCII characters; never altered. */
  accountNumber: string
  /** Cents. Zero for a prenotification, and only for that. */
  amountCents: bigint
  /** At most 15 printable ASCII characters; never altered. */
  individualIdentification: string
  individualName: string
  discretionaryData?: string
  /**
   * Payment-related information, at most 80 characters after transliteration. Longer text is
   * refused, not cut. Empty text gives no addenda record.
   */
  addenda05?: string
  /** The originating DFI's eight digits and seven sequence digits, ascending within the batch. */
  traceNumber: string
}

/** Entries of one company, SEC code and effective entry date. */
export interface NachaBatchInput {
  /** Default by the entries: 220 for credits, 225 for debits, 200 for both. */
  serviceClass?: '200' | '220' | '225'
  companyName: string
  companyDiscretionaryData?: string
  /** At most 10 printable ASCII characters; never altered. */
  companyIdentification: string
  secCode: 'PPD' | 'CCD'
  companyEntryDescription: string
  /** At most 6 characters. `SD1300` requests same-day settlement. */
  companyDescriptiveDate?: string
  /** `yyyy-mm-dd` in the years 2000-2099. */
  effectiveEntryDate: string
  /** Routing number without its check digit. */
  originatingDfi: string
  entries: readonly NachaEntryInput[]
}

export interface NachaFileInput {
  header: NachaHeaderInput
  batches: readonly NachaBatchInput[]
}

/**
 * Why a file cannot be built. `field` is an input path such as
 * `batches[0].entries[2].accountNumber`.
 */
export interface NachaBuildRefusal {
  field: string
  reason: string
}

export type BuiltNachaFile = { ok: true; file: NachaFile } | { ok: false; error: NachaBuildRefusal }

/**
 * Builds a file of PPD and CCD batches, with batch numbers from 1, hashes, counts, totals and
 * padding. Names and descriptions are transliterated and cut to their fields (`toNachaText`). Every
 * other value that does not fit is refused: text that is too long or not printable ASCII, a routing
 * number with a wrong check digit, trace numbers that are not ascending or begin with another DFI,
 * an amount above 10 digits, and totals above 12.
 *
 * @example const built = buildNachaFile({ header, batches: [{ ...batch, entries: [{ ...entry,
 * amountCents: 125_00n }] }] }) if (built.ok) send(formatNachaFile(built.file))
 */
export function buildNachaFile(input: NachaFileInput): BuiltNachaFile {
  const batches = input.batches.map(batchOf)
  const totals = totalsOfBatches(batches)
  const recordCount = 2 + batches.reduce((sum, { control }) => sum + 2 + control.entryAddendaCount, 0)
  const blockCount = Math.ceil(recordCount / BLOCKING_FACTOR)
  const file: NachaFile = {
    header: headerOf(input.header),
    batches,
    control: { record: 'file control', batchCount: batches.length, blockCount, ...totals, reserved: '' },
    form: { lineEnding: '\n', paddingRecords: blockCount * BLOCKING_FACTOR - recordCount, trailer: '\n' },
  }
  const refusal = validateNachaFile(file)
  if (refusal === undefined) return { ok: true, file }
  const { line, field, reason } = refusal
  return { ok: false, error: { field: `${pathOfLine(file, line)}.${inputNameOf(field)}`, reason } }
}

function headerOf(input: NachaHeaderInput): FileHeader {
  return {
    record: 'file header',
    immediateDestination: input.immediateDestination.padStart(10, ' '),
    immediateOrigin: input.immediateOrigin.padStart(10, ' '),
    fileCreationDate: toNachaDate(input.fileCreationDate),
    fileCreationTime: /^\d\d:\d\d$/.test(input.fileCreationTime)
      ? input.fileCreationTime.replace(':', '')
      : input.fileCreationTime,
    fileIdModifier: input.fileIdModifier,
    immediateDestinationName: toNachaText(input.immediateDestinationName, 23),
    immediateOriginName: toNachaText(input.immediateOriginName, 23),
    referenceCode: input.referenceCode ?? '',
  }
}

function batchOf(input: NachaBatchInput, index: number): NachaBatch {
  const batchNumber = index + 1
  const serviceClass = input.serviceClass ?? serviceClassOf(input.entries)
  const header: DomesticBatchHeader = {
    record: 'batch header',
    serviceClass,
    companyName: toNachaText(input.companyName, 16),
    companyDiscretionaryData: toNachaText(input.companyDiscretionaryData ?? '', 20),
    companyIdentification: input.companyIdentification,
    secCode: input.secCode,
    companyEntryDescription: toNachaText(input.companyEntryDescription, 10),
    companyDescriptiveDate: input.companyDescriptiveDate ?? '',
    effectiveEntryDate: toNachaDate(input.effectiveEntryDate),
    settlementDate: '',
    originatorStatusCode: '1',
    originatingDfi: input.originatingDfi,
    batchNumber,
  }
  const entries = input.entries.map(entryOf)
  return {
    header,
    entries,
    control: {
      record: 'batch control',
      serviceClass,
      ...totalsOfEntries(entries),
      companyIdentification: input.companyIdentification,
      messageAuthenticationCode: '',
      reserved: '',
      originatingDfi: input.originatingDfi,
      batchNumber,
    },
  }
}

function entryOf(input: NachaEntryInput): NachaEntry {
  const addenda = paymentAddendaOf(input)
  const detail: StandardEntryDetail = {
    record: 'entry detail',
    transactionCode: input.transactionCode,
    receivingRouting: input.receivingRouting,
    accountNumber: input.accountNumber,
    amountCents: input.amountCents,
    individualIdentification: input.individualIdentification,
    individualName: toNachaText(input.individualName, 22),
    discretionaryData: input.discretionaryData ?? '',
    addendaIndicator: addenda.length === 0 ? '0' : '1',
    traceNumber: input.traceNumber,
  }
  return { detail, addenda }
}

function paymentAddendaOf({ addenda05, traceNumber }: NachaEntryInput): Addenda[] {
  const paymentRelatedInformation = toNachaText(addenda05 ?? '', Number.POSITIVE_INFINITY)
  if (paymentRelatedInformation === '') return []
  const entrySequenceNumber = traceNumber.slice(-7)
  return [{ record: 'addenda 05', paymentRelatedInformation, sequenceNumber: 1, entrySequenceNumber }]
}

function serviceClassOf(entries: readonly NachaEntryInput[]): ServiceClass {
  const sides = new Set(entries.map((entry) => sideOf(entry.transactionCode)))
  if (sides.size === 2) return '200'
  return sides.has('debit') ? '225' : '220'
}

/** `yyyy-mm-dd` as YYMMDD. Other text is kept, and the rule of the field refuses it. */
function toNachaDate(date: string): string {
  return /^20\d\d-\d\d-\d\d$/.test(date) ? date.slice(2).replaceAll('-', '') : date
}

/** The input path of the record on `line`. */
function pathOfLine(file: NachaFile, line: number): string {
  const record = [...recordsOf(file)][line - 1]
  if (record === file.header) return 'header'
  for (const [i, batch] of file.batches.entries()) {
    const entry = batch.entries.findIndex(
      ({ detail, addenda }) => detail === record || addenda.includes(record as Addenda),
    )
    if (entry >= 0) return `batches[${i}].entries[${entry}]`
    if (batch.header === record || batch.control === record) return `batches[${i}]`
  }
  return 'file'
}

/** The input's name for a field of a record. */
function inputNameOf(field: string): string {
  return field === 'paymentRelatedInformation' || field === 'entrySequenceNumber' ? 'addenda05' : field
}
