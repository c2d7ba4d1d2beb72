import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { dataOf } from '../answers.ts'
import { add, minorOf, nonZero, rateOf, type Sums, toBase, toQuote } from './arithmetic.ts'
import type { Bank, Customer } from './bank.ts'
import { applyEvent, type Event, type FxBook, fxBalances, newFxBook } from './fx-result.ts'
import { pointsOf, spotAt } from './market.ts'

/** What the controller of the bank keeps from day to day, all of it read over HTTP. */
export interface Controller {
  fx: FxBook
  /** The place in the event feed, and events of a day that has not closed. */
  feed: { after: string; waiting: Event[] }
  /** The closing balances of the last closed day by account, and by account of a customer. */
  closings: Sums
  customers: Sums
  reversals: Reversal[]
  /** What close-outs have left on receivables, by the journal. */
  owed: Sums
  closedUntil: string
}

/** A reversing entry that was booked, until the network settles it. */
interface Reversal {
  businessDate: string
  payment: string
  amount: bigint
}

export function newController({ market, terms, clock }: Pick<Bank, 'market' | 'terms' | 'clock'>): Controller {
  return {
    fx: newFxBook({ market, gains: [{ from: clock.now(), to: terms.gains }], isAtDraw: terms.isAtDraw }),
    ...{ feed: { after: '0', waiting: [] }, closings: new Map(), customers: new Map() },
    ...{ reversals: [], owed: new Map(), closedUntil: '' },
  }
}

interface Day {
  businessDate: string
  status: string
  closesAt: string
  differences: unknown[]
}

/** What the controller reads. */
type Books = Pick<Bank, 'call' | 'clock'> & { customers: Pick<Customer, 'uid' | 'accounts' | 'closed'>[] }

/** Controls every business day that has closed since the last call, and the accounts of now. */
export async function control(bank: Books, controller: Controller): Promise<void> {
  await controlDays(bank, controller)
  await controlAccounts(bank, controller)
}

/** Controls every business day that has closed since the last call. */
export async function controlDays(bank: Pick<Books, 'call' | 'clock'>, controller: Controller): Promise<void> {
  const days: Day[] = dataOf(await bank.call('GET', '/v1/institution/ledger/days?page=1&limit=50'))
  await readEvents(bank, controller)
  const now = bank.clock.now().epochMilliseconds
  for (const day of days.toReversed()) {
    const status = Date.parse(day.closesAt) <= now ? 'Closed' : 'Open'
    assert.equal(day.status, status, `${day.businessDate}: ${JSON.stringify(day)}`)
    if (day.status !== 'Closed' || day.businessDate <= controller.closedUntil) continue
    await controlDay(bank, controller, day)
    controller.closedUntil = day.businessDate
  }
}

type Reader = Pick<Bank, 'call'>

async function readEvents({ call }: Reader, { feed }: Controller): Promise<void> {
  for (;;) {
    const { events, next } = dataOf(await call('GET', `/v1/events?limit=1000&after=${feed.after}`))
    feed.waiting.push(...events.filter(({ type }: Event) => type.startsWith('fx.')))
    if (next === feed.after) return
    feed.after = next
  }
}

interface Row {
  account: string
  currency: string
  glAccount: string
  opening: bigint
  debits: bigint
  credits: bigint
  reclassified: bigint
  closing: bigint
}

interface Entry {
  transferUID: string
  purpose: string
  referenceUID: string
  debit: string
  credit: string
  amount: string
  currency: string
}

