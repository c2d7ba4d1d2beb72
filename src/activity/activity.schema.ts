import Type, { type Static } from 'typebox'
import { dateField, decimal, momentField, mustBeName, name, named, parseDate, text, Uid } from '../http/fields.ts'
import { isUuid } from '../kernel/id.ts'
import { formatAmount } from '../kernel/money.ts'
import { ENTRY_DIRECTIONS } from '../kernel/rail.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { timestamp } from '../kernel/timestamp.ts'
import { MOVEMENT_KINDS, MOVEMENT_STATUSES, type MovementStatus, purposesOf } from './domain/movements.ts'
import type { EntryFilter } from './entries.store.ts'
import type { AccountBalances } from './read-balances.ts'

export const ActivityParams = Type.Object({ accountUID: Uid })

export const MAX_LIMIT = 200

/** Amounts as in a search of payments: at most 15 digits, 3 of them decimals. */
const amount = (description: string) => Type.Optional(decimal([15, 3], { description }))

/** A misspelt filter would show more than was asked for. */
const strict = { additionalProperties: false }

export const TransactionsQuery = Type.Object(
  {
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        description: 'nextCursor of the previous page; absent for the newest.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LIMIT,
        description: `Transactions on a page, 1 to ${MAX_LIMIT}. Default 50.`,
      }),
    ),
    status: Type.Optional(
      name(MOVEMENT_STATUSES, {
        description:
          'Booked: money moved. Pending: a hold, or a collection in transit. Ended: a hold that was posted or released, and its release. Without it, Booked and Pending.',
      }),
    ),
    kind: Type.Optional(name(MOVEMENT_KINDS)),
    direction: Type.Optional(name(ENTRY_DIRECTIONS)),
    fromDate: Type.Optional(dateField('The earliest bookingDate.')),
    toDate: Type.Optional(dateField('The latest bookingDate.')),
    fromValueDate: Type.Optional(dateField('The earliest valueDate.')),
    toValueDate: Type.Optional(dateField('The latest valueDate.')),
    minAmount: amount('The lowest amount, inclusive.'),
    maxAmount: amount('The highest amount, inclusive.'),
    counterparty: Type.Optional(text(140, { description: 'The full name of the other party.' })),
    reference: Type.Optional(text(50, { description: 'The externalReferenceId of the payment.' })),
    paymentUID: Type.Optional(text(64)),
  },
  strict,
)
export type TransactionsQuery = Static<typeof TransactionsQuery>

type Dates = Pick<EntryFilter, 'fromDate' | 'toDate' | 'fromValueDate' | 'toValueDate'>

export function parseDates(query: TransactionsQuery): Result<Dates, Refusal> {
  const dates: Dates = { fromDate: undefined, toDate: undefined, fromValueDate: undefined, toValueDate: undefined }
  for (const field of Object.keys(dates) as (keyof Dates)[]) {
    const asked = query[field]
    if (asked === undefined) continue
    const date = parseDate(asked)
    if (!date) return refusal('invalidActivity', `${field}: ${asked} is not a day of the calendar`)
    dates[field] = date.toString()
  }
  for (const [from, to] of [
    ['fromDate', 'toDate'],
    ['fromValueDate', 'toValueDate'],
  ] as const)
    if (dates[from] !== undefined && dates[to] !== undefined && dates[from] > dates[to])
      return refusal('invalidActivity', `${from} must not be after ${to}`)
  return accept(dates)
}

/** The filters that need nothing but the query. */
export function parseFilter({
  status,
  kind,
  direction,
  counterparty,
  paymentUID,
  reference,
}: TransactionsQuery): Pick<
  EntryFilter,
  'statuses' | 'purposes' | 'direction' | 'counterparty' | 'referenceIds' | 'externalReferenceId'
> {
  const statuses: readonly MovementStatus[] =
    status === undefined ? ['Booked', 'Pending'] : [mustBeName(MOVEMENT_STATUSES, status)]
  return {
    statuses,
    purposes: kind === undefined ? undefined : purposesOf(mustBeName(MOVEMENT_KINDS, kind)),
    direction: direction === undefined ? undefined : mustBeName(ENTRY_DIRECTIONS, direction),
    counterparty,
    referenceIds: paymentUID === undefined ? undefined : isUuid(paymentUID) ? [paymentUID.toLowerCase()] : [],
    externalReferenceId: reference,
  }
}

const shown = Type.Optional(Type.String())

