/** An entry that an institution has sent, as the simulated operator reads it. Amounts are cents. */
export interface OriginatedEntry {
  /** The six record of the file, and its first one of the batch. */
  record: string
  batchHeader: string
  isIat: boolean
  transactionCode: string
  receivingRouting: string
  accountNumber: string
  amount: bigint
  traceNumber: string
  /** The seven records after it. */
  addenda: string[]
}

/** A file that an institution has sent. */
export interface Origination {
  /** The nine digits of who sent it, and of the operator. */
  origin: string
  destination: string
  /** yymmdd, as in every date of the file. */
  createdOn: string
  entries: (OriginatedEntry & { effectiveOn: string })[]
}

/** The file breaks a rule that the operator checks. */
export class RefusedOrigination extends Error {}

const RECORD = 94
/** Entry hashes have ten digits: what is above is dropped. */
const HASH = 10_000_000_000n

interface Sums {
  records: bigint
  hash: bigint
  debits: bigint
  credits: bigint
}

const nothing = (): Sums => ({ records: 0n, hash: 0n, debits: 0n, credits: 0n })

/** Columns from 1, inclusive, as the rules of the network count them. */
const columns = (record: string, from: number, to: number) => record.slice(from - 1, to)
const numberIn = (record: string, from: number, to: number): bigint => {
  const digits = columns(record, from, to)
  if (!/^\d+$/.test(digits))
    throw new RefusedOrigination(`columns ${from} to ${to} are not digits: ${record.slice(0, 3)}`)
  return BigInt(digits)
}

/** The second digit of a transaction code tells credits, which are below 5, from debits. */
const isDebit = (code: string) => (code[0] === '5' ? code === '55' || code === '56' : code[1]! >= '5')

/**
 * Reads a file as the operator does, by its own arithmetic: counts, hashes and totals of every
 * batch and of the file, check digits, and ascending traces. Throws `RefusedOrigination`.
 */
export function readOrigination(text: string): Origination {
  const records = text.split('\n').filter((line) => line !== '')
  must(records.length % 10 === 0, 'the file does not fill its last block')
  for (const record of records) must(record.length === RECORD, 'a record does not have 94 characters')
  const [header] = records as [string]
  must(header.startsWith('101'), 'the file does not begin with a file header')
  must(columns(header, 35, 40) === '094101', 'the file header has another record size, blocking factor or format')
  const body = records.slice(1, records.findLastIndex((record) => !/^9{94}$/.test(record)) + 1)
  const control = body.pop() ?? ''
  must(control.startsWith('9'), 'the file does not end with a file control')
  const entries: Origination['entries'] = []
  const file = nothing()
  let batches = 0n
  for (let at = 0; at < body.length; batches++) {
    const end = body.findIndex((record, place) => place > at && record.startsWith('8'))
    must(body[at]!.startsWith('5') && end > at, `batch ${batches + 1n} does not begin with 5 and end with 8`)
    const sums = readBatch(body.slice(at, end + 1), entries)
    for (const key of ['records', 'hash', 'debits', 'credits'] as const) file[key] += sums[key]
    at = end + 1
  }
  must(numberIn(control, 2, 7) === batches, 'the file control has another number of batches')
  must(numberIn(control, 8, 13) === BigInt(records.length / 10), 'the file control has another number of blocks')
  must(numberIn(control, 14, 21) === file.records, 'the file control has another number of entries and addenda')
  checkSums('file control', file, {
    hash: numberIn(control, 22, 31),
    debits: numberIn(control, 32, 43),
    credits: numberIn(control, 44, 55),
  })
  const [destination, origin] = [columns(header, 4, 13).trim(), columns(header, 14, 23).trim()]
  return { origin, destination, createdOn: columns(header, 24, 29), entries }
}

function readBatch(records: readonly string[], entries: Origination['entries']): Sums {
  const [header, control] = [records[0]!, records.at(-1)!]
  const sums = nothing()
  let trace = ''
  let last: Origination['entries'][number] | undefined
  for (const record of records.slice(1, -1)) {
    sums.records++
    if (record.startsWith('7')) {
      last?.addenda.push(record)
      continue
    }
    must(record.startsWith('6'), 'a batch has a record that is neither an entry nor an addenda')
    const routing = columns(record, 4, 12)
    must(hasCheckDigit(routing), `the check digit of ${routing} is wrong`)
    const traceNumber = columns(record, 80, 94)
    must(traceNumber > trace, `the trace number ${traceNumber} does not ascend`)
    trace = traceNumber
    const isIat = columns(header, 51, 53) === 'IAT'
    const amount = numberIn(record, 30, 39)
    const transactionCode = columns(record, 2, 3)
    sums.hash += numberIn(record, 4, 11)
    sums[isDebit(transactionCode) ? 'debits' : 'credits'] += amount
    last = {
      ...{ record, batchHeader: header, isIat, transactionCode, receivingRouting: routing, amount, traceNumber },
      addenda: [],
      accountNumber: (isIat ? columns(record, 40, 74) : columns(record, 13, 29)).trim(),
      effectiveOn: columns(header, 70, 75),
    }
    entries.push(last)
  }
  must(numberIn(control, 5, 10) === sums.records, 'a batch control has another number of entries and addenda')
  checkSums('batch control', sums, {
    hash: numberIn(control, 11, 20),
    debits: numberIn(control, 21, 32),
    credits: numberIn(control, 33, 44),
  })
  must(columns(control, 88, 94) === columns(header, 88, 94), 'a batch control has another batch number')
  return sums
}

function checkSums(what: string, { hash, debits, credits }: Sums, told: Omit<Sums, 'records'>): void {
  must(hash % HASH === told.hash, `the entry hash of a ${what} is wrong`)
  must(debits === told.debits, `the debits of a ${what} are wrong`)
  must(credits === told.credits, `the credits of a ${what} are wrong`)
}

/** Weights 3, 7 and 1: the sum with the check digit is a multiple of ten. */
function hasCheckDigit(routing: string): boolean {
  if (!/^\d{9}$/.test(routing)) return false
  const sum = [...routing].reduce((total, digit, at) => total + Number(digit) * [3, 7, 1][at % 3]!, 0)
  return sum % 10 === 0
}

function must(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new RefusedOrigination(otherwise)
}
