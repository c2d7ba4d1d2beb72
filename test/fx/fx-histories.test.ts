import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fxSweeps } from '../../src/fx/fx.jobs.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { minorDigits } from '../../src/kernel/currency.ts'
import { parseAmount } from '../../src/kernel/money.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { dataOf } from '../support/answers.ts'
import fc from '../support/fast-check.ts'
import {
  balances,
  contactAbroad,
  eurosBody,
  type Market,
  marketRates,
  openAccount,
  openMarket,
  setLine,
} from '../support/fx-market.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import { creditBody, type Reply, startTestService, type TestService, transferBody } from '../support/test-service.ts'

const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())

const CURRENCIES = ['EUR', 'USD', 'JPY', 'KWD'] as const
type Currency = (typeof CURRENCIES)[number]
/** Opening balances, low enough that some payments lack funds. */
const OPENING: Record<Currency, number> = { EUR: 9_000, USD: 10_000, JPY: 1_500_000, KWD: 3_000 }

const pair = fc
  .tuple(fc.constantFrom(...CURRENCIES), fc.constantFrom(...CURRENCIES))
  .filter(([sell, buy]) => sell !== buy)
const which = fc.nat({ max: 99 })
const share = fc.integer({ min: 1, max: 600 })
const isOf = <T extends string>(does: T) => ({ does: fc.constant(does) })
const exchange = { pair, given: fc.constantFrom('sell' as const, 'buy' as const), share }
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...isOf('trade'), ...exchange, autoCover: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      ...isOf('draw'),
      contract: which,
      given: exchange.given,
      share,
      inDays: fc.nat({ max: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ ...isOf('pay'), ...exchange, inDays: fc.nat({ max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ ...isOf('transfer'), ...exchange }) },
  { weight: 2, arbitrary: fc.record({ ...isOf('cover'), contract: which }) },
  { weight: 1, arbitrary: fc.record({ ...isOf('cancel'), contract: which }) },
  { weight: 2, arbitrary: fc.record({ ...isOf('line'), isGiven: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ ...isOf('desk'), pair, share }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('cancelPayment' as const, 'return' as const, 'reverse' as const),
      payment: which,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      ...isOf('work'),
      seconds: fc.constantFrom(0, 1, 2, 86_400, 2 * 86_400),
      moves: fc.constantFrom(0, 0, -8, 8),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** A history in which everything succeeds at least once; random ones may miss what is rare. */
const EVERYTHING: Step[] = [
  { does: 'line', isGiven: true },
  { does: 'trade', pair: ['EUR', 'USD'], given: 'sell', share: 300, autoCover: false },
  { does: 'draw', contract: 0, given: 'sell', share: 200, inDays: 0 },
  { does: 'cover', contract: 0 },
  { does: 'trade', pair: ['USD', 'EUR'], given: 'sell', share: 100, autoCover: false },
  { does: 'cancel', contract: 1 },
  { does: 'pay', pair: ['EUR', 'USD'], given: 'sell', share: 50, inDays: 2 },
  { does: 'cancelPayment', payment: 1 },
  { does: 'transfer', pair: ['EUR', 'USD'], given: 'sell', share: 50 },
  { does: 'reverse', payment: 2 },
  { does: 'pay', pair: ['USD', 'EUR'], given: 'sell', share: 50, inDays: 0 },
  { does: 'work', seconds: 86_400, moves: 0 },
  { does: 'work', seconds: 2 * 86_400, moves: 0 },
  { does: 'work', seconds: 2 * 86_400, moves: 0 },
  { does: 'work', seconds: 1, moves: 0 },
  { does: 'return', payment: 3 },
]

interface Contract {
  forexContractNo: string
  sellCurrency: Currency
  buyCurrency: Currency
  sellAmount: number
  buyAmount: number
}

interface Stage extends Market {
  accounts: Record<Currency, string>
  contacts: Record<Currency, string>
  contracts: Contract[]
  payments: string[]
}

async function openStage(): Promise<Stage> {
  clock.set(START)
  const market = await openMarket(service)
  const perCurrency = async (make: (currency: Currency) => Promise<string>) =>
    Object.fromEntries(
      await Promise.all(CURRENCIES.map(async (currency) => [currency, await make(currency)] as const)),
    ) as Record<Currency, string>
  const accounts = await perCurrency((currency) => openAccount(market, currency, OPENING[currency]))
  const contacts = await perCurrency((currency) => contactAbroad(market, currency))
  return { ...market, accounts, contacts, contracts: [], payments: [] }
}

/** A share of a total, in thousandths, rounded to minor units and at least one of them. */
function partOf(total: number, thousandths: number, currency: Currency): number {
  const digits = minorDigits(currency)
  return Number(((total * thousandths) / 1_000).toFixed(digits)) || 1 / 10 ** digits
}

const dateIn = (days: number) =>
  clock.now().toZonedDateTimeISO('America/New_York').toPlainDate().add({ days }).toString()
const pick = <T>(list: readonly T[], place: number): T | undefined => list[place % Math.max(list.length, 1)]

/** Performs one step. Undefined if the step has no contract or payment to act on. */
async function act(at: Stage, step: Step): Promise<Reply | undefined> {
  switch (step.does) {
    case 'trade':
      return trade(at, step)
    case 'draw':
      return draw(at, step)
    case 'pay': {
      const currency = step.given === 'sell' ? step.pair[0] : step.pair[1]
      return pay(at, step.pair, {
        amount: partOf(OPENING[currency], step.share, currency),
        currency,
        inDays: step.inDays,
      })
    }
    case 'transfer': {
      const currency = step.given === 'sell' ? step.pair[0] : step.pair[1]
      const amounts = { paymentAmount: partOf(OPENING[currency], step.share, currency), paymentCurrency: currency }
      const body = transferBody({ from: at.accounts[step.pair[0]], to: at.accounts[step.pair[1]], ...amounts })
      return noted(at, await at.call('POST', '/v3/payments/booktransfer', body))
    }
    case 'cover':
    case 'cancel': {
      const contract = pick(at.contracts, step.contract)
      if (!contract) return undefined
      return at.call(step.does === 'cover' ? 'GET' : 'DELETE', `/fx/${contract.forexContractNo}/${step.does}`)
    }
    case 'desk':
      return deskTrade(at, step)
    case 'line':
      // Without a line, contracts are prefunded.
      await setLine(at, at.customerUID, step.isGiven ? { exposure: 1_000, spot: 40_000, forward: 0 } : null)
      return undefined
    case 'cancelPayment':
      return actOnPayment(at, step.payment, 'cancel', {})
    case 'return':
      return actOnPayment(at, step.payment, 'return', { achReturnCode: 'AC04', returnNotes: 'test' })
    case 'reverse':
      return actOnPayment(at, step.payment, 'reverse', { reversalNotes: 'test' })
    case 'work':
      clock.advance({ seconds: step.seconds })
      if (step.moves) await moveMarket(at, step.moves)
      for (const sweep of [...paymentLifeSweeps, ...fxSweeps]) await sweep.run(service.app, at.tenant.institution)
      return undefined
  }
}

/** Moves the dollar against all other currencies by some percent of its first rates. */
async function moveMarket(at: Stage, percent: number) {
  const moved = (rate: number) => Number((rate * (1 + percent / 100)).toFixed(6))
  const rates = marketRates.map((rate) => ({
    ...rate,
    bid: moved(rate.bid),
    mid: moved(rate.mid),
    ask: moved(rate.ask),
  }))
  dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates }))
}

