/** What an account is for the institution. It decides on which side its balance normally is. */
type AccountType = 'Asset' | 'Liability' | 'Income' | 'Expense' | 'Transit'

/** A kind of account of the institution: one account per currency, or per rail and currency. */
interface ChartEntry {
  /** The kind of its ledger accounts in the database. */
  kind: string
  /** How its codes are formed, from `{rail}`, `{currency}`, `{customer}` and `{fee}`. */
  code: string
  name: string
  type: AccountType
  meaning: string
  /** The number in the general ledger, unless the institution sets its own; default by type. */
  glAccount?: string
}

/**
 * The chart of accounts: every kind of account that the institution keeps in its own books. The
 * accounts of customers are beside it; they have numbers instead of codes.
 */
const chart = {
  settlement: {
    kind: 'settlement',
    glAccount: '1010',
    code: 'settlement:{currency}',
    name: 'Own funds',
    type: 'Asset',
    meaning: "The institution's own money in this currency.",
  },
  'rail-settlement': {
    kind: 'rail-settlement',
    glAccount: '1020',
    code: 'rail-settlement:{rail}:{currency}',
    name: 'Settlement',
    type: 'Asset',
    meaning:
      'The account in which a rail settles: at the Federal Reserve, at the joint account of RTP, or for SWIFT the nostro account.',
  },
  clearing: {
    kind: 'clearing',
    glAccount: '1310',
    code: 'clearing:{rail}:{currency}',
    name: 'Clearing',
    type: 'Transit',
    meaning: 'Payments in transit on a rail: empty when the rail has settled.',
  },
  fees: {
    kind: 'income',
    glAccount: '4010',
    code: 'fees:{currency}:{fee}',
    name: 'Fee income',
    type: 'Income',
    meaning:
      'What customers paid of one fee of the schedule; `{fee}` is its `feeId`. `fees:{currency}` has the fees from before each had an account.',
  },
  receivables: {
    kind: 'receivable',
    glAccount: '1410',
    code: 'receivables:{currency}:{customer}',
    name: 'Receivable',
    type: 'Asset',
    meaning: 'What a customer owes: for returns and close-outs that its accounts did not cover.',
  },
  suspense: {
    kind: 'suspense',
    glAccount: '2390',
    code: 'suspense:unposted:{currency}',
    name: 'Suspense',
    type: 'Liability',
    meaning:
      'Money that customers without an open account got back or gained, item by item in GET /v1/institution/suspense, and receipts that no account took: GET /v3/receipts.',
  },
  'suspense-review': {
    kind: 'suspense',
    glAccount: '2391',
    code: 'suspense-review:{currency}',
    name: 'Receipts under review',
    type: 'Liability',
    meaning: 'Credits that came in and that a person reviews: GET /v3/receipts?status=SCREENING.',
  },
  'adjustment-cash': {
    kind: 'adjustment',
    glAccount: '1001',
    code: 'adjustment-cash:{currency}',
    name: 'Cash',
    type: 'Asset',
    meaning: 'Cash that was paid in or out at the counter.',
  },
  'adjustment-transit': {
    kind: 'adjustment',
    glAccount: '1390',
    code: 'adjustment-transit:{currency}',
    name: 'Balances in transfer',
    type: 'Transit',
    meaning: 'Balances that come from another system, or go to one: empty when the transfer is complete.',
  },
  'adjustment-correction': {
    kind: 'adjustment',
    glAccount: '1391',
    code: 'adjustment-correction:{currency}',
    name: 'Corrections',
    type: 'Transit',
    meaning: 'Corrections of errors, until their cause is booked.',
  },
  'adjustment-expense': {
    kind: 'adjustment',
    glAccount: '5010',
    code: 'adjustment-expense:{currency}',
    name: 'Losses and goodwill',
    type: 'Expense',
    meaning: 'What the institution bears: write-offs, interest corrections, goodwill.',
  },
  'crossed-returns': {
    kind: 'suspense',
    code: 'crossed-returns:{currency}',
    name: 'Crossed returns',
    type: 'Asset',
    meaning:
      'Debits that came back after a reversing entry had paid them back: to recover from the network, item by item in GET /v1/institution/suspense.',
  },
  'fx-position': {
    kind: 'fx',
    glAccount: '1610',
    code: 'fx-position:{currency}',
    name: 'FX position',
    type: 'Transit',
    meaning: 'Amounts to receive (credit) and to deliver (debit) under FX contracts and covers: the open risk.',
  },
  'fx-customers': {
    kind: 'fx',
    glAccount: '1620',
    code: 'fx-customers:{currency}',
    name: 'FX contracts with customers',
    type: 'Transit',
    meaning: 'What customers owe (debit) or are owed (credit) under FX contracts.',
  },
  'fx-market': {
    kind: 'fx',
    glAccount: '1630',
    code: 'fx-market:{currency}',
    name: 'FX covers with the market',
    type: 'Transit',
    meaning: 'What the market has still to deliver (debit) or to receive (credit) under covers and trades of the desk.',
  },
  'fx-margin': {
    kind: 'fx',
    code: 'fx-margin:{currency}',
    name: 'FX margin not earned yet',
    type: 'Liability',
    meaning: 'Margins of FX contracts that later draws earn.',
  },
  'fx-owed': {
    kind: 'fx',
    code: 'fx-owed:{currency}',
    name: 'Losses owed by customers',
    type: 'Asset',
    meaning: 'Losses of close-outs that customers owed before they became receivables: empty.',
  },
  'fx-result': {
    kind: 'fx',
    glAccount: '4610',
    code: 'fx-result:{currency}',
    name: 'FX result, realized',
    type: 'Income',
    meaning: 'The profit (credit) or loss (debit) that the institution has realized from exchanges.',
  },
  'fx-unrealized': {
    kind: 'fx',
    glAccount: '4620',
    code: 'fx-unrealized:{currency}',
    name: 'FX result, unrealized',
    type: 'Income',
    meaning:
      "The profit (credit) or loss (debit) that the open FX positions would bring at the market rates of the last close, in the institution's currency.",
  },
  'fx-revaluation': {
    kind: 'fx',
    glAccount: '1640',
    code: 'fx-revaluation:{currency}',
    name: 'Revaluation of FX positions',
    type: 'Asset',
    meaning: 'What the open FX positions were worth more (debit) or less (credit) than they cost at the last close.',
  },
} as const satisfies Readonly<Record<string, ChartEntry>>

