import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { fxSweeps } from '../../src/fx/fx.jobs.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { openFxBooks } from '../../src/ledger/open-account.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { contactAbroad, contractOf, eurosBody, type Market, openAccount, openMarket } from '../support/fx-market.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { creditBody, type Reply, startTestService, type TestService, transferBody } from '../support/test-service.ts'

const coverDueContracts = sweepNamed(fxSweeps, 'fx: cover contracts')

const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())

/**
 * Trades worth a few hundred euros, in every pair and direction, to lock the books in every order.
 */
const WORTH = { USD: 400, EUR: 400, JPY: 60_000, KWD: 120 } as const
type Currency = keyof typeof WORTH
const CURRENCIES = Object.keys(WORTH) as Currency[]
const PAIRS = CURRENCIES.flatMap((sell) => CURRENCIES.filter((buy) => buy !== sell).map((buy) => [sell, buy] as const))

interface Stage {
  at: Market
  accounts: Record<Currency, string>
  contacts: Record<Currency, string>
  /** Sends to the two nodes in turn. A node may refuse with 503, without effect. */
  send(method: string, path: string, body?: object): Promise<Reply>
}

async function openStage(): Promise<Stage> {
  const at = await openMarket(service)
  dataOf(await at.call('PUT', '/v1/institution', { fx: { maxOpenQuotes: 1000 } }))
  const nodes = [service.baseUrl, await service.startNode()]
  let sent = 0
  const send = async (method: string, path: string, body?: object) => {
    const reply = await service.call(method, path, body, { client: at.tenant.client, at: nodes[sent++ % 2]! })
    assert.ok(reply.status < 500 || reply.status === 503, `${method} ${path}: ${JSON.stringify(reply.body)}`)
    return reply
  }
  const each = async (make: (currency: Currency) => Promise<string>) =>
    Object.fromEntries(await Promise.all(CURRENCIES.map(async (one) => [one, await make(one)]))) as Stage['accounts']
  const accounts = await each((currency) => openAccount(at, currency, WORTH[currency] * 100))
  return { at, accounts, contacts: await each((currency) => contactAbroad(at, currency)), send }
}

/**
 * Sends every request that can change one contract at the same time. The outcome depends on the
 * order.
 */
function attack(
  { at, accounts, contacts, send }: Stage,
  contract: Record<string, string>,
  [sell, buy]: (typeof PAIRS)[number],
) {
  const no = contract['forexContractNo']!
  const amounts = { paymentAmount: WORTH[sell] / 4, paymentCurrency: sell }
  const parties = { accountUID: accounts[sell], contactUID: contacts[buy] }
  const draw = { ...amounts, speed: 'SPOT', additionalInfo: { fxContractNumber: no } }
  const quoted = { sellCurrency: sell, buyCurrency: buy, transferAmount: undefined, fundingAmount: WORTH[sell] }
  const undo = async (paid: Promise<Reply>, action: string, body: object, beside?: () => Promise<Reply>) => {
    const { status, body: answer } = await paid
    const path = status === 200 ? `/payments/${answer.data.paymentUID}/${action}` : undefined
    await Promise.all([path && send('PUT', path, body), beside?.()])
  }
  const decide = async () => {
    const { status, body } = await send('POST', '/fx/quote', eurosBody(at.customerUID, quoted))
    if (status !== 200) return
    const { quoteUUID } = body.data
    await Promise.all([
      send('PUT', '/fx/accept', { quoteUUID }),
      send('PUT', '/fx/accept', { quoteUUID, autoCover: true }),
      send('PUT', `/fx/${quoteUUID}/reject`),
    ])
  }
  return [
    send('POST', '/payments/creditrequest', creditBody(parties, draw)),
    undo(send('POST', '/payments/creditrequest', creditBody(parties, draw)), 'cancel', {}, () =>
      send('DELETE', `/fx/${no}/cancel`),
    ),
    send('GET', `/fx/${no}/cover`),
    send('GET', `/fx/${no}/cover`),
    undo(
      send('POST', '/v3/payments/booktransfer', transferBody({ from: accounts[sell], to: accounts[buy], ...amounts })),
      'reverse',
      { reversalNotes: 'test' },
    ),
    decide(),
  ]
}

test('concurrent draws, covers, cancellations, acceptances, rejections and reversals on two nodes never fail, and the books balance', async () => {
  const stage = await openStage()
  const { tenant } = stage.at
  const contracts: (Record<string, string> & { pair: (typeof PAIRS)[number] })[] = []
  for (const [sellCurrency, buyCurrency] of PAIRS) {
    const fields = { sellCurrency, buyCurrency, transferAmount: undefined, fundingAmount: WORTH[sellCurrency] }
    const pair = [sellCurrency, buyCurrency] as const
    contracts.push({ ...(await contractOf(stage.at, fields, { autoCover: true })), pair })
  }
  await Promise.all([
    ...contracts.flatMap((contract) => attack(stage, contract, contract.pair)),
    coverDueContracts.run(service.app, tenant.institution),
    coverDueContracts.run(service.app, tenant.institution),
  ])
  const said: string[] = []
  assert.equal(await verifyLedgers(service.app.db, [tenant.institution], (line) => said.push(line)), 0, said.join('\n'))
})

test('two first trades of the desk at once: the second realizes what the first opened', async () => {
  const at = await openMarket(service)
  const { tenantId } = at.tenant.institution
  // Books can exist without a position, and then their opening puts nothing in order.
  await service.app.db.transaction((tx) => openFxBooks(tx, tenantId, ['USD', 'EUR'], clock.now()))
  const trade = (fields: object) => {
    const terms = { valueDate: '2026-07-06', counterparty: 'Example Bank', ...fields }
    return at.call('POST', '/v1/institution/fx/desk-trades', terms)
  }
  const holder = new pg.Client({ connectionString: service.databaseUrl })
  await holder.connect()
  try {
    const untilWaiting = (count: number) =>
      eventually(`${count} trades wait`, async () => (await countLockWaits((sql) => service.query(sql))) === count)
    // The first trade waits with all that it has locked.
    await holder.query('begin; lock table fx_desk_trades in share mode')
    const sale = trade({ sellCurrency: 'EUR', sellAmount: 1000, buyCurrency: 'USD', buyAmount: 1034.2 })
    await untilWaiting(1)
    const purchase = trade({ buyCurrency: 'EUR', buyAmount: 1000, sellCurrency: 'USD', sellAmount: 1044.2 })
    await untilWaiting(2)
    await holder.query('commit')
    const results = (await Promise.all([sale, purchase])).map((reply) => dataOf(reply, 201).result)
    assert.deepEqual(results, [0, -10])
  } finally {
    await holder.end()
  }
})