async function controlDay(bank: Reader, controller: Controller, { businessDate, closesAt }: Day): Promise<void> {
  const rows = await readTrialBalance(bank, businessDate)
  const entries = await readJournal(bank, businessDate)
  assertBalanced(rows, controller.closings)
  assertTurnover(rows, entries, controller)
  await assertFile(bank, { businessDate, rows, entries })
  assertClearing(rows, entries, { controller, businessDate })
  const { feed, fx } = controller
  const ofDay = feed.waiting.filter(({ occurredAt }) => Date.parse(occurredAt) < Date.parse(closesAt))
  feed.waiting = feed.waiting.filter(({ occurredAt }) => Date.parse(occurredAt) >= Date.parse(closesAt))
  for (const event of ofDay) applyEvent(fx, event)
  for (const { purpose, debit, amount, currency } of entries)
    if (purpose === 'fxCloseOut' && debit.startsWith('receivables:'))
      add(controller.owed, currency, minorOf(amount, currency))
  assert.deepEqual(nonZero(controller.owed), nonZero(fx.owed), 'what close-outs leave owed is on receivables')
  const fxRows = rows.filter(({ account }) => /^fx-(position|result|margin|market):/.test(account))
  const booked = new Map(fxRows.map(({ account, closing }) => [account, closing]))
  assert.deepEqual(nonZero(booked), sorted(fxBalances(fx, businessDate)), 'the FX accounts are not those of the trades')
  await assertRevalued(bank, fx, {
    businessDate,
    closesAt,
    booked: new Map(rows.map((row) => [row.account, row.closing])),
  })
  controller.closings = new Map(rows.map(({ account, closing }) => [account, closing]))
}

/**
 * Every open position is valued at the market of the end of the day, and what it is worth more than
 * it cost is the unrealized result.
 */
async function assertRevalued(
  { call }: Reader,
  { market, position, cost }: FxBook,
  { businessDate, closesAt, booked }: { businessDate: string; closesAt: string; booked: Sums },
): Promise<void> {
  const path = `/v1/institution/fx/revaluations?page=1&limit=1000&businessDate=${businessDate}`
  const [positions, costs]: [Sums, Sums] = [new Map(), new Map()]
  let unrealized = 0n
  for (const { currency, currencyPair, rate = 1, ...row } of dataOf(await call('GET', path))) {
    const amount = minorOf(row.position, currency)
    const [value, paid] = [minorOf(row.value, 'USD'), minorOf(row.cost, 'USD')]
    const { mid } = spotAt(market, currencyPair, Temporal.Instant.from(closesAt))
    const { least, most } = pointsOf(currencyPair)
    const points = rateOf(rate) - mid
    assert.ok(amount === 0n || (points >= least && points <= most), `${rate} is not the rate of ${currencyPair}`)
    const pair = currencyPair.split('/') as [string, string]
    const inDollars = pair[0] === currency ? toQuote : toBase
    assert.equal(value, inDollars(amount, rateOf(rate), pair, 'halfEven'), `the value of ${amount} ${currency}`)
    add(positions, currency, amount)
    add(costs, currency, paid)
    unrealized += value - paid
  }
  const { USD: _, ...foreign } = nonZero(position)
  assert.deepEqual(nonZero(positions), foreign, 'every open position is revalued')
  assert.deepEqual(nonZero(costs), nonZero(cost), 'what the positions cost')
  assert.equal(booked.get('fx-unrealized:USD') ?? 0n, unrealized, 'the unrealized result')
}

const sorted = (balances: Record<string, bigint>) => nonZero(new Map(Object.entries(balances)))

async function readTrialBalance({ call }: Reader, businessDate?: string): Promise<Row[]> {
  const ofDay = businessDate === undefined ? '' : `&businessDate=${businessDate}`
  const rows: Record<keyof Row, string>[] = dataOf(
    await call('GET', `/v1/institution/ledger/trial-balance?page=1&limit=1000${ofDay}`),
  )
  return rows.map((row) => rowOf(row))
}

function rowOf({ account, currency, glAccount, ...amounts }: Record<keyof Row, string>): Row {
  const minor = (name: keyof typeof amounts) => minorOf(amounts[name], currency)
  return {
    ...{ account, currency, glAccount, opening: minor('opening'), debits: minor('debits') },
    ...{ credits: minor('credits'), reclassified: minor('reclassified'), closing: minor('closing') },
  }
}

