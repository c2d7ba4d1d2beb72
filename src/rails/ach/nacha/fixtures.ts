/** Test files: a simple input to vary, and a file around any batch with correct controls. */
import assert from 'node:assert/strict'
import type { BatchHeader, DomesticBatchHeader, IatBatchHeader } from './batch-header.ts'
import { buildNachaFile } from './build-file.ts'
import type { NachaBatchInput, NachaEntryInput, NachaFileInput } from './build-input.ts'
import type { StandardEntryDetail } from './entry-detail.ts'
import { BLOCKING_FACTOR, type NachaBatch, type NachaEntry, type NachaFile } from './file.ts'
import { formatNachaFile } from './format-file.ts'
import { parseNachaFile } from './parse-file.ts'
import { totalsOfBatches, totalsOfEntries } from './totals.ts'

export const entryInput: NachaEntryInput = {
  transactionCode: '22',
  receivingRouting: '021000021',
  accountNumber: '998877-01',
  amountCents: 125_00n,
  individualIdentification: 'INV-17',
  individualName: 'Ada Byron',
  traceNumber: '011000010000001',
}

export const batchInput: NachaBatchInput = {
  companyName: 'Difference Engine',
  companyIdentification: '1020304050',
  secCode: 'PPD',
  companyEntryDescription: 'PAYROLL',
  effectiveEntryDate: '2026-03-04',
  originatingDfi: '01100001',
  entries: [entryInput],
}

export const fileInput: NachaFileInput = {
  header: {
    immediateDestination: '011000015',
    immediateDestinationName: 'Federal Reserve',
    immediateOrigin: '011000015',
    immediateOriginName: 'Giro Test',
    fileCreationDate: '2026-03-03',
    fileCreationTime: '09:30',
    fileIdModifier: 'A',
  },
  batches: [batchInput],
}

/** The simple input with one batch of the given entries. */
export function inputOf(entries: Partial<NachaEntryInput>[], batch: Partial<NachaBatchInput> = {}): NachaFileInput {
  return {
    ...fileInput,
    batches: [{ ...batchInput, ...batch, entries: entries.map((entry) => ({ ...entryInput, ...entry })) }],
  }
}

/** The built file. Fails the test if the build is refused. */
export function built(input: NachaFileInput): NachaFile {
  const result = buildNachaFile(input)
  assert.ok(result.ok, result.ok ? '' : `${result.error.field} ${result.error.reason}`)
  return result.file
}

/** The text with characters replaced from `position` of `line`, both 1-based. */
export function altered(text: string, line: number, position: number, characters: string): string {
  const lines = text.split('\n')
  const old = lines[line - 1]!
  lines[line - 1] = old.slice(0, position - 1) + characters + old.slice(position - 1 + characters.length)
  return lines.join('\n')
}

export const domesticHeader: DomesticBatchHeader = {
  record: 'batch header',
  serviceClass: '200',
  companyName: 'Difference Engi',
  companyDiscretionaryData: '',
  companyIdentification: '1020304050',
  secCode: 'PPD',
  companyEntryDescription: 'PAYMENT',
  companyDescriptiveDate: '',
  effectiveEntryDate: '260304',
  settlementDate: '',
  originatorStatusCode: '1',
  originatingDfi: '01100001',
  batchNumber: 1,
}

export const iatHeader: IatBatchHeader = {
  record: 'IAT batch header',
  serviceClass: '220',
  iatIndicator: '',
  foreignExchangeIndicator: 'FF',
  foreignExchangeReferenceIndicator: '3',
  foreignExchangeReference: '',
  destinationCountry: 'CA',
  originatorIdentification: '1020304050',
  secCode: 'IAT',
  companyEntryDescription: 'TRADE',
  originatingCurrency: 'USD',
  destinationCurrency: 'CAD',
  effectiveEntryDate: '260304',
  settlementDate: '',
  originatorStatusCode: '1',
  originatingDfi: '01100001',
  batchNumber: 1,
}

export const standardDetail: StandardEntryDetail = {
  record: 'entry detail',
  transactionCode: '22',
  receivingRouting: '021000021',
  accountNumber: '998877-01',
  amountCents: 125_00n,
  individualIdentification: 'INV-17',
  individualName: 'Ada Byron',
  discretionaryData: '',
  addendaIndicator: '0',
  traceNumber: '011000010000001',
}

/** The text of a file with one batch of this header and these entries, with correct controls. */
export function textOf(header: BatchHeader, entries: NachaEntry[]): string {
  const totals = totalsOfEntries(entries)
  const { serviceClass, originatingDfi, batchNumber } = header
  const shared = { serviceClass, ...totals, originatingDfi, batchNumber }
  const control: NachaBatch['control'] =
    header.secCode === 'ADV'
      ? { record: 'ADV batch control', ...shared, achOperatorData: 'Operator' }
      : {
          record: 'batch control',
          ...shared,
          companyIdentification: header.record === 'batch header' ? header.companyIdentification : '',
          messageAuthenticationCode: '',
          reserved: '',
        }
  const batches = [{ header, entries, control }]
  const recordCount = 4 + totals.entryAddendaCount
  const blockCount = Math.ceil(recordCount / BLOCKING_FACTOR)
  return formatNachaFile({
    header: built(fileInput).header,
    batches,
    control: {
      record: header.secCode === 'ADV' ? 'ADV file control' : 'file control',
      batchCount: 1,
      blockCount,
      ...totalsOfBatches(batches),
      reserved: '',
    },
    form: { lineEnding: '\n', paddingRecords: blockCount * BLOCKING_FACTOR - recordCount, trailer: '\n' },
  })
}

/** The line and field of the refusal, or `accepted`. */
export function refused(text: string): string {
  const parsed = parseNachaFile(text)
  return parsed.ok ? 'accepted' : `${parsed.error.line} ${parsed.error.field}`
}

/** Asserts that the text parses and is written back as the same bytes. */
export function assertRoundTrip(text: string): void {
  const parsed = parseNachaFile(text)
  assert.ok(parsed.ok, parsed.ok ? '' : JSON.stringify(parsed.error))
  assert.equal(formatNachaFile(parsed.file), text)
}
