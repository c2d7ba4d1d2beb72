import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { readInstitution } from '../../src/institution/institution.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  acceptQuote,
  contactAbroad,
  contractOf,
  deposit,
  type Market,
  openAccount,
  openMarket,
  quote,
} from '../support/fx-market.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import { contactBody, creditBody, startTestService, type TestService } from '../support/test-service.ts'

/** Days on which a currency does not settle: those of the rules, and those that a bank knows. */

/** A Wednesday. Spot of EUR/USD is Friday, December 11. */
const START = '2026-12-09T15:00:00Z'
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())
beforeEach(() => clock.set(START))

type Days = { currency: string } & Record<string, unknown>
const setDays = (at: Market, ...currencyCalendars: Days[]) => at.call('PUT', '/v1/institution', { currencyCalendars })
const close = async (at: Market, currency: string, ...closedDays: string[]) =>
  dataOf(await setDays(at, { currency, closedDays }))
const institutionOf = ({ tenant }: Market) =>
  service.app.db.read((db) => readInstitution(db, tenant.institution.tenantId))
const read = async (at: Market, path: string) => dataOf(await at.call('GET', path))

async function pesoMarket(): Promise<Market> {
  const at = await openMarket(service)
  const pesos = { baseCcy: 'USD', quoteCcy: 'PHP', bid: 58.1, mid: 58.2, ask: 58.3, forwardPoints: [] }
  dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates: [pesos] }))
  return at
}

test('USD/PHP of 2026-12-23 settles after the proclaimed holiday, and the date is marked as an estimate', async () => {
  clock.set('2026-12-23T15:00:00Z')
  const at = await pesoMarket()
  const pesos = { buyCurrency: 'PHP', transferAmount: 10_000 }
  const offered = await quote(at, pesos)
  assert.equal(offered.valueDate, '2026-12-28')
  assert.equal(offered.valueDateIsEstimate, true)
  assert.match(String(offered.valueDateRemark), /calendar of PHP is an estimate/)
  const contract = await acceptQuote(at, offered.quoteUUID)
  assert.equal(contract.valueDateIsEstimate, true)
  dataOf(await setDays(at, { currency: 'PHP', closedDays: ['2026-12-28'], confirmedUntil: '2026-12-31' }))
  const known = await quote(at, pesos)
  // December 30 is Rizal Day, and the 31st a holiday, too.
  assert.deepEqual(
    [known.valueDate, known.valueDateIsEstimate, known.valueDateRemark],
    ['2026-12-29', undefined, undefined],
  )
  const euros = await quote(at)
  assert.deepEqual([euros.valueDateIsEstimate, euros.valueDateRemark], [undefined, undefined], 'known by rule')
})

test('a day that is closed moves spot, forwards and desk trades, and what was quoted for it is refused', async () => {
  const at = await openMarket(service)
  const open = await quote(at)
  assert.equal(open.valueDate, '2026-12-11')
  const made = await contractOf(at)
  await close(at, 'EUR', '2026-12-11')
  const refused = await at.call('PUT', '/v2/fx/accept', { quoteUUID: open.quoteUUID })
  assertRefused(refused, { status: 409, code: 'FX002', says: /2026-12-11 is no value date by now/ })
  assert.equal((await quote(at)).valueDate, '2026-12-14')
  const wanted = { sellCurrency: 'USD', buyCurrency: 'EUR', customerId: at.customerUID, customerIdType: 'CustomerUID' }
  const onIt = { ...wanted, transferAmount: 1, productType: 'SPOT', valueDate: '2026-12-11' }
  assertRefused(await at.call('POST', '/v2/fx/quote', onIt), {
    status: 400,
    code: 'FX002',
    says: 'business day of both',
  })
  const desk = { buyCurrency: 'USD', buyAmount: 1084, sellCurrency: 'EUR', sellAmount: 1000, counterparty: 'Bank' }
  const trade = await at.call('POST', '/v1/institution/fx/desk-trades', { ...desk, valueDate: '2026-12-11' })
  assertRefused(trade, { status: 400, code: 'FX002', says: 'business day of both' })
  // A contract keeps its date and says when its money settles.
  const contract = await read(at, `/v2/fx/${made.forexContractNo}`)
  assert.equal(contract.valueDate, '2026-12-11')
  assert.match(contract.valueDateRemark, /^EUR does not settle on 2026-12-11 by now: the money settles on 2026-12-14$/)
  await close(at, 'EUR')
  assert.equal((await quote(at)).valueDate, '2026-12-11', 'a correction is corrected')
})

