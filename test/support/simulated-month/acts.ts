import assert from 'node:assert/strict'
import { creditBody, debitBody, type Reply, transferBody } from '../test-service.ts'
import { DIGITS, numberOf } from './arithmetic.ts'
import { type Account, adjust, type Bank, type Customer, openAccount, type PaymentKind } from './bank.ts'
import { moveMarket } from './market.ts'

/** Something that a customer or the bank does. Undefined if there is nothing to do it to. */
type Act = (bank: Bank) => Promise<Reply | undefined>

/** What happens in the month, and how often. */
export const ACTS: Readonly<Record<string, readonly [weight: number, act: Act]>> = {
  deposit: [4, (bank) => adjustSomething(bank, 'Credit')],
  withdraw: [2, (bank) => adjustSomething(bank, 'Debit')],
  'withdraw all': [2, withdrawAll],
  'pay by ACH': [6, (bank) => pay(bank, bank.dice.pick(['Economy', 'Economy Plus']))],
  'collect by ACH': [5, collect],
  'pay by wire': [3, (bank) => pay(bank, 'Express')],
  'pay instantly': [4, (bank) => pay(bank, 'Instant')],
  transfer: [4, (bank) => transfer(bank, true)],
  'transfer and exchange': [2, (bank) => transfer(bank, false)],
  'pay abroad': [4, payAbroad],
  trade: [6, trade],
  draw: [7, draw],
  cover: [2, (bank) => actOnContract(bank, 'GET', 'cover')],
  'cancel contract': [1, (bank) => actOnContract(bank, 'DELETE', 'cancel')],
  'desk trade': [1, deskTrade],
  'cancel payment': [3, (bank) => actOnPayment(bank, 'cancel', () => ({}))],
  'return payment': [
    5,
    (bank) => actOnPayment(bank, 'return', (kind) => ({ achReturnCode: codeOf(bank, kind), returnNotes: 'test' })),
  ],
  'reverse payment': [4, (bank) => actOnPayment(bank, 'reverse', () => ({ reversalNotes: 'test' }))],
  'suspend or activate customer': [1, suspendCustomer],
  'suspend or activate account': [1, suspendAccount],
  'close account': [1, closeAccount],
  'write off': [3, writeOff],
  'change master GL': [1, changeMasterGl],
  'change instant network': [1, changeInstantNetwork],
  'change line': [1, changeLine],
}

/** Does something at random, and notes what came of it. */
export async function act(bank: Bank): Promise<void> {
  const [name, perform] = bank.dice.weighted(
    Object.entries(ACTS).map(([name, [weight, perform]]) => [weight, [name, perform] as const]),
  )
  const reply = await perform(bank)
  if (!reply) return
  assert.ok(reply.status < 500, `${name}: ${reply.status} ${JSON.stringify(reply.body)}`)
  bank.reached.add(`${name} ${reply.status}`)
}

/** The rates of a new moment. Some days, the market moves far. */
export async function moveRates(bank: Bank): Promise<void> {
  const { call, clock, dice, market } = bank
  clock.advance({ seconds: 1 })
  const reply = await call(
    'PUT',
    '/v1/institution/fx/rates',
    moveMarket(market, dice, clock.now(), dice.happens(10) ? 40 : 8),
  )
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
}

const accountIn = ({ accounts }: Customer, currency: string) => accounts.find((one) => one.currency === currency)

/** An amount of the usual size; rarely, one that is too large for the account. */
function amountIn({ dice }: Bank, currency: string, most = 1_500): number {
  const units = dice.happens(4) ? 50_000 : most
  const perUnit = currency === 'JPY' ? 150 : 100
  return numberOf(dice.between(perUnit, units * perUnit), currency)
}

const dateIn = ({ clock }: Bank, days: number) =>
  clock.now().toZonedDateTimeISO('America/New_York').toPlainDate().add({ days }).toString()

/** Often now, and sometimes on a day of the coming week. */
const dateOf = (bank: Bank) => (bank.dice.happens(20) ? { paymentDate: dateIn(bank, bank.dice.between(1, 6)) } : {})

