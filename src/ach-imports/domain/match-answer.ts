import { Temporal } from 'temporal-polyfill'
import { plainAccountNumber } from '../../kernel/iban.ts'
import type { SentEntry } from '../../rails/rails.ts'
import type { Answer } from './answer.ts'

/** The entry that an answer is about, or why nobody can tell. */
export type Matched = { ok: true; entry: SentEntry } | { ok: false; why: Mismatch; text: string }

export type Mismatch = 'trace' | 'bank' | 'amount' | 'account' | 'ambiguous'

/**
 * The effective dates of the entries that an answer can be about, by the day on which the answer
 * settles: from a year before, which is longer than any return takes, to five days after, because
 * an entry can come back before its date. Both are included.
 */
export function answeredDates(settlesOn: Temporal.PlainDate): { from: Temporal.PlainDate; to: Temporal.PlainDate } {
  return { from: settlesOn.subtract({ years: 1 }), to: settlesOn.add({ days: 5 }) }
}

/** The states in which a payment or a prenotification can still come back. */
const OPEN: ReadonlySet<string> = new Set(['TRANSMITTED', 'PROCESSED', 'REVERSED', 'Sent', 'Accepted'])

/**
 * Finds the entry that an answer is about among those with its trace number: by the bank and, for a
 * return, by the side and the amount. A trace number can be used again on another day. Then the
 * account decides, and for a return, which entry can come back on its day. If several are left, a
 * person decides; a notification of change is about the last of them, because all name one account.
 *
 * @param isTimely whether an entry can come back on the day of the return
 */
export function matchAnswer(
  answer: Answer,
  withTrace: readonly SentEntry[],
  isTimely: (entry: SentEntry) => boolean,
): Matched {
  const { originalTraceNumber, otherDfi, kind, item } = answer
  const no = (why: Mismatch, text: string): Matched => ({ ok: false, why, text })
  const { from, to } = answeredDates(item.settlementDate)
  const sent = withTrace.filter(({ effectiveDate }) => isBetween(effectiveDate, from, to))
  if (sent.length === 0)
    return no('trace', `the institution sent no entry with the trace number ${originalTraceNumber}`)
  const names =
    kind === 'Acknowledgement' ? () => true : ({ receiverRouting }: SentEntry) => receiverRouting.startsWith(otherDfi)
  const toBank = sent.filter(names)
  if (toBank.length === 0) return no('bank', `the entry went to another bank than ${otherDfi}`)
  const direction = item.direction === 'Debit' ? 'DEBIT' : 'CREDIT'
  const fits = ({ amount, entryType }: SentEntry) => amount === item.amount && entryType === direction
  const ofAmount = kind === 'Return' ? toBank.filter(fits) : toBank
  if (ofAmount.length === 0) return no('amount', 'the entry has another amount, or is on the other side')
  const ofAccount = narrowed(
    ofAmount,
    ({ receiverAccountNumber }) => plain(receiverAccountNumber) === plain(item.accountNumber),
  )
  const left = kind === 'Return' ? narrowed(narrowed(ofAccount, isTimely), ({ status }) => OPEN.has(status)) : ofAccount
  const last = left.reduce((one, other) => (isAfter(other, one) ? other : one))
  if (left.length === 1 || kind !== 'Return' || !left.some(isTimely)) return { ok: true, entry: last }
  return no('ambiguous', `${left.length} entries have this trace number, bank and amount`)
}

/** Those that fulfil the condition, or all if none does. */
function narrowed(entries: readonly SentEntry[], condition: (entry: SentEntry) => boolean): readonly SentEntry[] {
  const those = entries.filter(condition)
  return those.length > 0 ? those : entries
}

function isAfter(one: SentEntry, other: SentEntry): boolean {
  return Temporal.PlainDate.compare(one.effectiveDate, other.effectiveDate) > 0
}

function isBetween(date: Temporal.PlainDate, from: Temporal.PlainDate, to: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(from, date) <= 0 && Temporal.PlainDate.compare(date, to) <= 0
}

function plain(accountNumber: string): string {
  return plainAccountNumber(accountNumber).toUpperCase()
}
