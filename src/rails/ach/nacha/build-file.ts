import type { Addenda } from './addenda.ts'
import type { DomesticBatchHeader, ServiceClass } from './batch-header.ts'
import { iatBatchControl, iatBatchHeader, iatEntryOf } from './build-iat.ts'
import {
  type BuiltSecCode,
  type NachaBatchInput,
  type NachaEntryInput,
  type NachaFileInput,
  type NachaHeaderInput,
  toNachaDate,
} from './build-input.ts'
import type { EntryDetail } from './entry-detail.ts'
import {
  BLOCKING_FACTOR,
  type NachaBatch,
  type NachaEntry,
  type NachaFile,
  type NachaRefusal,
  recordsOf,
} from './file.ts'
import type { FileHeader } from './file-header.ts'
import { toNachaText } from './nacha-text.ts'
import { totalsOfBatches, totalsOfEntries } from './totals.ts'
import { sideOf } from './transaction-codes.ts'
import { validateNachaFile } from './validate-file.ts'

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
 * Builds a file of forward entries, with batch numbers from 1, hashes, counts, totals and
 * padding. Names and descriptions are in ASCII, and cut to their fields (`toNachaText`). Every
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
  const nameless = namelessEntry(file)
  if (nameless !== undefined) return { ok: false, error: nameless }
  const refusal = validateNachaFile(file)
  return refusal === undefined ? { ok: true, file } : { ok: false, error: refusalOf(file, refusal) }
}

/** A refusal of the file in terms of its input. */
export function refusalOf(file: NachaFile, { line, field, reason }: NachaRefusal): NachaBuildRefusal {
  return { field: `${pathOfLine(file, line)}.${inputNameOf(field)}`, reason }
}

/**
 * No entry that we send has a blank name, although some SEC codes permit it. A reversing entry has
 * the name of the entry that it reverses.
 */
function namelessEntry({ batches }: NachaFile): NachaBuildRefusal | undefined {
  for (const [batch, { header, entries }] of batches.entries()) {
    if (header.companyEntryDescription === 'REVERSAL') continue
    const entry = entries.findIndex(({ detail }) => 'individualName' in detail && detail.individualName === '')
    if (entry >= 0) return { field: `batches[${batch}].entries[${entry}].individualName`, reason: 'is required' }
  }
  return undefined
}

/** The file header record. */
export function headerOf(input: NachaHeaderInput): FileHeader {
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
  const entries = input.entries.map((entry) => entryOf(entry, input.secCode))
  if (input.secCode === 'IAT') {
    const numbered = { serviceClass, batchNumber }
    return { header: iatBatchHeader(input, numbered), entries, control: iatBatchControl(input, entries, numbered) }
  }
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

function entryOf(input: NachaEntryInput, secCode: BuiltSecCode): NachaEntry {
  if (secCode === 'IAT') return iatEntryOf(input, paymentTextsOf(input))
  const addenda = paymentAddendaOf(input)
  return { detail: detailOf(input, secCode, addenda.length), addenda }
}

function detailOf(input: NachaEntryInput, secCode: BuiltSecCode, addendaCount: number): EntryDetail {
  const { transactionCode, receivingRouting, accountNumber, amountCents, traceNumber } = input
  const start = { transactionCode, receivingRouting, accountNumber, amountCents }
  const addendaIndicator = addendaCount === 0 ? '0' : '1'
  const end = { discretionaryData: input.discretionaryData ?? '', addendaIndicator, traceNumber }
  const individualName = (width: number) => toNachaText(input.individualName, width)
  const { individualIdentification, checkSerialNumber = '', terminalCity = '', terminalState = '' } = input
  switch (secCode) {
    case 'CTX':
      return {
        ...{ record: 'corporate entry detail', ...start, individualIdentification, addendaCount },
        ...{ individualName: individualName(16), reserved: '', ...end },
      }
    case 'CIE':
      return {
        ...{ record: 'CIE entry detail', ...start, individualName: individualName(15), individualIdentification },
        ...end,
      }
    case 'ARC':
      return { record: 'check entry detail', ...start, checkSerialNumber, individualName: individualName(22), ...end }
    case 'POP':
      return {
        ...{ record: 'POP entry detail', ...start, checkSerialNumber, terminalCity, terminalState },
        ...{ individualName: individualName(22), ...end },
      }
    default:
      return { record: 'entry detail', ...start, individualIdentification, individualName: individualName(22), ...end }
  }
}

function paymentAddendaOf(input: NachaEntryInput): Addenda[] {
  const entrySequenceNumber = input.traceNumber.slice(-7)
  return paymentTextsOf(input).map((paymentRelatedInformation, at): Addenda => {
    return { record: 'addenda 05', paymentRelatedInformation, sequenceNumber: at + 1, entrySequenceNumber }
  })
}

/** The payment related information of each addenda record. */
function paymentTextsOf({ addenda05 = [] }: NachaEntryInput): string[] {
  return [addenda05].flat().flatMap((text) => toNachaText(text, Number.POSITIVE_INFINITY) || [])
}

function serviceClassOf(entries: readonly NachaEntryInput[]): ServiceClass {
  const sides = new Set(entries.map((entry) => sideOf(entry.transactionCode)))
  if (sides.size === 2) return '200'
  return sides.has('debit') ? '225' : '220'
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