function noted({ payments }: Bank, reply: Reply, kind: PaymentKind): Reply {
  if (reply.status === 200) payments.push({ uid: reply.body.data.paymentUID, kind })
  return reply
}

function adjustSomething({ call, dice, customers }: Bank, direction: 'Credit' | 'Debit'): Promise<Reply> {
  const account = dice.pick(dice.pick(customers).accounts)
  const contraAccount = dice.pick(['settlement', 'adjustment-cash', 'adjustment-transit', 'adjustment-correction'])
  const amount = numberOf(dice.between(100, account.currency === 'JPY' ? 300_000 : 250_000), account.currency)
  return adjust(call, account, { direction, amount, contraAccount })
}

/** Takes out all that is available, so that returns and losses find nothing. */
async function withdrawAll(bank: Bank): Promise<Reply | undefined> {
  const customer = bank.dice.pick(bank.customers)
  return withdrawFrom(bank, customer, bank.dice.pick(customer.accounts))
}

async function withdrawFrom({ call }: Bank, customer: Customer, account: Account): Promise<Reply | undefined> {
  const path = `/v3/customers/${customer.uid}/accounts/${account.uid}?includeAccountBalance=true`
  const amount = Number((await call('GET', path)).body.data.availableBalance)
  return amount > 0 ? adjust(call, account, { direction: 'Debit', amount }) : undefined
}

async function pay(bank: Bank, speed: string): Promise<Reply> {
  const customer = bank.dice.pick(bank.customers)
  const parties = { accountUID: accountIn(customer, 'USD')!.uid, contactUID: customer.domestic }
  const body = creditBody(parties, { speed, paymentAmount: amountIn(bank, 'USD'), ...dateOf(bank) })
  const isAch = speed.startsWith('Economy')
  return noted(bank, await bank.call('POST', '/payments/creditrequest', body), isAch ? 'credit' : 'message')
}

async function collect(bank: Bank): Promise<Reply> {
  const customer = bank.dice.pick(bank.customers)
  const parties = { accountUID: accountIn(customer, 'USD')!.uid, contactUID: customer.domestic }
  const speed = bank.dice.pick(['Economy', 'Economy Plus'])
  const body = debitBody(parties, { speed, paymentAmount: amountIn(bank, 'USD'), ...dateOf(bank) })
  return noted(bank, await bank.call('POST', '/payments/debitrequest', body), 'debit')
}

async function transfer(bank: Bank, isOneCurrency: boolean): Promise<Reply | undefined> {
  const { dice, customers, call } = bank
  const from = dice.pick(dice.pick(customers).accounts)
  const others = customers
    .flatMap(({ accounts }) => accounts)
    .filter((to) => to !== from && isOneCurrency === (to.currency === from.currency) && isTraded(from, to))
  if (others.length === 0) return undefined
  const to = dice.pick(others)
  const { currency } = dice.pick([from, to])
  const amounts = { paymentAmount: amountIn(bank, currency, 600), paymentCurrency: currency }
  return noted(
    bank,
    await call('POST', '/v3/payments/booktransfer', transferBody({ from: from.uid, to: to.uid, ...amounts })),
    'book',
  )
}

/** Only pairs with the dollar have rates of their own. */
const isTraded = (from: Account, to: Account) =>
  from.currency === to.currency || from.currency === 'USD' || to.currency === 'USD'

/** Pays abroad in the currency of the account, or at the rate of the moment in another. */
async function payAbroad(bank: Bank): Promise<Reply> {
  const { dice, call } = bank
  const customer = dice.pick(bank.customers)
  const from = dice.pick(customer.accounts)
  const to = from.currency === 'USD' ? dice.pick(['EUR', 'JPY']) : dice.pick(['USD', from.currency])
  const currency = dice.pick([from.currency, to])
  const parties = { accountUID: from.uid, contactUID: customer.abroad[to]! }
  const amounts = { paymentAmount: amountIn(bank, currency, 900), paymentCurrency: currency }
  const body = creditBody(parties, { ...amounts, speed: dice.pick(['SPOT', 'SPOT', 'ON', 'TN']), ...dateOf(bank) })
  return noted(bank, await call('POST', '/payments/creditrequest', body), 'message')
}

