import { purposeOf } from '../kernel/entry-description.ts'
import { plainAccountNumber } from '../kernel/iban.ts'
import { formatAmount } from '../kernel/money.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import { type NachaBatch, type NachaEntry, parseNachaFile } from '../rails/rails.ts'
import { type Fault, type FileRecord, requireCount } from './domain/file-record.ts'

/** What a customer can originate: the transaction codes of live entries without a remittance. */
const CODES = {
  22: { entryType: 'CREDIT', accountType: 'Checking' },
  27: { entryType: 'DEBIT', accountType: 'Checking' },
  32: { entryType: 'CREDIT', accountType: 'Savings' },
  37: { entryType: 'DEBIT', accountType: 'Savings' },
} as const

const SEC_CODES = ['PPD', 'CCD']

/**
 * Reads a NACHA file of a customer. The whole file is checked by the rules of NACHA first. What a
 * payment could not carry, such as addenda, is refused, so that nothing is silently lost.
 *
 * @param companyId the customer's ACH company id, which each batch must have; null for any
 */
export function readAch(content: string, companyId: string | null): Result<readonly FileRecord[], Fault[]> {
  const parsed = parseNachaFile(content)
  if (!parsed.ok) {
    const { line, record, field, reason } = parsed.error
    return refuse([{ record: line, field, reason: `${record}: ${reason}` }] as Fault[])
  }
  const entries = parsed.file.batches.flatMap((batch) => batch.entries.map((entry) => ({ batch, entry })))
  const counted = requireCount(entries)
  if (!counted.ok) return counted
  const faults: Fault[] = []
  const records = counted.value.flatMap(({ batch, entry }, at) => {
    const wrong = objectionsTo(batch, entry, companyId)
    faults.push(...wrong.map(([field, reason]) => ({ record: at + 1, field, reason })))
    return wrong.length > 0 ? [] : [recordOf(at + 1, batch, entry)]
  })
  return faults.length > 0 ? refuse(faults) : accept(records)
}

function objectionsTo(
  { header }: NachaBatch,
  { detail, addenda }: NachaEntry,
  companyId: string | null,
): [field: string, reason: string][] {
  const wrong: [string, string][] = []
  if (!SEC_CODES.includes(header.secCode)) wrong.push(['secCode', `${header.secCode} is not taken: use PPD or CCD`])
  if (!(Number(detail.transactionCode) in CODES))
    wrong.push(['transactionCode', `${detail.transactionCode} is not taken: use 22, 27, 32 or 37`])
  if (addenda.length > 0) wrong.push(['addenda', 'addenda are not taken, because they would be lost'])
  const given = 'companyIdentification' in header ? String(header.companyIdentification).trim() : ''
  if (companyId !== null && given !== companyId)
    wrong.push(['companyIdentification', `it is ${given}, and the customer's achCompanyID is ${companyId}`])
  return wrong
}

function recordOf(record: number, { header }: NachaBatch, { detail }: NachaEntry): FileRecord {
  const { entryType, accountType } = CODES[Number(detail.transactionCode) as keyof typeof CODES]
  const id = 'individualIdentification' in detail ? String(detail.individualIdentification).trim() : ''
  const paymentDate = dateOf('effectiveEntryDate' in header ? String(header.effectiveEntryDate) : '')
  return {
    ...{ record, entryType },
    receiver: {
      routingNumber: detail.receivingRouting,
      accountNumber: plainAccountNumber(detail.accountNumber),
      accountType,
    },
    fields: {
      externalReferenceId: id || ('traceNumber' in detail ? detail.traceNumber : ''),
      paymentAmount: formatAmount(detail.amountCents, 'USD'),
      paymentCurrency: 'USD',
      speed: 'Economy',
      ...(paymentDate && { paymentDate }),
      additionalInfo: { secCode: header.secCode, ...purposeIn(header, entryType) },
    },
  }
}

/** YYMMDD as a date; undefined for blanks and zeros. */
function dateOf(text: string): string | undefined {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(text.trim()) ?? []
  return year && month !== '00' ? `20${year}-${month}-${day}` : undefined
}

/** The description of the batch, and what it says its entries are for. */
function purposeIn(header: NachaBatch['header'], entryType: 'CREDIT' | 'DEBIT') {
  const description = 'companyEntryDescription' in header ? String(header.companyEntryDescription).trim() : ''
  const purpose = purposeOf({ secCode: header.secCode, entryType, description })
  return { companyEntryDescription: description, ...(purpose !== undefined && { transactionTypeCode: purpose }) }
}