async function readJournal({ call }: Reader, businessDate?: string): Promise<Entry[]> {
  const entries: Entry[] = []
  const ofDay = businessDate === undefined ? '' : `&businessDate=${businessDate}`
  for (let after = ''; ; ) {
    const path = `/v1/institution/ledger/journal?limit=1000${ofDay}${after}`
    const page = dataOf(await call('GET', path))
    entries.push(...page.entries)
    if (page.next === undefined) return entries
    after = `&after=${page.next}`
  }
}

/** Zero in each currency, and each account goes on from where it ended on the day before. */
function assertBalanced(rows: readonly Row[], before: Sums): void {
  const sums: Sums = new Map()
  for (const row of rows) {
    const { account, currency, opening, debits, credits, reclassified, closing } = row
    assert.equal(opening, before.get(account) ?? 0n, `${account} opens with what it closed with`)
    assert.equal(opening - debits + credits + reclassified, closing, `${account} closes with its entries`)
    for (const [name, amount] of Object.entries({ opening, turnover: credits - debits, reclassified, closing }))
      add(sums, `${name} of ${currency}`, amount)
  }
  assert.deepEqual(nonZero(sums), {}, 'the trial balance is zero in each currency')
  const shown = new Set(rows.map(({ account }) => account))
  const lost = Object.keys(nonZero(before)).filter((account) => !shown.has(account))
  assert.deepEqual(lost, [], 'accounts with a balance that the trial balance does not show')
}

/** The journal has exactly the turnover of the trial balance, and moves the customers' accounts. */
function assertTurnover(rows: readonly Row[], entries: readonly Entry[], { customers }: Controller): void {
  const turnover: Sums = new Map()
  for (const { debit, credit, amount, currency } of entries) {
    const minor = minorOf(amount, currency)
    for (const [side, account, sign] of [
      ['debits', debit, -1n],
      ['credits', credit, 1n],
    ] as const) {
      if (isCustomer(account)) add(customers, account, sign * minor)
      add(turnover, `${side} ${isCustomer(account) ? `customers:${currency}` : account}`, minor)
    }
  }
  const shown: Sums = new Map()
  for (const { account, debits, credits } of rows) {
    const name = account.startsWith('customers:') ? account.split(':').slice(0, 2).join(':') : account
    add(shown, `debits ${name}`, debits)
    add(shown, `credits ${name}`, credits)
  }
  assert.deepEqual(nonZero(shown), nonZero(turnover), 'the trial balance has the entries of the journal')
}

/** The file for the general ledger has the trial balance or the journal, to the cent. */
async function assertFile(
  { call }: Reader,
  { businessDate, rows, entries }: { businessDate: string; rows: readonly Row[]; entries: readonly Entry[] },
): Promise<void> {
  const path = `/v1/institution/ledger/exports?page=1&limit=1&businessDate=${businessDate}`
  const [file] = dataOf(await call('GET', path))
  assert.equal(hash('sha256', file.content, 'hex'), file.sha256, 'the hash of the file')
  const [head, ...lines] = file.content
    .trimEnd()
    .split('\r\n')
    .map((line: string) => line.split(',')) as string[][]
  const records = lines.map((line) => Object.fromEntries(head!.map((name, place) => [name, line[place]!])))
  assert.ok(records.every((record) => record['business_date'] === businessDate))
  if (file.detail === 'Entry') return assertEntriesInFile(records, { rows, entries })
  const shown = rows.filter(({ opening, debits, credits, reclassified, closing }) =>
    [opening, debits, credits, reclassified, closing].some((amount) => amount !== 0n),
  )
  const written = records.map((record) =>
    rowOf({ ...(record as Record<keyof Row, string>), glAccount: record['gl_account']! }),
  )
  const inOrder = (list: readonly Row[]) =>
    list
      .map(({ account, currency, glAccount, opening, debits, credits, reclassified, closing }) => ({
        ...{ account, currency, glAccount, opening, debits, credits, reclassified, closing },
      }))
      .sort((one, other) => (one.account < other.account ? -1 : 1))
  assert.deepEqual(inOrder(written), inOrder(shown), 'the file has the trial balance')
}

