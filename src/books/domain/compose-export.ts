import { csvCell, textCell } from '../../kernel/csv-cell.ts'
import { formatAmount } from '../../kernel/money.ts'
import type { Closing } from './prove-day.ts'

const ACCOUNT_COLUMNS = [
  ...['business_date', 'gl_account', 'account', 'currency', 'opening'],
  ...['debits', 'credits', 'reclassified', 'closing'],
]
const ENTRY_COLUMNS = [
  ...['business_date', 'transfer', 'posted_at', 'purpose', 'reference'],
  ...['debit_gl_account', 'debit_account', 'credit_gl_account', 'credit_account', 'amount', 'currency'],
]

/** An entry with the numbers of its accounts in the general ledger. */
export interface ExportedEntry {
  businessDate: string
  id: string
  /** ISO 8601, in UTC. */
  at: string
  purpose: string
  referenceId: string
  debitGl: string
  debit: string
  creditGl: string
  credit: string
  /** In minor units. */
  amount: bigint
  currency: string
}

/**
 * The file of a business day in CSV (RFC 4180), with a line for each account that has a balance or
 * moved. `write` makes the cells of texts: older files have texts as they are.
 */
export function composeAccounts(
  date: string,
  closings: readonly (Closing & { glAccount: string })[],
  write: (text: string) => string = textCell,
): string {
  return csvOf([
    ACCOUNT_COLUMNS,
    ...closings
      .filter(isShown)
      .map(({ account, glAccount, currency, ...amounts }) => [
        ...[date, glAccount, account, currency].map(write),
        ...[amounts.opening, amounts.debits, amounts.credits, amounts.reclassified, amounts.closing].map((minor) =>
          csvCell(formatAmount(minor, currency)),
        ),
      ]),
  ])
}

function isShown({ opening, debits, credits, reclassified, closing }: Closing): boolean {
  return [opening, debits, credits, reclassified, closing].some((amount) => amount !== 0n)
}

/** The file of a business day with a line for each entry. */
export function composeEntries(entries: readonly ExportedEntry[]): string {
  return csvOf([
    ENTRY_COLUMNS,
    ...entries.map((entry) => [
      ...[entry.businessDate, entry.id, entry.at, entry.purpose, entry.referenceId].map(textCell),
      ...[entry.debitGl, entry.debit, entry.creditGl, entry.credit].map(textCell),
      ...[csvCell(formatAmount(entry.amount, entry.currency)), textCell(entry.currency)],
    ]),
  ])
}

function csvOf(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('')
}