export const TransactionReply = named('Transaction', {
  transactionUID: Type.String({ description: 'The id of the ledger transfer.' }),
  sequence: Type.String({ description: 'Its number on the account: without gaps, in the order of booking.' }),
  status: name(MOVEMENT_STATUSES),
  kind: name(MOVEMENT_KINDS),
  description: Type.String({ description: 'What happened, in words.' }),
  direction: name(ENTRY_DIRECTIONS, { description: 'Of this account.' }),
  amount: Type.String({ description: 'Decimal text, positive.' }),
  currency: Type.String(),
  bookingDate: Type.String({ description: 'The business date, yyyy-mm-dd.' }),
  bookedAt: Type.String({ description: 'RFC 3339.' }),
  valueDate: Type.String({ description: 'The date from which the amount counts, yyyy-mm-dd.' }),
  runningBalance: Type.String({ description: 'The ledger balance after it, decimal text.' }),
  runningAvailableBalance: Type.String({ description: 'The available balance after it, decimal text.' }),
  bankTransactionCode: Type.Object({
    domain: Type.String({ description: 'ISO 20022.' }),
    family: Type.String(),
    subFamily: Type.String(),
    bai: Type.String({ description: 'The BAI2 type code.' }),
  }),
  counterparty: Type.Optional(
    Type.Object({
      name: Type.String(),
      accountNumber: Type.Optional(
        Type.String({
          description:
            'Masked for a token without Customers.View_Account_Number; absent for a receipt, which has none.',
        }),
      ),
    }),
  ),
  reference: Type.Optional(
    Type.String({
      description: 'The externalReferenceId of the payment, or what the originator of a receipt knows you by.',
    }),
  ),
  remittance: Type.Optional(
    Type.String({ description: 'The paymentNotes of the payment, or the description and the addenda of a receipt.' }),
  ),
  traceNumber: Type.Optional(Type.String({ description: 'The trace number of a receipt by ACH.' })),
  endToEndId: Type.Optional(Type.String({ description: "The originator's reference of a receipt by message." })),
  links: Type.Object({
    paymentUID: shown,
    receiptUID: Type.Optional(Type.String({ description: 'The receipt that came in over a rail.' })),
    fee: Type.Optional(Type.String({ description: 'The name of the fee in the schedule.' })),
    forexContractNo: shown,
    adjustmentUID: shown,
    holdUID: Type.Optional(Type.String({ description: 'The transactionUID of the hold that it ends.' })),
  }),
})

export const TransactionsReply = named('Transactions', {
  accountUID: Type.String(),
  transactions: Type.Array(TransactionReply),
  nextCursor: Type.Optional(
    Type.String({
      description:
        'Send it as cursor for the next page. Absent on the last page. A page of a filtered search can be short, or empty, and have one.',
    }),
  ),
})

export const BalancesQuery = Type.Object(
  {
    at: Type.Optional(momentField('Any time in the past, such as 2026-07-01T12:00:00Z. Without it, now.')),
  },
  strict,
)

/** The types of balances, with what they are. */
const BALANCE_NAMES = {
  OPBD: 'Opening booked: the ledger balance at the start of the business day',
  ITBD: 'Interim booked: the ledger balance at the time',
  ITAV: 'Interim available: the available balance at the time',
  CLBD: 'Closing booked: the ledger balance at the end of the business day',
  CLAV: 'Closing available: the available balance at the end of the business day',
} as const

export const BalancesReply = named('Balances', {
  accountUID: Type.String(),
  currency: Type.String(),
  at: Type.String({ description: "The time, on the institution's clock, RFC 3339." }),
  businessDate: Type.String({ description: 'The business day of the time.' }),
  ledgerBalance: Type.String({ description: 'What is booked, decimal text.' }),
  availableBalance: Type.String({ description: 'What can be paid out, decimal text.' }),
  pendingIn: Type.String({ description: 'Credits in transit, decimal text. They are not available.' }),
  pendingOut: Type.String({
    description: 'What is held: payments on their way, proceeds that are not available yet. Decimal text.',
  }),
  valueDatedBalance: Type.String({
    description: 'The ledger balance without what counts only after the business day, decimal text.',
  }),
  balances: Type.Array(
    Type.Object({
      type: Type.String({
        description: `ISO 20022: ${Object.entries(BALANCE_NAMES)
          .map(([type, says]) => `${type} (${says.charAt(0).toLowerCase()}${says.slice(1)})`)
          .join(', ')}. CLBD and CLAV only for a day that has ended.`,
      }),
      creditDebit: Type.String({ description: 'CRDT, or DBIT for a negative balance.' }),
      amount: Type.String({ description: 'Decimal text, not negative.' }),
    }),
  ),
})

export function renderBalances(balances: AccountBalances): Static<typeof BalancesReply> {
  const { account, at, businessDate } = balances
  const text = (minor: bigint) => formatAmount(minor, account.currency)
  return {
    accountUID: String(account.id),
    currency: account.currency,
    at: timestamp(at),
    businessDate,
    ledgerBalance: text(balances.ledger),
    availableBalance: text(balances.available),
    pendingIn: text(balances.pendingIn),
    pendingOut: text(balances.pendingOut),
    valueDatedBalance: text(balances.valueDated),
    balances: balances.balances.map(({ type, amount: minor }) => ({
      type,
      creditDebit: minor < 0n ? 'DBIT' : 'CRDT',
      amount: text(minor < 0n ? -minor : minor),
    })),
  }
}