function assertEntriesInFile(
  records: readonly Record<string, string>[],
  { rows, entries }: { rows: readonly Row[]; entries: readonly Entry[] },
): void {
  const pick = (one: Record<string, unknown>, names: readonly string[]) => names.map((name) => one[name])
  const columns = ['transfer', 'purpose', 'debit_account', 'credit_account', 'amount', 'currency']
  assert.deepEqual(
    records.map((record) => pick(record, columns)),
    entries.map(({ transferUID, purpose, debit, credit, amount, currency }) => [
      ...[transferUID, purpose, debit, credit, amount, currency],
    ]),
    'the file has the journal',
  )
  const sums: Sums = new Map()
  for (const record of records) {
    const amount = minorOf(record['amount']!, record['currency']!)
    add(sums, `${record['debit_gl_account']} ${record['currency']}`, -amount)
    add(sums, `${record['credit_gl_account']} ${record['currency']}`, amount)
  }
  const change: Sums = new Map()
  for (const { glAccount, currency, debits, credits } of rows) add(change, `${glAccount} ${currency}`, credits - debits)
  assert.deepEqual(nonZero(sums), nonZero(change), 'the file changes the general ledger as the trial balance says')
}

/** How many business days a reversing entry takes at most until it settles. */
const DAYS_IN_TRANSIT = 3

/** Clearing accounts are empty, except for reversing entries of the last days, one by one. */
function assertClearing(
  rows: readonly Row[],
  entries: readonly Entry[],
  { controller, businessDate }: { controller: Controller; businessDate: string },
): void {
  const { reversals } = controller
  for (const { purpose, credit, amount, currency, referenceUID: payment } of entries)
    if (purpose === 'reversal' && credit.startsWith('clearing:'))
      reversals.push({ businessDate, payment, amount: minorOf(amount, currency) })
  const days = [...new Set(reversals.map((one) => one.businessDate))]
  const oldest = days.slice(-DAYS_IN_TRANSIT)[0] ?? ''
  const recent = reversals.filter((one) => one.businessDate >= oldest)
  for (const { account, closing } of rows.filter((row) => row.account.startsWith('clearing:'))) {
    const items = account === 'clearing:ACH:USD' ? recent : []
    assert.ok(
      isSumOfSome(closing, items),
      `${account} has ${closing}, which no reversals explain: ${items.map(({ amount }) => amount)}`,
    )
  }
}

function isSumOfSome(sum: bigint, items: readonly Pick<Reversal, 'amount'>[]): boolean {
  const sums = new Set([0n])
  for (const { amount } of items) for (const one of [...sums]) sums.add(one + amount)
  return sums.has(sum)
}

/**
 * Each account of a customer has the balance of its entries, and together they are the control
 * accounts of the open day.
 */
async function controlAccounts(bank: Books, { customers }: Controller): Promise<void> {
  const { call } = bank
  const balances = new Map(customers)
  for (const { debit, credit, amount, currency } of await readJournal(bank)) {
    if (isCustomer(debit)) add(balances, debit, -minorOf(amount, currency))
    if (isCustomer(credit)) add(balances, credit, minorOf(amount, currency))
  }
  const owned = bank.customers.flatMap(({ uid, accounts, closed }) =>
    [...accounts, ...closed].map((account) => ({ ...account, owner: uid })),
  )
  const shown: Sums = new Map()
  const sums: Sums = new Map()
  for (const { uid, owner, currency } of owned) {
    const path = `/v3/customers/${owner}/accounts/${uid}?includeAccountBalance=true`
    const balance = minorOf(dataOf(await call('GET', path)).ledgerBalance, currency)
    add(shown, uid, balance)
    add(sums, currency, balance)
  }
  assert.deepEqual(nonZero(shown), nonZero(balances), 'the accounts of customers have their entries')
  const controlled: Sums = new Map()
  for (const { account, currency, closing } of await readTrialBalance(bank))
    if (account.startsWith('customers:')) add(controlled, currency, closing)
  assert.deepEqual(nonZero(controlled), nonZero(sums), 'the accounts of customers are their control account')
}

const isCustomer = (account: string) => /^\d+$/.test(account)
