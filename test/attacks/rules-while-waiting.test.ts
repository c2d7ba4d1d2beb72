import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import { CALLED, type Cautious, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { contactAbroad, marketRates } from '../support/fx-market.ts'
import type { Payer } from '../support/test-service.ts'

// A payment that was validated on a Saturday waits for Monday, and can be cancelled meanwhile.
// Nothing held it, so nobody asked whether a control that came on meanwhile reaches it.

const LEFT = /^(TRANSMITTED|READY_TO_TRANSMIT|PROCESSED)$/
const MISSING = ['approvalsMissing']
const ONE = 'it needs 1 approvers of the customer, and has 0'
const BY_INSTITUTION = 'above a limit that requires approval by the institution'
/** After the last collection of the day, and after the window for wires. */
const DAYS = {
  'a weekend': { asked: '2027-01-08T23:59:00Z', leaves: '2027-01-11T19:30:00Z' },
  'a Saturday to Monday': { asked: '2027-01-09T17:00:00Z', leaves: '2027-01-11T19:30:00Z' },
  'a holiday': { asked: '2027-01-18T17:00:00Z', leaves: '2027-01-19T19:30:00Z' },
} as const
const SPEEDS = ['Economy', 'Economy Plus', 'Express'] as const
type Speed = (typeof SPEEDS)[number]
const now = (speed: Speed) => ({ paymentDate: undefined, paymentAmount: 50, speed })

let bank: CautiousBank
before(async () => {
  bank = await openCautiousBank('2027-01-04T17:00:00Z')
  const collection = { economy: ['14:15', '18:00'], economyPlus: ['10:00', '16:15'] }
  dataOf(await bank.call('PUT', '/v1/institution', { ach: { collection } }))
  dataOf(await bank.call('PUT', '/v1/institution/fx/rates', { rates: marketRates }))
})
after(() => bank.service.stop())
afterEach(() => clearDefaults())

const keyOf = (speed: Speed) => (speed === 'Express' ? 'FEDWIRE_PAYMENT_LIMIT_PER_DAY' : 'ACH_CREDIT_LIMIT_PER_DAY')
const limitTo = async ({ customerUID }: Payer, speed: Speed, value: number) => {
  const limits = [{ appName: 'Payments', appLimits: [{ key: keyOf(speed), value }] }]
  dataOf(await bank.call('PUT', `/v2/customers/${customerUID}`, { limits }))
}
const setDefaults = async (limits: readonly object[]) =>
  dataOf(await bank.call('PUT', '/v1/institution/limits', { limits }))
const clearDefaults = () =>
  setDefaults((['Economy', 'Express'] as const).map((speed) => ({ key: keyOf(speed), value: null })))
const approvesAbove = (speed: Speed, approvalAbove: number) =>
  setDefaults([{ key: keyOf(speed), value: 1_000_000, approvalAbove }])

/** A payment whose funds are held is released, and waits for its day, while `meanwhile` happens. */
async function overNight(uids: readonly string[], { leaves }: { leaves: string }, meanwhile: () => Promise<unknown>) {
  await bank.work()
  for (const uid of uids) assert.equal(await bank.statusOf(uid), 'READY_TO_TRANSMIT')
  await meanwhile()
  await bank.workAt(leaves)
}

async function assertLacks(uid: string, says: string): Promise<void> {
  const { status, held } = await bank.read(uid)
  assert.equal(status, 'HELD')
  assert.deepEqual(
    held.map(({ reason }: { reason: string }) => reason),
    MISSING,
  )
  assert.equal(await bank.saysOf(uid), says)
}

async function assertGoesOn(uid: string): Promise<void> {
  await bank.work()
  assert.match(await bank.statusOf(uid), LEFT)
}

interface Later {
  speeds: readonly Speed[]
  switchOn(customer: Cautious, speed: Speed): Promise<unknown>
  /** What it then lacks, and who gives it. */
  says: string
  by: 'Customer' | 'Institution'
  /** What the one who approves says. */
  body?: object
}
const CONTROLS: Record<string, Later> = {
  'approvers of the customer': {
    speeds: SPEEDS,
    switchOn: (customer) => bank.ask(customer, { paymentDualApproval: true }),
    says: ONE,
    by: 'Customer',
  },
  'call-backs of the account': {
    speeds: ['Express'],
    switchOn: (customer) => bank.setCallBacks(customer),
    says: BY_INSTITUTION,
    by: 'Institution',
    body: CALLED,
  },
  'a limit of the customer below the amount': {
    speeds: SPEEDS,
    switchOn: (customer, speed) => limitTo(customer, speed, 49.99),
    says: BY_INSTITUTION,
    by: 'Institution',
  },
  'approval by the institution above an amount': {
    speeds: SPEEDS,
    switchOn: (_, speed) => approvesAbove(speed, 49.99),
    says: BY_INSTITUTION,
    by: 'Institution',
  },
}

for (const [what, { speeds, switchOn, says, by, body }] of Object.entries(CONTROLS))
  for (const speed of speeds)
    for (const [when, days] of Object.entries(DAYS))
      test(`${what}, switched on over ${when}, reach what waits by ${speed}`, async () => {
        bank.clock.set(days.asked)
        const [customer, other] = [await bank.customer({}), await bank.customer({})]
        const uid = await bank.pay(customer, customer.ada, now(speed))
        const below = { ...now(speed), paymentAmount: 49.99 }
        const [small, free] = [await bank.pay(customer, customer.ada, below), await bank.pay(other, other.ada, below)]
        await overNight([uid, small, free], days, () => switchOn(customer, speed))
        await assertLacks(uid, says)
        assert.match(await bank.statusOf(free), LEFT)
        if (says === ONE || what.startsWith('call-backs')) await assertLacks(small, says)
        else assert.match(await bank.statusOf(small), LEFT)
        if (by === 'Customer') {
          await bank.refusesOwn(uid, customer.ada)
          assert.equal(await bank.approved(uid, customer.bob), 'HELD')
        } else {
          const refused = { status: 403, code: 'PAYMENT003', says: 'institution' }
          assertRefused(await bank.decide(uid, customer.bob), refused)
          assert.equal(dataOf(await bank.decide(uid, await bank.desk(), body)).paymentStatus, 'HELD')
        }
        await assertGoesOn(uid)
      })

test('within the day nothing is asked again: what was validated in the morning leaves in the evening', async () => {
  for (const [what, { speeds, switchOn }] of Object.entries(CONTROLS))
    for (const speed of speeds) {
      bank.clock.set('2027-01-13T15:30:00Z')
      const customer = await bank.customer({})
      const uid = await bank.pay(customer, customer.ada, now(speed))
      await switchOn(customer, speed)
      await bank.workAt('2027-01-13T23:30:00Z')
      assert.match(await bank.statusOf(uid), LEFT, `${what} by ${speed}`)
      await clearDefaults()
    }
})

const WEEKEND = DAYS['a Saturday to Monday']
const TWO = { paymentDualApproval: true, paymentNumberOfApprovers: 2 }
const express = now('Express')

test('what the worker releases on Monday only is asked before its release', async () => {
  bank.clock.set(WEEKEND.asked)
  const customer = await bank.customer({})
  const [ach, wire] = [
    await bank.pay(customer, customer.ada, now('Economy')),
    await bank.pay(customer, customer.ada, express),
  ]
  await bank.ask(customer, { paymentDualApproval: true })
  await bank.workAt('2027-01-11T05:00:00Z')
  for (const uid of [ach, wire]) await assertLacks(uid, ONE)
})

test('a payment that as many have approved as the rule asks for by now goes on, and one with fewer waits', async () => {
  bank.clock.set(WEEKEND.asked)
  const above = { paymentDualApproval: true, paymentLimitforFirstApprover: 40 }
  const [two, one, called] = [await bank.customer(above), await bank.customer(), await bank.customer({})]
  const enough = await bank.pay(two, two.ada, express)
  assert.equal(await bank.approved(enough, two.bob, two.eve), 'VALIDATED')
  const less = await bank.pay(one, one.ada, express)
  assert.equal(await bank.approved(less, one.bob), 'VALIDATED')
  await bank.setCallBacks(called)
  const approved = await bank.pay(called, called.ada, express)
  assert.equal(dataOf(await bank.decide(approved, await bank.desk(), CALLED)).paymentStatus, 'VALIDATED')
  await overNight([enough, less, approved], WEEKEND, async () => {
    for (const customer of [two, one]) await bank.ask(customer, TWO)
    await limitTo(called, 'Express', 10)
  })
  for (const uid of [enough, approved]) assert.match(await bank.statusOf(uid), LEFT)
  await assertLacks(less, 'it needs 2 approvers of the customer, and has 1')
  assert.equal(await bank.approved(less, one.eve), 'HELD')
  await assertGoesOn(less)
})

test('what two controls reach waits for both, and for an approver who was revoked meanwhile', async () => {
  bank.clock.set(WEEKEND.asked)
  const customer = await bank.customer()
  const uid = await bank.pay(customer, customer.ada, express)
  assert.equal(await bank.approved(uid, customer.bob), 'VALIDATED')
  await overNight([uid], WEEKEND, async () => {
    await bank.setCallBacks(customer)
    dataOf(await bank.call('POST', `/v1/institution/api-clients/${customer.bob.apiKey}/revoke`))
  })
  await assertLacks(uid, `${ONE}; ${BY_INSTITUTION}`)
  assert.equal(await bank.approved(uid, customer.eve), 'HELD')
  await bank.work()
  assert.equal(await bank.statusOf(uid), 'HELD')
  assert.equal(dataOf(await bank.decide(uid, await bank.desk(), CALLED)).paymentStatus, 'HELD')
  await assertGoesOn(uid)
})

test('it keeps its funds while it waits, can be cancelled, and is asked only once if nothing else comes on', async () => {
  bank.clock.set(WEEKEND.asked)
  const customer = await bank.customer({})
  const [uid, cancelled] = [
    await bank.pay(customer, customer.ada, express),
    await bank.pay(customer, customer.ada, express),
  ]
  const available = async () => {
    const path = `/v3/customers/${customer.customerUID}/accounts/${customer.accountUID}?includeAccountBalance=true`
    return Number(dataOf(await bank.call('GET', path)).availableBalance)
  }
  assert.equal(await available(), 99_900)
  await overNight([uid, cancelled], WEEKEND, () => bank.ask(customer, { paymentDualApproval: true }))
  assert.equal(await available(), 99_900)
  dataOf(await bank.decide(cancelled, customer.ada, {}, 'cancel'))
  assert.equal(await available(), 99_950)
  bank.clock.set('2027-01-11T23:58:00Z')
  assert.equal(await bank.approved(uid, customer.bob), 'HELD')
  await bank.work()
  assert.equal(await bank.statusOf(uid), 'READY_TO_TRANSMIT')
  await bank.workAt('2027-01-12T17:00:00Z')
  assert.equal(await bank.statusOf(uid), 'TRANSMITTED')
})

test('once contacts need approval, what waits for a party without a contact needs one approver', async () => {
  bank.clock.set(WEEKEND.asked)
  const customer = await bank.customer({})
  const receiver = {
    ...{ accountNumber: '700100200399', accountType: 'DDA', name: 'Quay Roasters' },
    address: { addressLine1: '1 Quay', city: 'Portland', state: 'ME', postalCode: '04101', countryCode: 'US' },
    bank: { bankIdType: 'NID', bankId: '021000021', name: 'First Example Bank', countryCode: 'US' },
  }
  const described = await bank.pay(customer, customer.ada, { ...express, receiver })
  const known = await bank.pay(customer, customer.ada, express)
  await overNight([described, known], WEEKEND, () => bank.ask(customer, { beneDualApproval: true }))
  assert.match(await bank.statusOf(known), LEFT)
  await assertLacks(described, ONE)
})

test('a payment that was scheduled, and the first of a series, are asked like any other', async () => {
  bank.clock.set('2027-01-07T17:00:00Z')
  const customer = await bank.customer({})
  const scheduled = await bank.pay(customer, customer.ada, { ...now('Economy'), paymentDate: '2027-01-08' })
  const series = await bank.begin(customer, customer.ada, 5, { ...now('Economy'), paymentDate: '2027-01-08' })
  // No worker ran after the last collection of Friday.
  bank.clock.set('2027-01-08T23:59:00Z')
  await overNight([scheduled, series.paymentUID], WEEKEND, () => bank.ask(customer, { paymentDualApproval: true }))
  for (const uid of [scheduled, series.paymentUID]) await assertLacks(uid, ONE)
  assert.equal(await bank.statusOf(await bank.numberOf(series, 2)), 'PENDING_APPROVAL')
})

test('a scheduled payment that was released this morning is not asked again today', async () => {
  bank.clock.set('2027-01-07T17:00:00Z')
  const customer = await bank.customer({})
  const uid = await bank.pay(customer, customer.ada, { ...now('Economy'), paymentDate: '2027-01-08' })
  await bank.workAt('2027-01-08T13:00:00Z')
  assert.equal(await bank.statusOf(uid), 'READY_TO_TRANSMIT')
  await bank.ask(customer, { paymentDualApproval: true })
  await bank.workAt('2027-01-08T19:30:00Z')
  assert.match(await bank.statusOf(uid), LEFT)
  assert.notEqual(await bank.statusOf(uid), 'READY_TO_TRANSMIT')
})

const abroad = { paymentAmount: 5_000, paymentCurrency: 'EUR', speed: 'SPOT', paymentDate: undefined }
async function customerAbroad(settings: object): Promise<Cautious> {
  const customer = await bank.customer(settings)
  const contactUID = await contactAbroad({ call: bank.call, customerUID: customer.customerUID }, 'EUR')
  return { ...customer, contactUID }
}

test('a payment that waits for the value date of its exchange is asked on it, and fails with it', async () => {
  bank.clock.set('2027-01-04T17:00:00Z')
  const [customer, other] = [await customerAbroad({}), await customerAbroad({})]
  const [uid, late] = [await bank.pay(customer, customer.ada, abroad), await bank.pay(other, other.ada, abroad)]
  await overNight([uid, late], { leaves: '2027-01-06T15:00:00Z' }, async () => {
    for (const one of [customer, other]) await bank.ask(one, { paymentDualApproval: true })
  })
  for (const one of [uid, late]) await assertLacks(one, ONE)
  assert.equal(await bank.approved(uid, customer.bob), 'HELD')
  await assertGoesOn(uid)
  assert.equal((await bank.read(uid)).valueDate, '2027-01-06')
  await bank.workAt('2027-01-06T22:00:00Z')
  assert.equal(await bank.statusOf(late), 'VALIDATION_FAILURE')
  assert.equal(await bank.saysOf(late), 'exchangeNotDelivered')
})

test('an amount whose rate is too old by then counts as it did when its funds were held', async () => {
  bank.clock.set('2027-01-04T17:00:00Z')
  const thresholds = { ...TWO, paymentLimitforFirstApprover: 10_000 }
  const [customer, stricter] = [await customerAbroad(thresholds), await customerAbroad(thresholds)]
  const [uid, held] = [await bank.pay(customer, customer.ada, abroad), await bank.pay(stricter, stricter.ada, abroad)]
  assert.equal(await bank.approved(uid, customer.bob), 'VALIDATED')
  assert.equal(await bank.approved(held, stricter.bob), 'VALIDATED')
  await overNight([uid, held], { leaves: '2027-01-06T15:00:00Z' }, async () => {
    dataOf(await bank.call('PUT', '/v1/institution', { fx: { maxRateAgeSeconds: 60 } }))
    await bank.ask(stricter, { ...thresholds, paymentLimitforFirstApprover: 5_000 })
  })
  assert.match(await bank.statusOf(uid), LEFT)
  await assertLacks(held, 'it needs 2 approvers of the customer, and has 1')
})
