import { accept, type Result, refuse } from '../../kernel/result.ts'
import { words } from '../../kernel/words.ts'

/** `csv` is for any speed, and the last two are CSV for one speed. */
export const FILE_TYPES = words('PaymentFileType', ['csv', 'ach', 'fedwire', 'rtp'])
export type FileType = (typeof FILE_TYPES)[number]

/** More payments belong in several files. */
export const MAX_RECORDS = 1_000

/** The other side of a payment, as a file names it. */
export type NamedReceiver =
  | { contactUID: string }
  | { routingNumber: string; accountNumber: string; accountType?: 'Checking' | 'Savings' }

/** A payment in a file: the fields of its request, and the other side as the file names it. */
export interface FileRecord {
  /** The number of the record, from 1: of the row after the header, or of the entry. */
  record: number
  entryType: 'CREDIT' | 'DEBIT'
  receiver: NamedReceiver
  /** The fields of the request besides the parties. They are checked as those of a request. */
  fields: Record<string, unknown>
  /** The account of the customer, where the file names it. */
  senderAccountUID?: string
}

/** What is wrong with a record, and in which field. */
export interface Fault {
  record: number
  field: string
  reason: string
}

const MAX_FAULTS = 20

/** The faults of a file in words: the first twenty, and how many more there are. */
export function describeFaults(faults: readonly Fault[]): string {
  const named = faults.slice(0, MAX_FAULTS).map(({ record, field, reason }) => `record ${record}, ${field}: ${reason}`)
  const others = faults.length - named.length
  return [...named, ...(others > 0 ? [`and ${others} more`] : [])].join('; ')
}

/** A file has at least one record and at most `MAX_RECORDS`. */
export function requireCount<R>(records: readonly R[]): Result<readonly R[], Fault[]> {
  if (records.length === 0) return refuse([{ record: 1, field: 'file', reason: 'the file has no payments' }] as Fault[])
  if (records.length <= MAX_RECORDS) return accept(records)
  const reason = `a file has at most ${MAX_RECORDS} payments, and this one has more`
  return refuse([{ record: MAX_RECORDS + 1, field: 'file', reason }] as Fault[])
}
