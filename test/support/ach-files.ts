/** ACH files as another bank or the operator sends them, with right counts, hashes and totals. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Temporal } from 'temporal-polyfill'
import type { Addenda } from '../../src/rails/ach/nacha/addenda.ts'
import type { BatchHeader, DomesticBatchHeader } from '../../src/rails/ach/nacha/batch-header.ts'
import type { EntryDetail, StandardEntryDetail } from '../../src/rails/ach/nacha/entry-detail.ts'
import { BLOCKING_FACTOR, type NachaBatch, type NachaEntry } from '../../src/rails/ach/nacha/file.ts'
import { formatNachaFile } from '../../src/rails/ach/nacha/format-file.ts'
import { parseNachaFile } from '../../src/rails/ach/nacha/index.ts'
import { totalsOfBatches, totalsOfEntries } from '../../src/rails/ach/nacha/totals.ts'
import { checkDigitOf } from '../../src/rails/ach/nacha/values.ts'
import type { TestService } from './test-service.ts'

/** A batch without its number and its control. */
export interface IncomingBatch {
  header: BatchHeader
  entries: readonly NachaEntry[]
}

/** The other bank of most entries. */
export const OTHER_BANK = '021000021'

/** An entry that the institution sent. */
export interface Sent {
  paymentUID: string
  traceNumber: string
  amountCents: bigint
  entryType: 'CREDIT' | 'DEBIT'
  secCode: string
  receivingRouting: string
  accountNumber: string
}

export function incomingFile(createdOn: Temporal.PlainDate, batches: readonly IncomingBatch[], modifier = 'A'): Buffer {
  const numbered = batches.map(({ header, entries }, at): NachaBatch => {
    const batchNumber = at + 1
    const totals = totalsOfEntries(entries)
    const shared = { serviceClass: header.serviceClass, ...totals, originatingDfi: header.originatingDfi, batchNumber }
    const companyIdentification = header.record === 'batch header' ? header.companyIdentification : ''
    const control = { companyIdentification, messageAuthenticationCode: '', reserved: '' }
    return {
      header: { ...header, batchNumber },
      entries: [...entries],
      control: { record: 'batch control', ...shared, ...control },
    }
  })
  const records = 2 + numbered.reduce((sum, { control }) => sum + 2 + control.entryAddendaCount, 0)
  const blockCount = Math.ceil(records / BLOCKING_FACTOR)
  const text = formatNachaFile({
    header: {
      record: 'file header',
      immediateDestination: ' 061099995',
      immediateOrigin: ' 061000146',
      fileCreationDate: yymmdd(createdOn),
      fileCreationTime: '0600',
      fileIdModifier: modifier,
      immediateDestinationName: 'Bank',
      immediateOriginName: 'Operator',
      referenceCode: '',
    },
    batches: numbered,
    control: {
      record: 'file control',
      ...{ batchCount: numbered.length, blockCount, ...totalsOfBatches(numbered), reserved: '' },
    },
    form: { lineEnding: '\n', paddingRecords: blockCount * BLOCKING_FACTOR - records, trailer: '\n' },
  })
  return Buffer.from(text, 'latin1')
}

export function batchHeader(
  settlesOn: Temporal.PlainDate,
  fields: Partial<DomesticBatchHeader> = {},
): DomesticBatchHeader {
  return {
    record: 'batch header',
    serviceClass: '200',
    companyName: 'Other Company',
    companyDiscretionaryData: '',
    companyIdentification: '1020304050',
    secCode: 'PPD',
    companyEntryDescription: 'PAYMENT',
    companyDescriptiveDate: '',
    effectiveEntryDate: yymmdd(settlesOn),
    settlementDate: String(settlesOn.dayOfYear).padStart(3, '0'),
    originatorStatusCode: '1',
    originatingDfi: OTHER_BANK.slice(0, 8),
    batchNumber: 1,
    ...fields,
  }
}

/** A forward entry for an account of the institution. */
export function forwardEntry(sequence: number, fields: Partial<StandardEntryDetail> = {}): NachaEntry {
  return {
    detail: {
      record: 'entry detail',
      transactionCode: '22',
      receivingRouting: '061099995',
      accountNumber: '123456789',
      amountCents: 10_00n,
      individualIdentification: `INV-${sequence}`,
      individualName: 'Ada Lund',
      discretionaryData: '',
      addendaIndicator: '0',
      traceNumber: traceOf(sequence),
      ...fields,
    },
    addenda: [],
  }
}