async function trade(bank: Bank): Promise<Reply> {
  const { dice, call, contracts } = bank
  const customer = dice.pick(bank.customers)
  const own = dice.pick(customer.accounts)
  const [sell, buy] = own.currency === 'USD' ? ['USD', dice.pick(['EUR', 'JPY'])] : [own.currency, 'USD']
  const isSell = dice.happens(50)
  const currency = isSell ? sell : buy
  const amount = { [isSell ? 'fundingAmount' : 'transferAmount']: amountIn(bank, currency, 2_500) }
  const product = dice.weighted([
    [5, { productType: 'SPOT' }],
    [2, { productType: 'SPOT', tenor: dice.pick(['ON', 'TN']) }],
    [4, { productType: 'FORWARD', tenor: dice.pick(['1W', '2W', '1M', '2M']) }],
  ])
  const parties = { customerId: customer.uid, customerIdType: 'CustomerUID', sellCurrency: sell, buyCurrency: buy }
  const quoted = await call('POST', '/v2/fx/quote', { ...parties, ...amount, ...product })
  if (quoted.status !== 200) return quoted
  const { quoteUUID } = quoted.body.data
  if (dice.happens(8)) return call('PUT', `/v2/fx/${quoteUUID}/reject`)
  const cover = dice.happens(60) ? { autoCover: true, autoCoverDelay: dice.pick([0, 60, 7_200]) } : {}
  const funding = dice.happens(25) ? { fundingAccountUID: own.uid } : {}
  const accepted = await call('PUT', '/v2/fx/accept', { quoteUUID, ...cover, ...funding })
  if (accepted.status !== 200) return accepted
  const { forexContractNo: no, buyAmount } = accepted.body.data
  contracts.push({ no, customer, sell, buy, buyMinor: Math.round(buyAmount * 10 ** DIGITS[buy]!) })
  return accepted
}

const RECENT = 12

/** Pays with a contract, a part of it or all. */
async function draw(bank: Bank): Promise<Reply | undefined> {
  const { dice, call } = bank
  const recent = bank.contracts.slice(-RECENT)
  if (recent.length === 0) return undefined
  const { no, customer, sell, buy, buyMinor } = dice.pick(recent)
  const part = dice.pick([10, 25, 33, 50, 100])
  const amounts = { paymentAmount: numberOf(Math.floor((buyMinor * part) / 100) || 1, buy), paymentCurrency: buy }
  const additionalInfo = { fxContractNumber: no }
  const parties = { accountUID: accountIn(customer, sell)!.uid, contactUID: customer.abroad[buy]! }
  const body = creditBody(parties, { ...amounts, speed: 'SPOT', additionalInfo, ...dateOf(bank) })
  return noted(bank, await call('POST', '/payments/creditrequest', body), 'message')
}

async function actOnContract(
  { dice, contracts, call }: Bank,
  method: string,
  action: string,
): Promise<Reply | undefined> {
  const recent = contracts.slice(-RECENT)
  return recent.length === 0 ? undefined : call(method, `/v2/fx/${dice.pick(recent).no}/${action}`)
}

interface Position {
  currency: string
  open: number
}

/** The desk flattens a currency, or trades an amount of it. */
async function deskTrade(bank: Bank): Promise<Reply> {
  const { dice, call, market } = bank
  const positions: Position[] = (await call('GET', '/v1/institution/fx/positions?page=1&limit=1000')).body.data
  const currency = dice.pick(['EUR', 'JPY'])
  const open = positions.reduce((sum, position) => (position.currency === currency ? sum + position.open : sum), 0)
  const minor = Math.round(open * 10 ** DIGITS[currency]!)
  const traded = minor !== 0 && dice.happens(70) ? minor : dice.between(-50_000, 50_000) || 1
  const amount = numberOf(Math.abs(traded), currency)
  const dollars = Number(
    (currency === 'EUR' ? amount * market.mids['EUR/USD'] : amount / market.mids['USD/JPY']).toFixed(2),
  )
  const own = { currency: 'USD', amount: dollars || 0.01 }
  const foreign = { currency, amount }
  const [buys, sells] = traded < 0 ? [foreign, own] : [own, foreign]
  const terms = {
    buyCurrency: buys.currency,
    buyAmount: buys.amount,
    sellCurrency: sells.currency,
    sellAmount: sells.amount,
  }
  const valueDate = dateIn(bank, dice.between(0, 4))
  return call('POST', '/v1/institution/fx/desk-trades', { ...terms, valueDate, counterparty: 'Example Bank' })
}

