/** An entry of a file that the operator sends, with its batch. Amounts are cents. */
export interface SentEntry {
  /** Company batch header 5-20, 41-50, 51-53, 54-63. */
  company: { name: string; id: string; secCode: string; description: string }
  /** yymmdd. */
  effectiveOn: string
  /** The first eight digits of who sends the batch. */
  sender: string
  /** The last seven digits of its trace number; by default its place in the file. */
  sequence?: number
  transactionCode: string
  receivingRouting: string
  accountNumber: string
  amount: bigint
  individualId: string
  individualName: string
  isDebit: boolean
  /** The record after the entry, up to its trace number; undefined for an entry without one. */
  addenda: string | undefined
  /**
   * What a return of an international entry repeats: the batch header of the entry, and its
   * addenda 10 to 16. They come before `addenda`.
   */
  international?: { batchHeader: string; addenda: readonly string[] }
}

const RECORD = 94

/** A file of the operator, with each entry in a batch of its own. */
export function writeOperatorFile(
  { origin, destination, createdOn, createdAt, settlesOn, reference }: OperatorFileHeader,
  entries: readonly SentEntry[],
): string {
  const records = [
    `101 ${destination} ${origin}${createdOn}${createdAt}A094101${'THE INSTITUTION'.padEnd(23)}${'SIMULATED OPERATOR'.padEnd(23)}${text(reference, 8)}`,
  ]
  const sums = { records: 0, hash: 0n, debits: 0n, credits: 0n }
  for (const [at, entry] of entries.entries()) {
    const trace = entry.sender + digits(entry.sequence ?? at + 1, 7)
    const batch = digits(at + 1, 7)
    const addenda = addendaOf(entry, trace)
    const count = 1 + addenda.length
    const hash = BigInt(entry.receivingRouting.slice(0, 8))
    const [debits, credits] = entry.isDebit ? [entry.amount, 0n] : [0n, entry.amount]
    const serviceClass = entry.isDebit ? '225' : '220'
    const companyId = entry.international ? '' : entry.company.id
    records.push(
      `5${serviceClass}${sharedHeaderOf(entry)}${entry.effectiveOn}${settlesOn}1${entry.sender}${batch}`,
      entryRecordOf(entry, addenda.length) + trace,
      ...addenda,
      `8${serviceClass}${digits(count, 6)}${digits(hash, 10)}${digits(debits, 12)}${digits(credits, 12)}${text(companyId, 10)}${' '.repeat(25)}${entry.sender}${batch}`,
    )
    sums.records += count
    sums.hash += hash
    sums.debits += debits
    sums.credits += credits
  }
  const blocks = Math.ceil((records.length + 1) / 10)
  records.push(
    `9${digits(entries.length, 6)}${digits(blocks, 6)}${digits(sums.records, 8)}${digits(sums.hash % 10_000_000_000n, 10)}${digits(sums.debits, 12)}${digits(sums.credits, 12)}`.padEnd(
      RECORD,
    ),
  )
  while (records.length < blocks * 10) records.push('9'.repeat(RECORD))
  return `${records.join('\n')}\n`
}

/** Batch header 05-69. */
function sharedHeaderOf({ company, international }: SentEntry): string {
  if (international) return international.batchHeader.slice(4, 69)
  const { name, id, secCode, description } = company
  return `${text(name, 16)}${' '.repeat(20)}${text(id, 10)}${secCode}${text(description, 10)}${' '.repeat(6)}`
}

/** Entry detail 01-79, or that of IAT, which has the number of its addenda and no names. */
function entryRecordOf(entry: SentEntry, addendaCount: number): string {
  const { transactionCode, receivingRouting, accountNumber, amount, individualId, individualName } = entry
  const beginning = `6${transactionCode}${receivingRouting}`
  if (entry.international)
    return `${beginning}${digits(addendaCount, 4)}${' '.repeat(13)}${digits(amount, 10)}${text(accountNumber, 35)}${' '.repeat(4)}1`
  return `${beginning}${text(accountNumber, 17)}${digits(amount, 10)}${text(individualId, 15)}${text(individualName, 22)}  ${addendaCount}`
}

/** The records after an entry. Those that a return repeats end with the number of its own trace. */
function addendaOf({ addenda, international }: SentEntry, trace: string): string[] {
  const repeated = international?.addenda.map((record) => record.slice(0, 87) + trace.slice(-7)) ?? []
  return addenda === undefined ? repeated : [...repeated, text(addenda, 79) + trace]
}

export interface OperatorFileHeader {
  /** Nine digits each. */
  origin: string
  destination: string
  /** yymmdd and HHMM. */
  createdOn: string
  createdAt: string
  /** The day of the year on which it settles, three digits. */
  settlesOn: string
  /** Eight characters that tell two files with the same entries apart. */
  reference: string
}

const text = (value: string, width: number) => value.slice(0, width).padEnd(width)
const digits = (value: bigint | number, width: number) => String(value).padStart(width, '0')