type IatDetail = Extract<EntryDetail, { record: 'IAT entry detail' }>

/** A batch with an international entry from Canada for an account of the institution. */
export function internationalBatch(
  sequence: number,
  { settlesOn, detail }: { settlesOn: Temporal.PlainDate; detail: Partial<IatDetail> },
): IncomingBatch {
  const traceNumber = traceOf(sequence)
  const [reserved, entrySequenceNumber] = ['', traceNumber.slice(-7)]
  const end = { reserved, entrySequenceNumber }
  const entry: IatDetail = {
    ...{ record: 'IAT entry detail', transactionCode: '22', receivingRouting: '061099995', addendaCount: 7, reserved },
    ...{ amountCents: 10_00n, accountNumber: '123456789', reservedAfterAccount: '', gatewayOfacScreening: '' },
    ...{ secondaryOfacScreening: '', addendaIndicator: '1', traceNumber, ...detail },
  }
  const addenda: Addenda[] = [
    {
      ...{ record: 'addenda 10', transactionType: 'BUS', foreignPaymentAmount: entry.amountCents },
      ...{ foreignTraceNumber: '', receiverName: 'Harbor Coffee', ...end },
    },
    {
      ...{
        record: 'addenda 11',
        originatorName: 'Maple Timber Ltd',
        originatorStreetAddress: '12 King Street',
        ...end,
      },
    },
    {
      ...{ record: 'addenda 12', originatorCityAndState: 'Toronto*ON\\' },
      ...{ originatorCountryAndPostalCode: 'CA*M5H 1A1\\', ...end },
    },
    {
      ...{ record: 'addenda 13', originatingDfiName: 'Royal of Toronto', originatingDfiQualifier: '02' },
      ...{ originatingDfiIdentification: 'ROYCCAT2', originatingDfiBranchCountry: 'CA', ...end },
    },
    {
      ...{ record: 'addenda 14', receivingDfiName: 'Bank', receivingDfiQualifier: '01' },
      ...{ receivingDfiIdentification: '061099995', receivingDfiBranchCountry: 'US', ...end },
    },
    { record: 'addenda 15', receiverIdentification: '', receiverStreetAddress: '1 Long Wharf', ...end },
    {
      ...{ record: 'addenda 16', receiverCityAndState: 'Boston*MA\\' },
      ...{ receiverCountryAndPostalCode: 'US*02110\\', ...end },
    },
  ]
  return { header: internationalHeader(settlesOn), entries: [{ detail: entry, addenda }] }
}

function internationalHeader(settlesOn: Temporal.PlainDate): BatchHeader {
  const { companyEntryDescription, ...shared } = batchHeader(settlesOn)
  const { serviceClass, effectiveEntryDate, settlementDate, originatorStatusCode, originatingDfi, batchNumber } = shared
  return {
    ...{ record: 'IAT batch header', iatIndicator: '', foreignExchangeIndicator: 'FF' },
    ...{ foreignExchangeReferenceIndicator: '3', foreignExchangeReference: '', destinationCountry: 'US' },
    ...{ originatorIdentification: 'MAPLE00001', secCode: 'IAT', companyEntryDescription },
    ...{ originatingCurrency: 'CAD', destinationCurrency: 'USD', serviceClass, effectiveEntryDate, settlementDate },
    ...{ originatorStatusCode, originatingDfi, batchNumber },
  }
}

/** What other banks write into the entry of an answer. */
interface Answering {
  sequence: number
  settlesOn: Temporal.PlainDate
  /** Other values than those of the entry. */
  detail?: Partial<StandardEntryDetail>
}

/** A batch with the return of an entry, with any code of the RDFI. */
export function returnBatch(
  sent: Sent,
  code: string,
  { sequence, settlesOn, detail }: Answering,
  addenda: object = {},
): IncomingBatch {
  const traceNumber = traceOf(sequence)
  const fields = {
    ...{ record: 'addenda 99', returnReasonCode: code, originalTraceNumber: sent.traceNumber, dateOfDeath: '' },
    ...{ originalReceivingDfi: sent.receivingRouting.slice(0, 8), addendaInformation: '', traceNumber },
  }
  const last = { ...fields, ...addenda } as Addenda
  const transactionCode = sent.entryType === 'CREDIT' ? '21' : '26'
  const entry = answerEntry(sent, { transactionCode, amountCents: sent.amountCents, traceNumber, ...detail }, [last])
  const none = { effectiveEntryDate: '000000', secCode: sent.secCode }
  return { header: batchHeader(settlesOn, none), entries: [entry] }
}

