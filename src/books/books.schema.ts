import { hash } from 'node:crypto'
import Type from 'typebox'
import { CurrencyField, dateField, name, named } from '../http/fields.ts'
import { limitField, pageQuery } from '../http/paging.ts'
import { formatAmount } from '../kernel/money.ts'
import { timestamp } from '../kernel/timestamp.ts'
import { words } from '../kernel/words.ts'
import { bookOf, CHART } from '../ledger/chart.ts'
import type { BookRow, DayRow, JournalEntry } from './books.store.ts'
import { glNumberOf } from './close-day.ts'
import type { LedgerExport } from './exports.store.ts'
import type { TrialBalanceRow } from './trial-balance.ts'

const text = (description: string) => Type.String({ description })
const DAY_STATUSES = words('BusinessDayStatus', ['Open', 'Closed', 'NotProved'])
const BALANCE_STATUSES = words('TrialBalanceStatus', ['Open', 'Closed'])
const BOOK_TYPES = words('LedgerAccountType', ['Asset', 'Liability', 'Income', 'Expense', 'Transit'])
const amount = (meaning: string) => text(`${meaning}, as decimal text.`)

export const AccountsQuery = Type.Object({ ...pageQuery, currency: Type.Optional(CurrencyField) })
export const CloseDaysBody = named(
  'CloseDaysRequest',
  {
    businessDate: Type.Optional(
      Type.String({
        format: 'date',
        description: 'yyyy-mm-dd. The last day to close; by default the last that is over.',
      }),
    ),
  },
  { additionalProperties: false },
)
export const DaysQuery = Type.Object(pageQuery)
export const TrialBalanceQuery = Type.Object({
  ...pageQuery,
  businessDate: Type.Optional(dateField('The business day; by default the open one.')),
  currency: Type.Optional(CurrencyField),
  asOf: Type.Optional(
    Type.String({ format: 'date-time', maxLength: 35, description: 'Leaves out entries after this moment.' }),
  ),
})
export const JournalQuery = Type.Object({
  businessDate: Type.Optional(dateField('The business day; by default the open one.')),
  currency: Type.Optional(CurrencyField),
  after: Type.Optional(
    Type.String({ format: 'uuid', description: 'The transferUID of the last entry of the page before.' }),
  ),
  limit: limitField({ records: 'Entries' }),
})

export const AccountReply = named('LedgerAccount', {
  account: text('The code of the account.'),
  name: Type.String(),
  type: name(BOOK_TYPES, { description: 'What the account is for the institution.' }),
  currency: Type.String(),
  glAccount: text("The number in the institution's general ledger."),
  balance: amount('The posted balance now: credits less debits'),
})

export function renderAccount({ code, currency, debitsPosted, creditsPosted }: BookRow, own?: Record<string, string>) {
  const { name, type } = CHART[bookOf(code)!]
  const balance = formatAmount(creditsPosted - debitsPosted, currency)
  return { account: code, name, type, currency, glAccount: glNumberOf(code, own), balance }
}

export const DayReply = named('BusinessDay', {
  businessDate: Type.String(),
  status: name(DAY_STATUSES, { description: 'NotProved: the day is over, but its books do not agree.' }),
  closesAt: text('The end of the day.'),
  closedAt: Type.Optional(text('When it was closed.')),
  differences: Type.Array(
    Type.Object({ what: Type.String(), id: Type.String(), detail: text('Amounts are decimal text.') }),
    { description: 'Why the day is not closed; empty unless its status is NotProved.' },
  ),
})

export function renderDay({ businessDate, closesAt, closedAt, differences }: DayRow) {
  const status = closedAt ? 'Closed' : differences ? 'NotProved' : 'Open'
  const closed = closedAt && { closedAt: timestamp(closedAt) }
  return { businessDate, status, closesAt: timestamp(closesAt), ...closed, differences: differences ?? [] }
}

export const TrialBalanceReply = named('TrialBalance', {
  businessDate: Type.String(),
  status: name(BALANCE_STATUSES, { description: 'The status of the day.' }),
  account: text('The code of an account of the institution; customers:CUR:GL for accounts of customers.'),
  currency: Type.String(),
  glAccount: text("The number in the institution's general ledger; of accounts of customers, their masterGl."),
  opening: amount('The balance at the start of the day: credits less debits'),
  debits: amount('The debits of the day'),
  credits: amount('The credits of the day'),
  reclassified: amount('Balances that moved with accounts of customers that changed their masterGl'),
  closing: amount('The balance at the end of the day, or now: credits less debits'),
})

export function renderRow(
  { account, currency, glAccount, ...amounts }: TrialBalanceRow,
  { date, state }: { date: string; state: string },
) {
  const text = (minor: bigint) => formatAmount(minor, currency)
  return {
    ...{ businessDate: date, status: state, account, currency, glAccount },
    ...{ opening: text(amounts.opening), debits: text(amounts.debits), credits: text(amounts.credits) },
    ...{ reclassified: text(amounts.reclassified), closing: text(amounts.closing) },
  }
}

const EntryReply = named('JournalEntry', {
  transferUID: Type.String(),
  postedAt: Type.String(),
  purpose: text('The business reason, as in the chart of accounts.'),
  referenceUID: text('The payment, adjustment, FX contract or settlement.'),
  debit: text('The debited account: a code, or the accountUID of a customer.'),
  credit: text('The credited account: a code, or the accountUID of a customer.'),
  amount: amount('The amount'),
  currency: Type.String(),
})

export const ExportsQuery = Type.Object({
  page: pageQuery.page,
  limit: limitField({ maximum: 10, records: 'Files' }),
  businessDate: Type.Optional(dateField('Only the file of this business day.')),
})

export const ExportReply = named('LedgerExport', {
  businessDate: Type.String(),
  name: text('The name of the file.'),
  detail: text('Account or Entry: what each line is.'),
  sha256: text('The SHA-256 hash of the content in UTF-8, in hexadecimal.'),
  content: text('The content of the file, in CSV (RFC 4180).'),
  writtenAt: Type.Optional(text('When it was written for the general ledger.')),
})

export function renderExport({ businessDate, name, detail, content, writtenAt }: LedgerExport) {
  const sha256 = hash('sha256', content, 'hex')
  return { businessDate, name, detail, sha256, content, ...(writtenAt && { writtenAt: timestamp(writtenAt) }) }
}

export const JournalReply = named('Journal', {
  businessDate: Type.String(),
  entries: Type.Array(EntryReply),
  next: Type.Optional(text('The value of `after` for the next page; absent on the last page.')),
})

export function renderJournal(entries: readonly JournalEntry[], { date, limit }: { date: string; limit: number }) {
  const next = entries.length === limit ? entries.at(-1)!.id : undefined
  return { businessDate: date, entries: entries.map(renderEntry), ...(next && { next }) }
}

function renderEntry({ id, at, purpose, referenceId, amount, currency, debit, credit }: JournalEntry) {
  const entry = { transferUID: id, postedAt: timestamp(at), purpose, referenceUID: referenceId, debit, credit }
  return { ...entry, amount: formatAmount(amount, currency), currency }
}