/** The name of an entry of the chart. */
export type Book = keyof typeof chart

/** The code of one of the institution's own ledger accounts, such as `clearing:ACH:USD`. */
export type BookCode = `${Book}:${string}`

export const CHART: Readonly<Record<Book, ChartEntry>> = chart

/** The kinds of ledger accounts. The database has the same list (ledger_accounts_kind). */
export const ACCOUNT_KINDS: readonly string[] = ['customer', ...new Set(Object.values(CHART).map(({ kind }) => kind))]

/** The parts of a code besides the entry. Entries ignore the parts that they do not have. */
export interface BookParts {
  currency: string
  rail?: string
  /** The id of the customer, not of an account. */
  customer?: bigint
  /** The id of the fee of the schedule. */
  fee?: bigint
}

/** The code of an account of the institution. Throws if the entry needs a part that is missing. */
export function bookCode(book: Book, { currency, rail, customer, fee }: BookParts): BookCode {
  const { code } = CHART[book]
  if (code.includes('{rail}') && rail === undefined) throw new Error(`an account of ${book} needs a rail`)
  if (code.includes('{customer}') && customer === undefined) throw new Error(`an account of ${book} needs a customer`)
  if (code.includes('{fee}') && fee === undefined) throw new Error(`an account of ${book} needs a fee`)
  const coded = code.replace('{rail}', rail ?? '').replace('{currency}', currency)
  return coded.replace('{customer}', String(customer)).replace('{fee}', String(fee)) as BookCode
}

/** The accounts that can be on the other side of an adjustment. The first is the default. */
export const CONTRA_ACCOUNTS = [
  'settlement',
  'adjustment-cash',
  'adjustment-transit',
  'adjustment-correction',
  'adjustment-expense',
] as const satisfies readonly Book[]
export type ContraAccount = (typeof CONTRA_ACCOUNTS)[number]

/** The entry of the chart that a code belongs to; undefined for none. */
export function bookOf(code: string): Book | undefined {
  const [book] = code.split(':') as [Book]
  return Object.hasOwn(CHART, book) ? book : undefined
}

/** The currency of an account of the chart. Throws for a code that is none. */
export function currencyOfBook(code: string): string {
  const book = bookOf(code)
  const currency = book && code.split(':')[CHART[book].code.split(':').indexOf('{currency}')]
  if (!currency) throw new Error(`${code} is not in the chart of accounts`)
  return currency
}

/** Whether the text is an entry of the chart or a code of one. */
export function isBookOrCode(account: string): boolean {
  if (Object.hasOwn(CHART, account)) return true
  const book = bookOf(account)
  if (!book) return false
  const pattern = CHART[book].code.replace('{rail}', '[A-Z]+').replace('{currency}', '[A-Z]{3}')
  return new RegExp(`^${pattern.replace('{customer}', '[0-9]+').replace(':{fee}', '(:[0-9]+)?')}$`).test(account)
}

/** The numbers of entries without one. */
const GL_ACCOUNTS: Readonly<Record<AccountType, string>> = {
  Asset: '1999',
  Liability: '2999',
  Income: '4999',
  Expense: '5999',
  Transit: '1399',
}

export function glAccountOfBook(book: Book): string {
  const { glAccount, type } = CHART[book]
  return glAccount ?? GL_ACCOUNTS[type]
}

/**
 * The number of an account in the general ledger: its own, that of the fees of its currency, that
 * of its entry, or the chart's.
 */
export function glAccountOf(code: string, own: Readonly<Record<string, string>> = {}): string {
  const book = bookOf(code)
  if (!book) throw new Error(`${code} is not in the chart of accounts`)
  return own[code] ?? own[`${book}:${currencyOfBook(code)}`] ?? own[book] ?? glAccountOfBook(book)
}
