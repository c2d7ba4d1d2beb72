import { CsvError, parse } from 'csv-parse/sync'
import { canonicalName } from '../http/fields.ts'
import { plainAccountNumber } from '../kernel/iban.ts'
import { SPEEDS, type Speed } from '../kernel/rail.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import { type Fault, type FileRecord, MAX_RECORDS, type NamedReceiver, requireCount } from './domain/file-record.ts'

/** The columns of a file of payments. The first line names those that it has, in any order. */
export const COLUMNS = [
  'externalReferenceId',
  'entryType',
  'amount',
  'currency',
  'speed',
  'senderAccountUID',
  'contactUID',
  'receiverRoutingNumber',
  'receiverAccountNumber',
  'paymentDate',
  'paymentNotes',
  'secCode',
] as const

type Column = (typeof COLUMNS)[number]
type Cells = Partial<Record<Column, string>>

const NEEDED = ['externalReferenceId', 'amount', 'currency'] as const satisfies readonly Column[]

const nameOf = new Map(COLUMNS.map((column) => [column.toLowerCase(), column]))

/**
 * Reads a file of payments by the names in its first line. A blank cell is a field left out. With
 * `speed`, every payment has it, and the file need not say so.
 */
export function readCsv(content: string, speed?: Speed): Result<readonly FileRecord[], Fault[]> {
  const rows = rowsOf(content)
  if (!rows.ok) return rows
  const [header = [], ...others] = rows.value
  const columns = columnsOf(header, speed === undefined ? [...NEEDED, 'speed'] : NEEDED)
  if (!columns.ok) return columns
  const counted = requireCount(others)
  if (!counted.ok) return counted
  const faults: Fault[] = []
  const records = counted.value.flatMap((row, at) => {
    const read = recordOf(at + 1, row, columns.value, speed)
    if (read.ok) return [read.value]
    faults.push(read.refusal)
    return []
  })
  return faults.length > 0 ? refuse(faults) : accept(records)
}

/** All cells of a row at their longest take less. Without it, one cell could be the whole file. */
const MAX_ROW_BYTES = 4_096

function rowsOf(content: string): Result<string[][], Fault[]> {
  try {
    const options = { trim: true, skip_empty_lines: true, relax_column_count: true }
    // The header, and one record more than a file may have.
    return accept(parse(content, { ...options, to: MAX_RECORDS + 2, max_record_size: MAX_ROW_BYTES }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return refuse([{ record: 1, field: 'file', reason: `the file is not CSV: ${error.message}` }] as Fault[])
  }
}

function columnsOf(header: readonly string[], needed: readonly Column[]): Result<Column[], Fault[]> {
  if (header.length > COLUMNS.length) {
    const reason = `it has ${header.length} columns, and there are ${COLUMNS.length}: ${COLUMNS.join(', ')}`
    return refuse([{ record: 0, field: 'header', reason }] as Fault[])
  }
  const columns = header.map((name) => nameOf.get(name.toLowerCase()))
  const unknown = header.filter((_, at) => columns[at] === undefined)
  const missing = needed.filter((column) => !columns.includes(column))
  const twice = COLUMNS.filter((column) => columns.filter((one) => one === column).length > 1)
  const reasons = [
    ...unknown.map((name) => `${name} is not a column: use ${COLUMNS.join(', ')}`),
    ...missing.map((name) => `the column ${name} is missing`),
    ...twice.map((name) => `the column ${name} is there twice`),
  ]
  if (reasons.length > 0) return refuse(reasons.map((reason) => ({ record: 0, field: 'header', reason })) as Fault[])
  return accept(columns as Column[])
}

function recordOf(
  record: number,
  row: readonly string[],
  columns: readonly Column[],
  speed: Speed | undefined,
): Result<FileRecord, Fault> {
  if (row.length !== columns.length)
    return refuse({ record, field: 'row', reason: `it has ${row.length} cells, and the header ${columns.length}` })
  const cells: Cells = Object.fromEntries(
    columns.flatMap((column, at) => (row[at] === '' ? [] : [[column, row[at]!] as const])),
  )
  const receiver = receiverOf(cells)
  if (!receiver)
    return refuse({
      record,
      field: 'contactUID',
      reason: 'name the receiver by contactUID, or by receiverRoutingNumber and receiverAccountNumber',
    })
  const entryType = (cells.entryType ?? 'CREDIT').toUpperCase()
  if (entryType !== 'CREDIT' && entryType !== 'DEBIT')
    return refuse({ record, field: 'entryType', reason: `it is Credit or Debit, not ${cells.entryType}` })
  if (speed && cells.speed && canonicalName(SPEEDS, cells.speed) !== speed)
    return refuse({ record, field: 'speed', reason: `the payments of this file have the speed ${speed}` })
  return accept({
    ...{ record, entryType, receiver },
    ...(cells.senderAccountUID && { senderAccountUID: cells.senderAccountUID }),
    fields: {
      externalReferenceId: cells.externalReferenceId,
      paymentAmount: cells.amount,
      paymentCurrency: cells.currency,
      speed: speed ?? cells.speed,
      ...(cells.paymentDate && { paymentDate: cells.paymentDate }),
      ...(cells.paymentNotes && { paymentNotes: cells.paymentNotes }),
      ...(cells.secCode && { additionalInfo: { secCode: cells.secCode } }),
    },
  })
}

function receiverOf({
  contactUID,
  receiverRoutingNumber: routingNumber,
  receiverAccountNumber: accountNumber,
}: Cells): NamedReceiver | undefined {
  if (contactUID && !routingNumber && !accountNumber) return { contactUID }
  if (!contactUID && routingNumber && accountNumber)
    return { routingNumber, accountNumber: plainAccountNumber(accountNumber) }
  return undefined
}