test('payments that draw on a contract or wait for their day settle on the next day that is open', async () => {
  const at = await openMarket(service)
  await deposit(at, at.accountUID, 'USD', 100_000)
  const contactUID = await contactAbroad(at, 'EUR')
  const made = await contractOf(at)
  const drawing = { paymentCurrency: 'EUR', speed: 'SPOT', additionalInfo: { fxContractNumber: made.forexContractNo } }
  const draw = (fields: object) =>
    at.call('POST', '/payments/creditrequest', creditBody({ ...at, contactUID }, { ...drawing, ...fields }))
  const early = dataOf(await draw({ paymentAmount: 100 }))
  assert.equal(early.valueDate, '2026-12-11')
  await close(at, 'EUR', '2026-12-11')
  const late = dataOf(await draw({ paymentAmount: 200 }))
  assert.equal(late.valueDate, '2026-12-14')
  assert.match((await read(at, `/payments/${early.paymentUID}`)).valueDateRemark, /settles on 2026-12-14/)
  clock.set('2026-12-11T16:00:00Z')
  for (let round = 0; round < 3; round++)
    for (const { run } of paymentLifeSweeps) await run(service.app, await institutionOf(at))
  const waits = await read(at, `/payments/${early.paymentUID}`)
  assert.deepEqual([waits.valueDate, waits.status], ['2026-12-14', 'READY_TO_TRANSMIT'])
})

test('riyals settle from Sunday to Thursday, rupees are an estimate by all means, and both say so', async () => {
  const at = await openMarket(service)
  for (const [currency, country, accountNo, expected] of [
    ['SAR', 'SA', 'SA4420000001234567891234', '2026-12-13'],
    ['AED', 'AE', 'AE070331234567890123456', '2026-12-11'],
    ['INR', 'IN', '1234567890', '2026-12-11'],
  ] as const) {
    const accountUID = await openAccount(at, currency, 1000)
    const contactBank = { name: 'Bank', country, accountCcy: currency, accountNo, swiftCode: `RIBL${country}RI` }
    const body = contactBody({ contactBank })
    const { customerContactUID } = dataOf(await at.call('POST', `/customers/${at.customerUID}/contacts`, body))
    const payment = creditBody(
      { ...at, accountUID, contactUID: String(customerContactUID) },
      { paymentCurrency: currency, paymentAmount: 10, speed: 'SPOT', paymentDate: '2026-12-11' },
    )
    const preview = dataOf(await at.call('POST', '/v3/payments/creditrequest/preview', payment))
    assert.equal(preview.valueDate, expected, currency)
    assert.equal(preview.valueDateIsEstimate, true, currency)
    assert.match(preview.valueDateRemark, new RegExp(`calendar of ${currency} is an estimate`))
    dataOf(await setDays(at, { currency, confirmedUntil: '2027-12-31' }))
    const known = dataOf(await at.call('POST', '/v3/payments/creditrequest/preview', payment))
    assert.deepEqual([known.valueDate, known.valueDateIsEstimate], [expected, undefined], currency)
  }
  const trade = { customerId: at.customerUID, customerIdType: 'CustomerUID', transferAmount: 10, productType: 'SPOT' }
  const refused = await at.call('POST', '/v2/fx/quote', { ...trade, sellCurrency: 'USD', buyCurrency: 'SAR' })
  assertRefused(refused, { status: 400, code: 'FX002', says: 'not a supported currency' })
})

test('a day that has begun or is over does not change, by no door', async () => {
  const at = await openMarket(service)
  dataOf(await setDays(at, { currency: 'EUR', closedDays: ['2026-12-10'] }))
  clock.set('2026-12-10T15:00:00Z')
  const stays = { status: 400, code: 'INST001', says: /must not change 2026-12-(10|09|08) for (EUR|GBP|USD)/ }
  assertRefused(await setDays(at), stays)
  assertRefused(await setDays(at, { currency: 'EUR', closedDays: [] }), stays)
  assertRefused(await setDays(at, { currency: 'EUR', closedDays: ['2026-12-10'], openDays: ['2026-12-10'] }), {
    ...stays,
    says: /2026-12-10 cannot be both closed and open/,
  })
  assertRefused(await setDays(at, { currency: 'EUR', closedDays: ['2026-12-10', '2026-12-09'] }), stays)
  const kept = { currency: 'EUR', closedDays: ['2026-12-10'] }
  assertRefused(await setDays(at, kept, { currency: 'GBP', closedDays: ['2026-12-10'] }), stays)
  const weekend = { currency: 'GBP', weekends: [{ from: '2026-01-01', days: ['Tuesday'] }] }
  assertRefused(await setDays(at, kept, weekend), stays)
  dataOf(await setDays(at, { ...kept, closedDays: ['2026-12-10', '2026-12-11'] }))
  clock.set('2027-02-01T15:00:00Z')
  dataOf(await setDays(at))
})

