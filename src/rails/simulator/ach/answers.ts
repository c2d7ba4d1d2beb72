import { dateOf } from './entry-dates.ts'
import { type Outcome, outcomeOf } from './outcomes.ts'
import type { OriginatedEntry, Origination } from './read-origination.ts'
import type { SentEntry } from './write-records.ts'

/** An answer of another bank, with when and how often it comes. */
export interface AnsweringEntry extends SentEntry, Pick<Outcome, 'timing' | 'isDoubled'> {}

/**
 * What the other banks send back for a file: returns and notifications of change for entries, and
 * dishonored returns for returns.
 */
export function answersTo({ entries, origin }: Origination): AnsweringEntry[] {
  return entries.flatMap((entry) => {
    const outcome = outcomeOf(entry)
    if (!outcome) return []
    const { record, batchHeader, receivingRouting, accountNumber, transactionCode } = entry
    const { kind, timing, isDoubled } = outcome
    const company = {
      ...{ name: batchHeader.slice(4, 20), id: batchHeader.slice(40, 50), description: batchHeader.slice(53, 63) },
      secCode: kind === 'correction' ? 'COR' : batchHeader.slice(50, 53),
    }
    return {
      ...{ timing, isDoubled, company, accountNumber, effectiveOn: batchHeader.slice(69, 75) },
      sender: receivingRouting.slice(0, 8),
      // The same answer in a second file has the same trace number.
      sequence: Number(entry.traceNumber.slice(8)),
      transactionCode: answeringCode(transactionCode),
      receivingRouting: origin,
      amount: kind === 'correction' ? 0n : entry.amount,
      individualId: record.slice(39, 54),
      individualName: record.slice(54, 76),
      isDebit: transactionCode[1]! >= '5' && transactionCode[0] !== '5',
      addenda: addendaOf(entry, outcome),
      ...(entry.isIat && { international: { batchHeader, addenda: repeatedAddenda(entry) } }),
    }
  })
}

/** Entry detail 02-03 of a return or a notification: 1 for credits, 6 for debits. */
const answeringCode = (code: string) => `${code[0]}${code[0] !== '5' && code[1]! >= '5' ? '6' : '1'}`

/** What a return of an international entry repeats: its addenda 10 to 16. */
const repeatedAddenda = ({ addenda }: OriginatedEntry) => addenda.filter((record) => /^71[0-6]/.test(record))

/** NACHA addenda record 98 or 99, up to its trace number. */
function addendaOf(entry: OriginatedEntry, outcome: Outcome): string {
  const { traceNumber, receivingRouting, addenda, batchHeader } = entry
  const { kind, code } = outcome
  const dfi = receivingRouting.slice(0, 8)
  // NACHA IAT addenda 99 36-45: the amount of the entry.
  const amount = entry.isIat ? String(entry.amount).padStart(10, '0') : ''
  if (kind === 'return') return `799${code}${traceNumber}${' '.repeat(6)}${dfi}${amount}`
  if (kind === 'correction') return `798${code}${traceNumber}${' '.repeat(6)}${dfi}${outcome.data.padEnd(29)}`
  const returned = addenda.find((record) => record.startsWith('799'))!
  const [original, receivingDfi, reason] = [returned.slice(6, 21), returned.slice(27, 35), returned.slice(4, 6)]
  const day = settlementDay(batchHeader)
  return `799${code}${original}${' '.repeat(6)}${receivingDfi}   ${traceNumber}${day}${reason}`
}

/**
 * The day of the year on which the entries of a batch settle, in three digits: what an operator
 * puts into batch header 76-78.
 */
function settlementDay(batchHeader: string): string {
  return String(dateOf(batchHeader.slice(69, 75)).dayOfYear).padStart(3, '0')
}
