import { hash } from 'node:crypto'
import { readSection } from './archive-files.ts'

/** A transfer of a payment. Amounts are text in minor units. */
export interface TransferRow {
  id: string
  kind: 'posted' | 'pending' | 'post_pending' | 'void_pending'
  purpose: string
  reference_id: string
  debit_account_id: number
  credit_account_id: number
  amount: string
  currency: string
  business_date: string | null
}

export interface PaymentRow {
  id: string
  entry_type: 'CREDIT' | 'DEBIT'
  sender_account_id: number
  receiver_account_id: number | null
  amount: string
  currency: string
  state: {
    status: string
    amount: string
    sender_account_id: number
    deducted_amount: string | null
    fee_amount: string | null
    fee_from_proceeds: boolean
  }
}

export interface ExchangeRow {
  payment_id: string
  /** Null until the payment is priced. */
  sell_amount: string | null
  sell_currency: string
}

const POSTED = new Set(['posted', 'post_pending'])
/** States that a payment reaches only before anything of it is posted. */
const NEVER_POSTED = new Set([
  ...['PENDING_APPROVAL', 'PARTIALLY_APPROVED', 'FUTURE_DATED', 'REJECTED', 'CANCELLED', 'VALIDATION_FAILURE'],
])

/** Where an archived payment contradicts its transfers: in words, for each the first of a kind. */
export function contradictionsOf(
  payment: PaymentRow,
  transfers: readonly TransferRow[],
  exchange: ExchangeRow | undefined,
): string[] {
  const { state, sender_account_id: sender, receiver_account_id: receiver } = payment
  const found: string[] = []
  const note = (what: string) => found.push(`payment ${payment.id}: ${what}`)
  if (state.amount !== payment.amount || state.sender_account_id !== sender) note('its state is of another instruction')

  const currency = exchange?.sell_currency ?? payment.currency
  const own = transfers.filter(({ purpose }) => purpose === 'payment' || purpose === 'fxFunding')
  const ofSender = (one: TransferRow) =>
    payment.entry_type === 'DEBIT' && one.purpose === 'payment' ? one.credit_account_id : one.debit_account_id
  if (own.some((one) => ofSender(one) !== sender)) note('a transfer is of another account')
  if (own.some((one) => one.currency !== currency)) note('a transfer is in another currency')
  const received = transfers.filter(({ purpose }) => purpose === (exchange ? 'fxPayout' : 'payment'))
  if (receiver !== null && received.some((one) => one.credit_account_id !== receiver))
    note('a transfer credits another account than its receiver')

  const posted = own.filter(({ kind }) => POSTED.has(kind)).reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const expected = exchange?.sell_amount ? BigInt(exchange.sell_amount) : netOf(payment)
  if (state.status === 'PROCESSED' && posted !== expected) note(`${posted} was posted, and it is of ${expected}`)
  if (NEVER_POSTED.has(state.status) && posted !== 0n) note(`it is ${state.status}, and ${posted} was posted`)
  return found
}

/** What a payment in one currency moves: its amount less the fees that come out of it. */
function netOf({ amount, state }: PaymentRow): bigint {
  const { deducted_amount: deducted, fee_amount: fee, fee_from_proceeds: isFromProceeds } = state
  return BigInt(amount) - BigInt(deducted ?? 0) - (isFromProceeds ? BigInt(fee ?? 0) : 0n)
}

const MAX_PROBLEMS = 20

/** Compares each payment with its transfers. All files are in the order of the payments. */
export async function verifyPaymentTies(directory: string): Promise<string[]> {
  const problems: string[] = []
  const transfers = groupsOf<TransferRow>(exactRows(directory, 'transfers'), (row) => row.reference_id)
  const exchanges = groupsOf<ExchangeRow>(exactRows(directory, 'exchanges'), (row) => row.payment_id)
  for await (const payment of exactRows<PaymentRow>(directory, 'payments')) {
    const [exchange] = await exchanges(payment.id)
    problems.push(...contradictionsOf(payment, await transfers(payment.id), exchange))
    if (problems.length >= MAX_PROBLEMS) break
  }
  return problems.slice(0, MAX_PROBLEMS)
}

/** Gives the rows of one payment after the other, and leaves out those of no payment. */
function groupsOf<Row>(rows: AsyncGenerator<Row>, keyOf: (row: Row) => string): (id: string) => Promise<Row[]> {
  let next: Promise<IteratorResult<Row>> | undefined
  return async (id) => {
    const group: Row[] = []
    for (;;) {
      next ??= rows.next()
      const { done, value } = await next
      if (done || keyOf(value) > id) return group
      if (keyOf(value) === id) group.push(value)
      next = undefined
    }
  }
}

/** Rows with all numbers of money as text, digit by digit. */
async function* exactRows<Row>(directory: string, section: string): AsyncGenerator<Row> {
  for await (const line of readSection(directory, section)) yield parseExactly(line)
}

const MONEY = /amount$/
type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown

const moneyAsText: Reviver = (key, value, { source }) => (typeof value === 'number' && MONEY.test(key) ? source : value)

function parseExactly<Row>(line: string): Row {
  return JSON.parse(line, moneyAsText as (key: string, value: unknown) => unknown)
}

/** So many transfers are compared at once: about 200 bytes of memory for each. */
const TRANSFERS_PER_PASS = 1_000_000

/**
 * Compares the posted transfers of payments with the journal: each of the month's business days is
 * in it, and is the same. What the journal has of others is not looked at.
 */
export async function verifyJournalTies(
  directory: string,
  { month, transfers }: { month: string; transfers: number },
): Promise<string[]> {
  const passes = Math.max(1, Math.ceil(transfers / TRANSFERS_PER_PASS))
  for (let pass = 0; pass < passes; pass++) {
    const isInPass = ({ id }: TransferRow) => Number.parseInt(id.slice(-6), 16) % passes === pass
    const wanted = new Map<string, string>()
    for await (const row of exactRows<TransferRow>(directory, 'transfers'))
      if (POSTED.has(row.kind) && row.business_date?.startsWith(`${month}-`) && isInPass(row))
        wanted.set(row.id, contentOf(row))
    for await (const row of exactRows<TransferRow>(directory, 'journal')) {
      const content = wanted.get(row.id)
      if (content !== undefined && content !== contentOf(row))
        return [`transfer ${row.id} of payment ${row.reference_id} is another one in the journal`]
      wanted.delete(row.id)
    }
    const [missing] = wanted.keys()
    if (missing !== undefined) return [`transfer ${missing} of a payment is not in the journal`]
  }
  return []
}

function contentOf(row: TransferRow): string {
  const { kind, purpose, reference_id, debit_account_id, credit_account_id, amount, currency, business_date } = row
  const values = [kind, purpose, reference_id, debit_account_id, credit_account_id, amount, currency, business_date]
  return hash('sha256', JSON.stringify(values), 'base64url')
}