/** A trade of the desk at any price, for the next value date that both currencies have. */
async function deskTrade(at: Stage, { pair: [buyCurrency, sellCurrency], share }: StepOf<'desk'>): Promise<Reply> {
  const [buyAmount, sellAmount] = [buyCurrency, sellCurrency].map((one) => partOf(OPENING[one], share, one))
  const terms = { buyCurrency, buyAmount, sellCurrency, sellAmount, counterparty: 'Example Bank' }
  return at.call('POST', '/v1/institution/fx/desk-trades', { ...terms, valueDate: dateIn(0) })
}

type StepOf<D extends Step['does']> = Extract<Step, { does: D }>

async function trade(at: Stage, { pair, given, share, autoCover }: StepOf<'trade'>): Promise<Reply> {
  const [sellCurrency, buyCurrency] = pair
  const [field, currency] =
    given === 'sell' ? (['fundingAmount', sellCurrency] as const) : (['transferAmount', buyCurrency] as const)
  const amount = { transferAmount: undefined, [field]: partOf(OPENING[currency], share, currency) }
  const body = eurosBody(at.customerUID, { sellCurrency, buyCurrency, ...amount })
  const quoted = await at.call('POST', '/v2/fx/quote', body)
  if (quoted.status !== 200) return quoted
  const { quoteUUID } = quoted.body.data
  const accepted = await at.call('PUT', '/v2/fx/accept', { quoteUUID, autoCover })
  if (accepted.status === 200) at.contracts.push(dataOf(accepted))
  return accepted
}

