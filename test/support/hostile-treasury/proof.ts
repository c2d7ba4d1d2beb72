import assert from 'node:assert/strict'
import { dataOf } from '../answers.ts'
import { minorOf, type Sums, toQuote } from '../simulated-month/arithmetic.ts'
import { spotAt } from '../simulated-month/market.ts'
import { LINE, type Trader, type World } from './world.ts'

// Proves from the answers of the API that a customer leaves no loss that no limit allowed.

const PAIR = ['EUR', 'USD'] as const

/** What the API shows of a contract that can matter to a limit. Amounts are minor units. */
interface Shown {
  no: string
  owner: Trader
  status: string
  product: string
  valueDate: string
  buysEuros: boolean
  euros: bigint
  dollars: bigint
  sellsLeft: bigint
  sellCurrency: string
  fundingAccount: string | undefined
  funded: bigint
}

async function readContracts({ call, contracts }: World): Promise<Shown[]> {
  return Promise.all(
    contracts.map(async ({ no, owner }) => {
      const shown = dataOf(await call('GET', `/v2/fx/${no}`))
      const { sellCurrency, buyCurrency } = shown
      const closed = shown.closeOut ?? { sellAmount: 0, buyAmount: 0 }
      const left = (side: 'Sell' | 'Buy', currency: string) =>
        minorOf(shown[`${side.toLowerCase()}Amount`], currency) -
        minorOf(shown[`drawn${side}Amount`], currency) -
        minorOf(closed[`${side.toLowerCase()}Amount`], currency)
      const [sells, buys] = [left('Sell', sellCurrency), left('Buy', buyCurrency)]
      const [euros, dollars] = sellCurrency === 'EUR' ? [sells, buys] : [buys, sells]
      return {
        ...{ no, owner, status: shown.tradeStatus, product: shown.productType, valueDate: shown.valueDate },
        ...{ buysEuros: buyCurrency === 'EUR', euros, dollars, sellsLeft: sells, sellCurrency },
        fundingAccount: shown.fundingAccountUID,
        funded: minorOf(shown.fundedAmount ?? 0, sellCurrency),
      }
    }),
  )
}

const isOpen = ({ status }: Shown) => status === 'Booked' || status === 'PartiallyDrawn'

/** What a customer owes, by currency. */
async function readOwed({ call }: World, of: Trader): Promise<Sums> {
  const { receivables } = dataOf(await call('GET', `/v1/customers/${of.uid}/receivables`))
  return new Map(
    receivables.map(({ currency, amountOwed }: Record<string, string>) => [currency, minorOf(amountOwed!, currency!)]),
  )
}

/** What close-outs of a customer ever left owed. */
async function owedByCloseOuts({ call }: World, of: Trader): Promise<number> {
  const rows = dataOf(await call('GET', `/v1/institution/fx/close-outs?page=1&limit=100&customerUID=${of.uid}`))
  return rows.reduce((sum: number, { owed }: { owed: number }) => sum + owed, 0)
}

/**
 * A trade on credit leaves its customer, and all above it, within their lines: what the bank would
 * lose now on their contracts and those of the customers below them, and what these owe already.
 */
export async function proveLine(world: World, trader: Trader): Promise<void> {
  assert.ok(trader.line !== undefined, 'a trade on credit needs a line')
  const shown = await readContracts(world)
  for (let holder: Trader | undefined = trader; holder; holder = holder.parent) {
    if (holder.line === undefined) continue
    const family = world.customers.filter((one) => one === holder || one.parent === holder)
    const open = shown.filter((one) => isOpen(one) && one.fundingAccount === undefined && family.includes(one.owner))
    const used = exposureOf(world, open)
    for (const one of family)
      for (const [currency, cents] of await readOwed(world, one)) used.exposure += inDollars(world, cents, currency)
    assert.ok(used.exposure <= holder.line, `${used.exposure} cents of exposure on a line of ${holder.line}`)
    assert.ok(used.spot <= LINE.spot, `${used.spot} cents of spot contracts on a line of ${LINE.spot}`)
    assert.ok(used.forward <= LINE.forward, `${used.forward} cents of forwards on a line of ${LINE.forward}`)
  }
}

/** Contracts that are alike are one position, and no gain of one offsets the loss of another. */
function exposureOf(world: World, open: readonly Shown[]) {
  const { bid, ask, mid } = spotAt(world.market, PAIR.join('/'), world.clock.now())
  const alike = Map.groupBy(open, ({ product, valueDate, buysEuros }) => `${product} ${valueDate} ${buysEuros}`)
  const used = { exposure: 0n, spot: 0n, forward: 0n }
  for (const contracts of alike.values()) {
    const [euros, dollars] = [sum(contracts.map((one) => one.euros)), sum(contracts.map((one) => one.dollars))]
    const [{ buysEuros, product }] = contracts as [Shown]
    const loss = buysEuros ? dollars - toQuote(euros, bid, PAIR, 'down') : toQuote(euros, ask, PAIR, 'up') - dollars
    if (loss > 0n) used.exposure += loss
    used[product === 'SPOT' ? 'spot' : 'forward'] += toQuote(euros, mid, PAIR, 'down')
  }
  return used
}

function inDollars({ market, clock }: World, cents: bigint, currency: string): bigint {
  return currency === 'USD' ? cents : toQuote(cents, spotAt(market, PAIR.join('/'), clock.now()).mid, PAIR, 'down')
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

/**
 * No balance is negative, what prefunds a contract is really held, and only contracts on credit
 * leave anything owed. Whoever owes has no money left to spend.
 */
export async function proveRecord(world: World): Promise<void> {
  const { call, customers } = world
  const contracts = await readContracts(world)
  for (const trader of customers) {
    const owed = await readOwed(world, trader)
    if (!trader.hadLine)
      assert.equal(await owedByCloseOuts(world, trader), 0, 'a customer that never had a line owes a loss')
    for (const { uid, currency } of [...trader.accounts, ...trader.closed]) {
      const shown = dataOf(await call('GET', `/v3/customers/${trader.uid}/accounts/${uid}?includeAccountBalance=true`))
      const [ledger, available] = [minorOf(shown.ledgerBalance, currency), minorOf(shown.availableBalance, currency)]
      assert.ok(ledger >= 0n && available >= 0n, `account ${uid} has ${ledger}, of which ${available} are available`)
      const funds = contracts.filter(({ fundingAccount }) => fundingAccount === uid)
      assert.ok(ledger - available >= sum(funds.map(({ funded }) => funded)), `account ${uid} holds too little`)
      const isSpendable = shown.status !== 'Suspended'
      if (isSpendable && (owed.get(currency) ?? 0n) > 0n)
        assert.equal(available, 0n, `the owner of account ${uid} owes`)
    }
  }
  for (const one of contracts.filter(({ fundingAccount }) => fundingAccount !== undefined)) {
    if (isOpen(one)) assert.equal(one.funded, one.sellsLeft, `contract ${one.no} is not prefunded`)
  }
}