test('days that cannot be right are refused, each with the field', async () => {
  const at = await openMarket(service)
  const row = (from: string, days: number) =>
    Array.from({ length: days }, (_, at) => new Date(Date.parse(from) + at * 86_400_000).toISOString().slice(0, 10))
  for (const [days, says] of [
    [[{ currency: 'XXA' }], /XXA is not a known currency/],
    [[{ currency: 'EUR' }, { currency: 'EUR' }], /names EUR twice/],
    [[{ currency: 'EUR', closedDays: ['2027-02-30'] }], /2027-02-30 is not a date/],
    [[{ currency: 'EUR', confirmedUntil: '2027-02-30' }], /2027-02-30 is not a date/],
    [[{ currency: 'EUR', confirmedUntil: '2035-01-01' }], /confirmedUntil must not be after 2031-12-09/],
    [[{ currency: 'EUR', closedDays: ['2027-02-03'], openDays: ['2027-02-03'] }], /both closed and open/],
    [[{ currency: 'EUR', closedDays: row('2027-02-01', 21) }], /for more than 20 days in a row/],
    [[{ currency: 'EUR', weekends: [{ from: '2027-01-01', days: ['Friday', 'Friday', 'Sunday', 'Monday'] }] }], /days/],
    [[{ currency: 'EUR', weekends: [{ from: '2027-01-01', days: ['Friyay'] }] }], /days/],
    [[{ currency: 'EUR', closedDays: row('2027-02-01', 101) }], /closedDays/],
  ] as [Days[], RegExp][])
    assertRefused(await setDays(at, ...days), { status: 400, code: 'INST001', says })
  const longest = row('2027-02-01', 18)
  const shown = (await close(at, 'EUR', ...longest.toReversed(), longest[0]!)).currencyCalendars
  assert.deepEqual(shown, [{ currency: 'EUR', closedDays: longest, openDays: [], weekends: [] }])
})

test('only holders of Manage_Rails of the institution set days, two people under dual control, and in time', async () => {
  const tenant = await service.createTenant('calendars', { dualControl: true })
  const without = ENTITLEMENTS.filter((one) => one !== 'Institution.Manage_Rails')
  const setter = await service.createClient(tenant, { entitlements: without })
  const body = { currencyCalendars: [{ currency: 'EUR', closedDays: ['2026-12-10'] }] }
  const put = (client: typeof setter) => service.call('PUT', '/v1/institution', body, { client })
  assertRefused(await put(setter), { status: 403, code: 'AUTH002', says: 'Manage_Rails' })
  const proposed = dataOf(await put(tenant.client), 202)
  clock.set('2026-12-10T15:00:00Z')
  const colleague = await service.createClient(tenant, {})
  const path = `/v1/institution/approvals/${proposed.approvalUID}/approve`
  const late = await service.call('PUT', path, { contentHash: proposed.contentHash }, { client: colleague })
  assertRefused(late, {
    status: 409,
    code: 'APPROVAL001',
    says: /must not change 2026-12-10 for EUR: the day has begun/,
  })
  assert.deepEqual(
    dataOf(await service.call('GET', '/v1/institution', undefined, { client: tenant.client })).currencyCalendars,
    [],
  )
})

test('a trade that waits for its approvers ends when its value date is closed', async () => {
  const at = await openMarket(service)
  const settings = { legalEntityAccessSettings: { paymentDualApproval: true, paymentNumberOfApprovers: 1 } }
  dataOf(await at.call('PUT', `/v2/customers/${at.customerUID}`, settings))
  const { quoteUUID } = await quote(at)
  const waiting = await at.call('PUT', '/v2/fx/accept', { quoteUUID })
  assert.equal(waiting.status, 202)
  const { approvalUID, contentHash } = dataOf(waiting, 202)
  await close(at, 'EUR', '2026-12-11')
  const approver = await service.createClient(at.tenant, { legalEntityId: BigInt(at.customerUID) })
  const path = `/v1/customers/${at.customerUID}/approvals/fxTrade/${approvalUID}/approve`
  const refused = await service.call('PUT', path, { contentHash }, { client: approver })
  assertRefused(refused, { status: 409, code: 'FX002', says: /no value date by now/ })
})
