import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type Market, openAccount, openMarket } from '../support/fx-market.ts'
import { type Reply, startTestService, type TestService, transferBody } from '../support/test-service.ts'

/**
 * An attacker exchanges the smallest amounts between its own accounts, again and again. Rounded to
 * the nearest, 1 JPY would become 0.01 USD, and 0.01 USD would become 2 JPY.
 */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())

/** How often each pair of amounts is exchanged there and back. */
const TIMES = 5
const SCALES = { USD: 100, JPY: 1, KWD: 1000 } as const
type Currency = keyof typeof SCALES

interface Attacker extends Market {
  accounts: Record<Currency, string>
}

async function attacker(basisPoints: number): Promise<Attacker> {
  const market = await openMarket(service)
  dataOf(await market.call('PUT', '/v1/institution/fx/margins', { margins: [{ basisPoints }] }))
  // No spread either, so that only the rounding can cost or earn anything.
  const rates = [
    { baseCcy: 'USD', quoteCcy: 'JPY', bid: 151.25, mid: 151.25, ask: 151.25 },
    { baseCcy: 'USD', quoteCcy: 'KWD', bid: 0.3072, mid: 0.3072, ask: 0.3072 },
  ].map((rate) => ({ ...rate, forwardPoints: [{ tenor: 'ON', points: 0 }] }))
  dataOf(await market.call('PUT', '/v1/institution/fx/rates', { rates }))
  const accounts = {
    USD: await openAccount(market, 'USD', 100),
    JPY: await openAccount(market, 'JPY', 10_000),
    KWD: await openAccount(market, 'KWD', 100),
  }
  return { ...market, accounts }
}

/** Transfers an amount in minor units of either currency. */
function exchange(
  at: Attacker,
  [from, to]: readonly [Currency, Currency],
  minor: number,
  of: Currency,
): Promise<Reply> {
  const amounts = { paymentAmount: minor / SCALES[of], paymentCurrency: of }
  const body = transferBody({ from: at.accounts[from], to: at.accounts[to], ...amounts })
  return at.call('POST', '/v3/payments/booktransfer', body)
}

/** The balance of an account in minor units. */
async function balanceOf(at: Attacker, currency: Currency): Promise<number> {
  const path = `/v3/customers/${at.customerUID}/accounts/${at.accounts[currency]}?includeAccountBalance=true`
  return Math.round(Number(dataOf(await at.call('GET', path)).ledgerBalance) * SCALES[currency])
}

/**
 * The exact worth of all accounts at the mid rates. Its unit is so small that each minor unit of
 * each currency is a whole number of it: a yen is 10000/15125 of a cent, a fils 1000/3072.
 */
async function worth(at: Attacker): Promise<number> {
  const [cents, yen, fils] = [await balanceOf(at, 'USD'), await balanceOf(at, 'JPY'), await balanceOf(at, 'KWD')]
  return cents * 15_125 * 3_072 + yen * 10_000 * 3_072 + fils * 1_000 * 15_125
}

async function assertVerified(at: Attacker) {
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [at.tenant.institution], (line) => said.push(line))
  assert.equal(differences, 0, said.join('\n'))
}

/** A round: there and back, with the given amount of either currency, in minor units. */
interface Round {
  pair: readonly [Currency, Currency]
  there: readonly [number, Currency]
  back: readonly [number, Currency]
}

const rounds: Round[] = [
  { pair: ['JPY', 'USD'], there: [1, 'JPY'], back: [1, 'USD'] },
  { pair: ['JPY', 'USD'], there: [1, 'USD'], back: [1, 'USD'] },
  { pair: ['JPY', 'USD'], there: [1, 'USD'], back: [2, 'JPY'] },
  { pair: ['JPY', 'USD'], there: [2, 'JPY'], back: [1, 'USD'] },
  { pair: ['JPY', 'USD'], there: [2, 'JPY'], back: [2, 'JPY'] },
  { pair: ['USD', 'KWD'], there: [1, 'USD'], back: [3, 'KWD'] },
  { pair: ['USD', 'KWD'], there: [3, 'KWD'], back: [1, 'USD'] },
  { pair: ['JPY', 'KWD'], there: [1, 'JPY'], back: [2, 'KWD'] },
  { pair: ['JPY', 'KWD'], there: [1, 'KWD'], back: [1, 'JPY'] },
  { pair: ['JPY', 'KWD'], there: [2, 'KWD'], back: [1, 'JPY'] },
]

for (const basisPoints of [0, 500])
  test(`exchanging the smallest amounts there and back never gains a minor unit, at a margin of ${basisPoints} basis points`, async () => {
    const at = await attacker(basisPoints)
    for (const { pair, there, back } of rounds) {
      const [from, to] = pair
      const what = `${there.join(' ')} there, ${back.join(' ')} back`
      for (let round = 0; round < TIMES; round++) {
        const start = await worth(at)
        const replies = [await exchange(at, pair, ...there), await exchange(at, [to, from], ...back)]
        for (const { status } of replies) assert.ok(status === 200 || status === 400, what)
        const end = await worth(at)
        assert.ok(end <= start, `${what}: ${start} before, ${end} after`)
      }
    }
    await assertVerified(at)
  })

test('sixty round trips of 1 JPY through dollars earn nothing: a yen sold is refused, a cent bought costs two yen', async () => {
  const at = await attacker(0)
  const start = await balanceOf(at, 'JPY')
  const sold = await exchange(at, ['JPY', 'USD'], 1, 'JPY')
  assertRefused(sold, { status: 400, code: 'PAYMENT002', says: 'less than the smallest amount of USD' })
  for (let round = 0; round < 60; round += 20) {
    const there = await Promise.all(Array.from({ length: 20 }, () => exchange(at, ['JPY', 'USD'], 1, 'USD')))
    const back = await Promise.all(Array.from({ length: 20 }, () => exchange(at, ['USD', 'JPY'], 1, 'USD')))
    assert.deepEqual(
      there.map((reply) => [dataOf(reply).senderAmount, dataOf(reply).receiverAmount]),
      Array(20).fill(['2', 0.01]),
    )
    assert.deepEqual(
      back.map((reply) => [dataOf(reply).senderAmount, dataOf(reply).receiverAmount]),
      Array(20).fill(['0.01', 1]),
    )
  }
  assert.equal(await balanceOf(at, 'JPY'), start - 60)
  assert.equal(await balanceOf(at, 'USD'), 100_00)
  await assertVerified(at)
})

test('a payment below the smallest ticket is refused', async () => {
  const at = await attacker(0)
  const smallestTickets = [{ currencyPair: 'USD/JPY', amount: 10 }]
  dataOf(await at.call('PUT', '/v1/institution', { fx: { smallestTickets } }))
  const says = 'the smallest ticket of USD/JPY is 10.00 USD, and the exchange is'
  assertRefused(await exchange(at, ['JPY', 'USD'], 1, 'USD'), { status: 400, code: 'FX001', says: `${says} 0.01 USD` })
  assertRefused(await exchange(at, ['USD', 'JPY'], 999, 'USD'), {
    status: 400,
    code: 'FX001',
    says: `${says} 9.99 USD`,
  })
  dataOf(await exchange(at, ['USD', 'JPY'], 1000, 'USD'))
})