async function actOnPayment(
  { dice, payments, call }: Bank,
  action: string,
  bodyOf: (kind: PaymentKind) => object,
): Promise<Reply | undefined> {
  const fitting = payments.filter(({ kind }) => action !== 'reverse' || kind === 'debit' || kind === 'book')
  const recent = fitting.slice(action === 'cancel' ? -6 : -3 * RECENT)
  if (recent.length === 0) return undefined
  const { uid, kind } = dice.pick(recent)
  return call('PUT', `/v3/payments/${uid}/${action}`, bodyOf(kind))
}

function codeOf({ dice }: Bank, kind: PaymentKind): string {
  if (kind === 'debit') return dice.pick(['R01', 'R09', 'R29', 'R31'])
  return kind === 'credit' ? dice.pick(['R03', 'R23']) : 'AC04'
}

/** More often activates than suspends, so that most customers can pay. */
function suspendCustomer({ dice, customers, call }: Bank): Promise<Reply> {
  const path = `/v1/institution/customers/${dice.pick(customers).uid}`
  return dice.happens(40) ? call('PUT', `${path}/suspend`, { reason: 'test' }) : call('PUT', `${path}/activate`)
}

function suspendAccount({ dice, customers, call }: Bank): Promise<Reply> {
  const customer = dice.pick(customers)
  const path = `/v3/customers/${customer.uid}/accounts/${dice.pick(customer.accounts).uid}`
  return call('PATCH', path, { action: dice.happens(40) ? 'Suspend' : 'Activate', reason: 'test' })
}

/** Closes an account if it is empty, and opens another in its place. */
async function closeAccount(bank: Bank): Promise<Reply> {
  const { dice, customers, call } = bank
  const customer = dice.pick(customers)
  const account = dice.pick(customer.accounts)
  await withdrawFrom(bank, customer, account)
  const path = `/v3/customers/${customer.uid}/accounts/${account.uid}`
  const reply = await call('PATCH', path, { action: 'Close', reason: 'test' })
  if (reply.status !== 200) return reply
  customer.closed.push(account)
  customer.accounts = customer.accounts.filter((one) => one !== account)
  await openAccount(bank, customer, account.currency)
  return reply
}

/** Gives up what some customer owes. */
async function writeOff({ dice, call }: Bank): Promise<Reply | undefined> {
  const owing = (await call('GET', '/v1/institution/receivables?page=1&limit=100')).body.data
  if (owing.length === 0) return undefined
  const { customerUID, amountOwed, currency } = dice.pick<Record<string, string>>(owing)
  const body = { amount: Number(amountOwed), currency, reason: 'test', externalReferenceId: 'test' }
  return call('POST', `/v1/institution/customers/${customerUID}/receivables/write-offs`, body)
}

function changeMasterGl({ dice, customers, call }: Bank): Promise<Reply> {
  const customer = dice.pick(customers)
  const path = `/v3/customers/${customer.uid}/accounts/${dice.pick(customer.accounts).uid}`
  return call('PATCH', path, { masterGl: dice.pick(['2000', '2100', '2200']) })
}

function changeInstantNetwork({ dice, call }: Bank): Promise<Reply> {
  return call('PUT', '/v1/institution', { instantNetwork: dice.pick(['RTP', 'FEDNOW']) })
}

function changeLine({ dice, customers, call }: Bank): Promise<Reply> {
  const line = dice.happens(60)
    ? { exposure: dice.pick([500, 3_000]), spot: 60_000, forward: dice.pick([0, 60_000]) }
    : null
  return call('PUT', `/v1/institution/customers/${dice.pick(customers).uid}/fx-line`, { line })
}