async function draw(at: Stage, { contract: place, given, share, inDays }: StepOf<'draw'>): Promise<Reply | undefined> {
  const contract = pick(at.contracts, place)
  if (!contract) return undefined
  const { sellCurrency, buyCurrency, forexContractNo } = contract
  const [total, currency] = given === 'sell' ? [contract.sellAmount, sellCurrency] : [contract.buyAmount, buyCurrency]
  const amount = partOf(total, share, currency)
  const additionalInfo = { fxContractNumber: forexContractNo }
  return pay(at, [sellCurrency, buyCurrency], { amount, currency, additionalInfo, inDays })
}

async function pay(
  at: Stage,
  [from, to]: readonly [Currency, Currency],
  {
    amount,
    currency,
    inDays,
    ...fields
  }: { amount: number; currency: Currency; inDays: number; additionalInfo?: object },
): Promise<Reply> {
  const parties = { accountUID: at.accounts[from], contactUID: at.contacts[to] }
  const amounts = { paymentAmount: amount, paymentCurrency: currency, speed: 'SPOT', paymentDate: dateIn(inDays) }
  return noted(at, await at.call('POST', '/payments/creditrequest', creditBody(parties, { ...amounts, ...fields })))
}

function noted({ payments }: Stage, reply: Reply): Reply {
  if (reply.status === 200) payments.push(reply.body.data.paymentUID)
  return reply
}

async function actOnPayment(at: Stage, place: number, action: string, body: object) {
  const paymentUID = pick(at.payments, place)
  return paymentUID === undefined ? undefined : at.call('PUT', `/payments/${paymentUID}/${action}`, body)
}

function minorOf(amount: number, currency: string): bigint {
  const parsed = parseAmount(amount, currency)
  assert.ok(parsed.ok)
  return parsed.value
}

/** Asserts that the ledger sums to zero in each currency and that positions equal their books. */
async function assertBooks(at: Stage) {
  const sums = await service.query<{ currency: string; sum: string }>(
    `select currency, sum(credits_posted - debits_posted)::text as sum from ledger_accounts where tenant_id = $1 group by currency`,
    [at.tenant.institution.tenantId],
  )
  for (const { currency, sum } of sums) assert.equal(sum, '0', currency)
  const books = await balances(at, 'fx-position:%')
  const positions: { currency: string; open: number }[] = dataOf(
    await at.call('GET', '/v1/institution/fx/positions?page=1&limit=1000'),
  )
  for (const currency of CURRENCIES) {
    const open = positions
      .filter((position) => position.currency === currency)
      .reduce((sum, position) => sum + minorOf(position.open, currency), 0n)
    assert.equal(open, books[`fx-position:${currency}`] ?? 0n, currency)
  }
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [at.tenant.institution], (line) => said.push(line))
  assert.equal(differences, 0, said.join('\n'))
}

test('after any sequence of trades, payments, covers, cancellations, returns and reversals, the books sum to zero and match the positions, even in yen and dinars', async () => {
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 40, size: 'max' }), async (steps) => {
      const at = await openStage()
      for (const one of steps) {
        const reply = await act(at, one)
        if (!reply) continue
        assert.ok(reply.status < 500, `${JSON.stringify(one)}: ${reply.status} ${JSON.stringify(reply.body)}`)
        reached.add(`${one.does} ${reply.status}`)
      }
      await assertBooks(at)
    }),
    { numRuns: 9, examples: [[EVERYTHING]], endOnFailure: true },
  )
  const told = [...reached].sort().join(', ')
  for (const does of ['trade', 'draw', 'pay', 'transfer', 'cover', 'cancel', 'cancelPayment', 'return', 'reverse'])
    assert.ok(reached.has(`${does} 200`), `${does} never succeeded: ${told}`)
})