/** A batch with the return of an international entry, which repeats its addenda 10 to 16. */
export function internationalReturnBatch(
  sent: Sent,
  code: string,
  { sequence, settlesOn }: Pick<Answering, 'sequence' | 'settlesOn'>,
): IncomingBatch {
  const transactionCode = sent.entryType === 'CREDIT' ? '21' : '26'
  const { accountNumber, amountCents } = sent
  const detail = { transactionCode, accountNumber, amountCents, addendaCount: 8 }
  const { header, entries } = internationalBatch(sequence, { settlesOn, detail })
  const last: Addenda = {
    ...{ record: 'IAT addenda 99', returnReasonCode: code, originalTraceNumber: sent.traceNumber, dateOfDeath: '' },
    ...{
      originalReceivingDfi: sent.receivingRouting.slice(0, 8),
      originalEntryAmount: String(amountCents).padStart(10, '0'),
    },
    ...{ addendaInformation: '', traceNumber: traceOf(sequence) },
  }
  return { header, entries: entries.map((entry) => ({ ...entry, addenda: [...entry.addenda, last] })) }
}

/** A batch with a notification of change of an entry. */
export function changeBatch(
  sent: Sent,
  code: string,
  correctedData: string,
  { sequence, settlesOn, detail }: Answering,
  addenda: object = {},
): IncomingBatch {
  const traceNumber = traceOf(sequence)
  const fields = {
    ...{ record: 'addenda 98', changeCode: code, originalTraceNumber: sent.traceNumber, reserved: '' },
    ...{ originalReceivingDfi: sent.receivingRouting.slice(0, 8), correctedData, reservedAfterData: '', traceNumber },
  }
  const last = { ...fields, ...addenda } as Addenda
  const transactionCode = sent.entryType === 'CREDIT' ? '21' : '26'
  const entry = answerEntry(sent, { transactionCode, amountCents: 0n, traceNumber, ...detail }, [last])
  return { header: batchHeader(settlesOn, { effectiveEntryDate: '000000', secCode: 'COR' }), entries: [entry] }
}

function answerEntry(sent: Sent, fields: Partial<StandardEntryDetail>, addenda: Addenda[]): NachaEntry {
  const { detail } = forwardEntry(0, { accountNumber: sent.accountNumber, addendaIndicator: '1', ...fields })
  return { detail, addenda }
}

export function traceOf(sequence: number, dfi = OTHER_BANK.slice(0, 8)): string {
  return `${dfi}${String(sequence).padStart(7, '0')}`
}

/** Eight digits with their check digit. */
export function routingOf(dfi: string): string {
  return dfi + checkDigitOf(dfi)
}

function yymmdd(date: Temporal.PlainDate): string {
  return date.toString().slice(2).replaceAll('-', '')
}

/** The entry of a payment in the file with which it left. */
export async function sentEntryOf(
  { app, tenant }: TestService,
  paymentUID: string,
  { tenantId }: { tenantId: bigint } = tenant.institution,
): Promise<Sent> {
  // The database opens what is sealed by the name of its column.
  const row = await app.db.read((db) =>
    db.row<
      Omit<Sent, 'paymentUID' | 'amountCents' | 'accountNumber'> & { amount: bigint; receiverAccountNumber: string }
    >(
      `select e.trace_number, p.amount, p.entry_type, p.sec_code, p.receiver_bank_code as receiving_routing,
         p.receiver_account_number
       from ach_entries e join payments p on p.tenant_id = $1 and p.id = e.payment_id
       where e.tenant_id = $1 and e.payment_id = $2`,
      [tenantId, paymentUID],
    ),
  )
  if (!row) throw new Error(`payment ${paymentUID} is in no file`)
  const { amount: amountCents, receiverAccountNumber: accountNumber, ...entry } = row
  return { paymentUID, amountCents, accountNumber, ...entry }
}

/** The batch with an entry of this amount, in the files that the institution wrote. */
export async function writtenBatchOf({ dataDir }: TestService, cents: bigint): Promise<NachaBatch> {
  const directory = join(dataDir, 'rails', 'ach', 'out')
  for (const name of (await readdir(directory)).filter((one) => one.endsWith('.ach'))) {
    const parsed = parseNachaFile(await readFile(join(directory, name), 'utf8'))
    assert.ok(parsed.ok)
    const found = parsed.file.batches.find(({ entries }) => entries.some(({ detail }) => detail.amountCents === cents))
    if (found) return found
  }
  return assert.fail(`no entry has the amount ${cents}`)
}
