import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { deposit, type Market, openAccount, openMarket } from '../support/fx-market.ts'
import {
  accountBody,
  customerBody,
  type Reply,
  startTestService,
  type TestService,
  transferBody,
} from '../support/test-service.ts'

// What one person may do alone has an amount for a business day. A weekend, a closed day and the
// hours after the close of business belong to the next one, and give nobody another amount.

/** A Wednesday, 10:00 in New York. */
const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())
beforeEach(() => clock.set(START))

/** From one business day to the next, in the order of time, after settings that say so. */
const DAYS: [string, object, [string, ...string[]], string][] = [
  ['a weekend', {}, ['2026-07-04T14:00:00Z', '2026-07-05T14:00:00Z', '2026-07-06T14:00:00Z'], '2026-07-07T14:00:00Z'],
  [
    'the evening after the close of business',
    { books: { closeTime: '17:00' } },
    ['2026-07-02T21:00:00Z', '2026-07-03T14:00:00Z'],
    '2026-07-03T21:00:00Z',
  ],
  [
    'a Friday evening and a weekend',
    { books: { closeTime: '17:00' } },
    ['2026-07-03T21:00:00Z', '2026-07-05T14:00:00Z', '2026-07-06T20:59:59Z'],
    '2026-07-06T21:00:00Z',
  ],
  [
    'a closed day',
    { closedDays: ['2026-07-02'] },
    ['2026-07-02T14:00:00Z', '2026-07-03T14:00:00Z'],
    '2026-07-06T14:00:00Z',
  ],
]

type Act = (at: Market) => Promise<Reply>
interface Bounded {
  /** Prepares the institution. Returns what one person does once a business day, and not twice. */
  prepare(at: Market): Promise<Act>
  isAlone(reply: Reply): boolean
}

const isDone = ({ status }: Reply) => status === 200 || status === 201

const rates: Bounded = {
  async prepare(at) {
    let mid = 1
    const rate = () => {
      const rounded = Number(mid.toFixed(8))
      return { baseCcy: 'EUR', quoteCcy: 'USD', bid: rounded, mid: rounded, ask: rounded }
    }
    dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates: [rate()] }))
    return async () => {
      mid *= 1.04
      const reply = await at.call('PUT', '/v1/institution/fx/rates', { rates: [rate()] })
      if (dataOf(reply).waiting) mid /= 1.04
      return reply
    }
  },
  isAlone: (reply) => dataOf(reply).waiting === undefined,
}

const deskTrades: Bounded = {
  async prepare(at) {
    dataOf(await at.call('PUT', '/v1/institution', { fx: { deskTradeAloneUpTo: 1500, maxRateAgeSeconds: null } }))
    const trader = await at.service.createClient(at.tenant, {})
    const side = { buyCurrency: 'EUR', buyAmount: 1000, sellCurrency: 'USD', sellAmount: 1084.3 }
    const body = { ...side, valueDate: '2026-07-08', counterparty: 'Market Bank' }
    return async () => at.service.call('POST', '/v1/institution/fx/desk-trades', body, { client: trader })
  },
  isAlone: isDone,
}

const reversals: Bounded = {
  async prepare(at) {
    dataOf(await at.call('PUT', '/v1/institution', { returns: { aloneUpTo: 100 } }))
    const { customerUID } = dataOf(await at.call('POST', '/v2/customers', customerBody()))
    const from = await openAccount(at, 'USD', 1000)
    const to = dataOf(await at.call('POST', `/v3/customers/${customerUID}/accounts`, accountBody()), 201).accountUID
    const pay = async () =>
      dataOf(await at.call('POST', '/v3/payments/booktransfer', transferBody({ from, to, paymentAmount: 60 })))
        .paymentUID
    const uids: string[] = []
    for (let n = 0; n < 5; n++) uids.push(await pay())
    return async () => at.call('PUT', `/v3/payments/${uids.pop()}/reverse`, {})
  },
  isAlone: isDone,
}

for (const [what, bounded] of Object.entries({ rates, deskTrades, reversals }))
  for (const [when, settings, [first, ...more], next] of DAYS)
    test(`${when} gives nobody another amount of the day for ${what}`, async () => {
      const at = await openMarket(service)
      dataOf(await at.call('PUT', '/v1/institution', settings))
      const act = await bounded.prepare(at)
      dataOf(await at.call('PUT', '/v1/institution', { dualControl: true }))
      const isAlone = async (time: string) => {
        clock.set(time)
        return bounded.isAlone(await act(at))
      }
      assert.equal(await isAlone(first), true, first)
      for (const time of more) assert.equal(await isAlone(time), false, time)
      assert.equal(await isAlone(next), true, next)
    })

for (const [when, settings, [first, ...more], next] of DAYS)
  test(`${when} has no cap on adjustments of its own`, async () => {
    const at = await openMarket(service)
    const adjustmentCaps = [{ currency: 'USD', perBooking: 100, perDay: 150 }]
    dataOf(await at.call('PUT', '/v1/institution', { ...settings, adjustmentCaps }))
    const adjust = async (time: string) => {
      clock.set(time)
      await deposit(at, at.accountUID, 'USD', 100)
    }
    await adjust(first)
    for (const time of more) {
      clock.set(time)
      const body = { direction: 'Credit', amount: 100, currency: 'USD', reason: 'r', externalReferenceId: 'e' }
      const reply = await at.call('POST', `/v1/institution/accounts/${at.accountUID}/adjustments`, body)
      assertRefused(reply, { status: 402, code: 'ACC001', says: 'adjustmentCaps.perDay' })
    }
    await adjust(next)
  })
