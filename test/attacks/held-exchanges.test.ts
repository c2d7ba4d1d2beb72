import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { Temporal } from 'temporal-polyfill'
import { fxSweeps } from '../../src/fx/fx.jobs.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { dataOf } from '../support/answers.ts'
import { type Cautious, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { bodyAbroad, contactAbroad, contractOf, marketRates } from '../support/fx-market.ts'
import { paymentLifeSweeps, sweepNamed } from '../support/sweeps.ts'

// A customer lets a payment be held that has exchanged its money, watches the market, and lets it
// go on days later at the price of then.

// Monday, 12:00 in New York. Spot is Wednesday, and its last cut-off is in the afternoon.
const START = '2027-01-04T17:00:00Z'
const AFTER = '2027-01-06T22:00:00Z'
const FRIDAY = '2027-01-08T15:00:00Z'
let bank: CautiousBank
before(async () => {
  bank = await openCautiousBank(START)
  dataOf(await bank.call('PUT', '/v1/institution/fx/margins', { margins: [{ basisPoints: 50 }] }))
})
after(() => bank.service.stop())
beforeEach(async () => {
  bank.clock.set(START)
  await moveTo(1.0843)
})
afterEach(async () => {
  const said: string[] = []
  const { app, tenant } = bank.service
  assert.equal(await verifyLedgers(app.db, [tenant.institution], (line) => said.push(line)), 0, said.join('\n'))
})

const moveTo = async (mid: number) => {
  const at = (points: number) => Number((mid + points).toFixed(8))
  const rate = { ...marketRates[0], bid: at(-0.0001), mid, ask: at(0.0001) }
  dataOf(await bank.call('PUT', '/v1/institution/fx/rates', { rates: [rate, ...marketRates.slice(1)] }))
}

type Abroad = Cautious & { contactUID: string }
async function customerOf(settings: object = {}): Promise<Abroad> {
  const customer = await bank.customer(settings)
  const contactUID = await contactAbroad({ call: bank.call, customerUID: customer.customerUID }, 'EUR')
  return { ...customer, contactUID }
}
const euros = { paymentAmount: 5_000, paymentCurrency: 'EUR', speed: 'SPOT', paymentDate: undefined }
const balanceOf = async ({ customerUID, accountUID }: Cautious) => {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  const { ledgerBalance, availableBalance } = dataOf(await bank.call('GET', path))
  return [Number(ledgerBalance), Number(availableBalance)] as const
}
const setAccount = async ({ accountUID }: Cautious, status: string) => {
  await bank.service.query('update accounts set status = $2 where id = $1', [accountUID, status])
}
const contractOfPayment = async (uid: string) => {
  const [row] = await bank.service.query<{ no: bigint }>(
    `select contract_no as no from fx_contracts c join payment_exchanges x on x.contract_id = c.id where x.payment_id = $1`,
    [uid],
  )
  return dataOf(await bank.call('GET', `/v2/fx/${row!.no}`))
}

interface Held {
  of: Abroad
  uid: string
  goOn(): Promise<void>
}
/** How a payment is held after it has exchanged money, and let go on. */
const HELD: Record<string, () => Promise<Held>> = {
  'its account is suspended': async () => {
    const of = await customerOf()
    const uid = await bank.pay(of, of.ada, euros)
    await setAccount(of, 'Suspended')
    return { of, uid, goOn: () => setAccount(of, 'Active') }
  },
  'its customer changed the bank of the contact': async () => {
    const of = await customerOf()
    const uid = await bank.pay(of, of.ada, euros)
    const path = `/v2/customers/${of.customerUID}/contacts/${of.contactUID}`
    const body = bodyAbroad('EUR')
    const other = { ...body.contactBank, swiftCode: 'COBADEFF' }
    dataOf(await bank.call('PUT', path, { ...body, contactBank: other }, of.bob))
    const goOn = async () => {
      dataOf(await bank.call('PUT', path, body, of.bob))
      await bank.call('PUT', `/payments/${uid}/confirm`, undefined, of.eve)
    }
    return { of, uid, goOn }
  },
  'its approver was suspended': async () => {
    const of = await customerOf({ paymentDualApproval: true })
    const uid = await bank.pay(of, of.ada, euros)
    await bank.approved(uid, of.bob)
    await bank.service.query(`update api_clients set revoked_at = now() where client_id = $1`, [of.bob.apiKey])
    return { of, uid, goOn: async () => void (await bank.decide(uid, of.eve)) }
  },
}

for (const [how, make] of Object.entries(HELD)) {
  test(`${how}: after its value date, the payment fails and is closed out at the market, and nobody lets it go on`, async () => {
    const { of, uid, goOn } = await make()
    await bank.work()
    assert.equal(await bank.statusOf(uid), 'HELD')
    bank.clock.set(AFTER)
    await moveTo(1.0343)
    await bank.work()
    assert.equal(await bank.statusOf(uid), 'VALIDATION_FAILURE')
    assert.equal(await bank.saysOf(uid), 'exchangeNotDelivered')
    const contract = await contractOfPayment(uid)
    assert.equal(contract.tradeStatus, 'Cancelled')
    // 5,000 euros fell by five cents; the spread is two hundredths of a cent.
    assert.equal(contract.closeOut.loss, 251)
    assert.deepEqual(await balanceOf(of), [99_749, 99_749])
    await goOn()
    await bank.workAt(FRIDAY)
    assert.equal(await bank.statusOf(uid), 'VALIDATION_FAILURE')
  })

  test(`${how}: until the last cut-off of its value date, the payment goes on at its price`, async () => {
    const { uid, goOn } = await make()
    await bank.work()
    assert.equal(await bank.statusOf(uid), 'HELD')
    bank.clock.set('2027-01-06T21:00:00Z')
    await moveTo(1.1843)
    await goOn()
    await bank.work()
    assert.match(await bank.statusOf(uid), /READY_TO_TRANSMIT|TRANSMITTED/)
    assert.equal((await bank.read(uid)).valueDate, '2027-01-06')
  })
}

test('it fails as well if it is held anew because approvers were asked for while it was held', async () => {
  const { of, uid, goOn } = await HELD['its account is suspended']!()
  await bank.work()
  await bank.ask(of, { paymentDualApproval: true })
  await goOn()
  await bank.work()
  const { status, held } = await bank.read(uid)
  assert.deepEqual([status, held[0].reason], ['HELD', 'approvalsMissing'])
  bank.clock.set(AFTER)
  await bank.work()
  assert.equal(await bank.saysOf(uid), 'exchangeNotDelivered')
})

test('the customer gains nothing if the market moved in its favor', async () => {
  const { of, uid } = await HELD['its account is suspended']!()
  await bank.work()
  bank.clock.set(AFTER)
  await moveTo(1.2843)
  await bank.work()
  const { gain, loss } = (await contractOfPayment(uid)).closeOut
  assert.deepEqual([gain, loss], [0, 0])
  assert.deepEqual(await balanceOf(of), [100_000, 100_000])
})

test('exactly at the cut-off it can go on, and it is not let go at the same moment as it fails', async () => {
  const { of, uid } = await HELD['its account is suspended']!()
  const late = await HELD['its account is suspended']!()
  await bank.work()
  const [{ until } = assert.fail()] = await bank.service.query<{ until: Temporal.Instant }>(
    'select cut_off_at as until from payment_states where payment_id = $1',
    [uid],
  )
  bank.clock.set(until.toString())
  await setAccount(of, 'Active')
  await sweep('fail held payments')
  await sweep('lift held payments')
  assert.deepEqual([await bank.statusOf(uid), await bank.statusOf(late.uid)], ['VALIDATED', 'HELD'])
  bank.clock.set(until.add({ milliseconds: 1 }).toString())
  await setAccount(late.of, 'Active')
  await sweep('lift held payments')
  assert.equal(await bank.statusOf(late.uid), 'HELD')
  await bank.work()
  assert.equal(await bank.statusOf(late.uid), 'VALIDATION_FAILURE')
})

test('a draw on a contract goes back to it, and is closed out when the contract expires', async () => {
  const of = await customerOf()
  const market = { ...of, call: bank.call } as never
  const { forexContractNo: fxContractNumber } = await contractOf(market, { transferAmount: 5_000 })
  const uid = await bank.pay(of, of.ada, { ...euros, additionalInfo: { fxContractNumber } })
  await setAccount(of, 'Suspended')
  await bank.work()
  assert.equal(await bank.statusOf(uid), 'HELD')
  await bank.workAt(AFTER)
  assert.equal(await bank.statusOf(uid), 'VALIDATION_FAILURE')
  const read = async () => dataOf(await bank.call('GET', `/v2/fx/${fxContractNumber}`))
  assert.deepEqual([(await read()).tradeStatus, (await read()).drawnSellAmount], ['Booked', 0])
  bank.clock.set('2027-01-07T15:00:00Z')
  await moveTo(1.0343)
  await sweepNamed(fxSweeps, 'fx: expire contracts').run(bank.service.app, bank.service.tenant.institution)
  const ended = await read()
  assert.equal(ended.tradeStatus, 'Expired')
  assert.equal(ended.closeOut.loss, 251)
})

test('without a current rate it fails, too, and its amount stays held until it is closed out', async () => {
  const { of, uid } = await HELD['its account is suspended']!()
  await bank.work()
  dataOf(await bank.call('PUT', '/v1/institution', { fx: { maxRateAgeSeconds: 60 } }))
  await bank.workAt(AFTER)
  assert.equal(await bank.statusOf(uid), 'VALIDATION_FAILURE')
  assert.match((await contractOfPayment(uid)).closeOutWaitsFor, /too old/)
  const [ledger, available] = await balanceOf(of)
  assert.deepEqual([ledger, available < 95_000], [100_000, true])
  bank.clock.set('2027-01-06T23:00:00Z')
  await moveTo(1.0343)
  await sweepNamed(fxSweeps, 'fx: expire contracts').run(bank.service.app, bank.service.tenant.institution)
  assert.equal((await contractOfPayment(uid)).closeOut.loss, 251)
  dataOf(await bank.call('PUT', '/v1/institution', { fx: { maxRateAgeSeconds: 86_400 } }))
})

test('a payment that has exchanged nothing waits as before, and one of the release before too', async () => {
  const of = await customerOf()
  const plain = await bank.pay(of, of.ada, { paymentAmount: 10, paymentCurrency: 'USD', ...(await domestic(of)) })
  const earlier = await bank.pay(of, of.ada, euros)
  await setAccount(of, 'Suspended')
  await bank.work()
  await bank.service.query('update payment_states set fails_at = null where payment_id = $1', [earlier])
  await bank.workAt(FRIDAY)
  for (const uid of [plain, earlier]) assert.equal(await bank.statusOf(uid), 'HELD')
  await setAccount(of, 'Active')
  await bank.work()
  for (const uid of [plain, earlier]) assert.notEqual(await bank.statusOf(uid), 'HELD')
})

const sweep = (name: string) =>
  sweepNamed(paymentLifeSweeps, `payments: ${name}`).run(bank.service.app, bank.service.tenant.institution)

/** Its domestic contact, which pays no exchange. */
async function domestic({ customerUID }: Abroad): Promise<object> {
  const contactUID = await contactAbroad({ call: bank.call, customerUID }, 'USD')
  return { receiver: { accountUID: contactUID }, paymentDate: undefined, speed: 'Express' }
}
