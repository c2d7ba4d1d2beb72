import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type Cautious, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { debitBody } from '../support/test-service.ts'

// ACH entries of a Saturday wait for Monday. An SEC code that the institution withdrew on Sunday,
// and an exposure limit that it lowered, reached what was scheduled, and not what waited.

const LEFT = /^(TRANSMITTED|PROCESSED)$/
/** After the last collection of the day, and on closed days. */
const DAYS = {
  'a weekend': { asked: '2027-01-08T23:59:00Z', leaves: '2027-01-11T19:30:00Z' },
  'a Saturday to Monday': { asked: '2027-01-09T17:00:00Z', leaves: '2027-01-11T19:30:00Z' },
  'a holiday': { asked: '2027-01-18T17:00:00Z', leaves: '2027-01-19T19:30:00Z' },
} as const
const WEEKEND = DAYS['a Saturday to Monday']
const SPEEDS = ['Economy', 'Economy Plus'] as const

let bank: CautiousBank
before(async () => {
  bank = await openCautiousBank('2027-01-04T17:00:00Z')
  const collection = { economy: ['14:15', '18:00'], economyPlus: ['10:00', '16:15'] }
  dataOf(await bank.call('PUT', '/v1/institution', { ach: { collection } }))
})
after(() => bank.service.stop())
const offer = async (secCodes: readonly string[]) =>
  dataOf(await bank.call('PUT', '/v1/institution', { ach: { secCodes } }))
afterEach(() => offer(['PPD', 'CCD']))

const setCodes = async ({ customerUID }: Cautious, secCodes: readonly string[]) =>
  dataOf(await bank.call('PUT', `/v2/customers/${customerUID}`, { secCodes }))
const setFeature = async ({ customerUID, accountUID }: Cautious, achFeature: object) => {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}`
  dataOf(await bank.call('PATCH', path, { accountFeatures: { achFeature } }))
}
const credit = (customer: Cautious, paymentAmount = 50, speed: string = 'Economy') =>
  bank.pay(customer, customer.ada, { paymentDate: undefined, paymentAmount, speed })
async function debit(customer: Cautious, paymentAmount = 50, speed: string = 'Economy'): Promise<string> {
  const body = debitBody(customer, { paymentAmount, speed })
  return dataOf(await bank.call('POST', '/v3/payments/debitrequest', body, customer.ada)).paymentUID
}

/** Entries wait for their day, while `meanwhile` happens. */
async function overNight(uids: readonly string[], { leaves }: { leaves: string }, meanwhile: () => Promise<unknown>) {
  await bank.work()
  for (const uid of uids) assert.equal(await bank.statusOf(uid), 'READY_TO_TRANSMIT')
  await meanwhile()
  await bank.workAt(leaves)
}

async function assertHeld(uid: string, says: string): Promise<void> {
  const { status, held } = await bank.read(uid)
  assert.equal(status, 'HELD', says)
  assert.deepEqual(
    held.map(({ reason }: { reason: string }) => reason),
    ['approvalsMissing'],
  )
  assert.equal(await bank.saysOf(uid), says)
}
async function assertLeft(...uids: readonly string[]): Promise<void> {
  for (const uid of uids) assert.match(await bank.statusOf(uid), LEFT)
}

/** Only the institution lets it go on. */
async function assertReleased(uid: string, customer: Cautious): Promise<void> {
  assertRefused(await bank.decide(uid, customer.bob), { status: 403, code: 'PAYMENT003', says: 'institution' })
  assert.equal(dataOf(await bank.decide(uid, await bank.desk())).paymentStatus, 'HELD')
  await bank.work()
  assert.match(await bank.statusOf(uid), /^(READY_TO_TRANSMIT|TRANSMITTED)$/)
}

const codeWithdrawn = (because: string) => `the SEC code CCD is not allowed any more: ${because}`
const NO_DEBITS = 'the account may not collect debits any more'
const DEBITS_ABOVE = 'debits that can come back are above debitExposureLimit by now'
const CREDITS_ABOVE = 'ACH credits in flight are above creditExposureLimit by now'

interface Later {
  set(customer: Cautious): Promise<unknown>
  /** What a credit and a debit then lack; absent if it leaves. */
  credit?: string
  debit?: string
}
const CONTROLS: Record<string, Later> = {
  'an SEC code that the customer may not use any more': {
    set: (customer) => setCodes(customer, ['PPD']),
    credit: codeWithdrawn('the customer has only PPD'),
    debit: codeWithdrawn('the customer has only PPD'),
  },
  'an SEC code that the account may not use any more': {
    set: (customer) => setFeature(customer, { secCodes: ['PPD'] }),
    credit: codeWithdrawn('the account has only PPD'),
    debit: codeWithdrawn('the account has only PPD'),
  },
  'an SEC code that the institution does not originate any more': {
    set: () => offer(['PPD']),
    credit: codeWithdrawn('the institution originates only PPD'),
    debit: codeWithdrawn('the institution originates only PPD'),
  },
  'debits that the account may not collect any more': {
    set: (customer) => setFeature(customer, { enableUnderWritten: 'No' }),
    debit: NO_DEBITS,
  },
  'a lower limit of debits': {
    set: (customer) => setFeature(customer, { debitExposureLimit: 10 }),
    debit: DEBITS_ABOVE,
  },
  'a lower limit of credits': {
    set: (customer) => setFeature(customer, { creditExposureLimit: 10 }),
    credit: CREDITS_ABOVE,
  },
}

for (const [what, control] of Object.entries(CONTROLS))
  for (const [when, days] of Object.entries(DAYS))
    test(`${what}, over ${when}`, async () => {
      bank.clock.set(days.asked)
      const [customer, other] = [await bank.customer({}), await bank.customer({})]
      const free = what.includes('institution') ? [] : [await credit(other), await debit(other)]
      const entries: [uid: string, says: string | undefined][] = []
      for (const speed of SPEEDS) {
        entries.push([await credit(customer, 50, speed), control.credit])
        entries.push([await debit(customer, 50, speed), control.debit])
      }
      await overNight([...entries.map(([uid]) => uid), ...free], days, () => control.set(customer))
      await assertLeft(...free)
      for (const [uid, says] of entries)
        if (says === undefined) await assertLeft(uid)
        else await assertHeld(uid, says)
      const [held] = entries.find(([, says]) => says !== undefined)!
      await assertReleased(held, customer)
    })

test('within the day it does not change, and what is given back or raised in time leaves', async () => {
  for (const [what, control] of Object.entries(CONTROLS)) {
    bank.clock.set('2027-01-13T15:30:00Z')
    const customer = await bank.customer({})
    const uids = [await credit(customer), await debit(customer)]
    await control.set(customer)
    await bank.workAt('2027-01-13T23:30:00Z')
    for (const uid of uids) assert.match(await bank.statusOf(uid), LEFT, what)
    await offer(['PPD', 'CCD'])
  }
  bank.clock.set(WEEKEND.asked)
  const customer = await bank.customer({})
  const uids = [await credit(customer), await debit(customer)]
  await overNight(uids, WEEKEND, async () => {
    await setCodes(customer, ['PPD'])
    await setFeature(customer, { debitExposureLimit: 10, creditExposureLimit: 10, secCodes: ['PPD'] })
    await setCodes(customer, ['PPD', 'CCD'])
    await setFeature(customer, { debitExposureLimit: 50, creditExposureLimit: 50, secCodes: ['CCD'] })
  })
  await assertLeft(...uids)
})

test('what has left takes room first, then the older entries; the others are held, each alone', async () => {
  bank.clock.set('2027-01-08T15:30:00Z')
  const customer = await bank.customer({})
  const sent = [await credit(customer, 10), await debit(customer, 10)]
  await bank.workAt('2027-01-08T23:30:00Z')
  await assertLeft(...sent)
  bank.clock.set(WEEKEND.asked)
  const fit = [await credit(customer, 15), await debit(customer, 15)]
  const above = [await credit(customer, 5.01), await debit(customer, 5.01)]
  await overNight([...fit, ...above], WEEKEND, () =>
    setFeature(customer, { debitExposureLimit: 30, creditExposureLimit: 30 }),
  )
  await assertLeft(...fit)
  await assertHeld(above[0]!, CREDITS_ABOVE)
  await assertHeld(above[1]!, DEBITS_ABOVE)
  dataOf(await bank.decide(above[0]!, customer.ada, {}, 'cancel'))
  await assertReleased(above[1]!, customer)
})

test('a lower limit of the customer above it holds the credits of both', async () => {
  bank.clock.set(WEEKEND.asked)
  const parent = await bank.customer({})
  const { shortName } = dataOf(await bank.call('GET', `/v2/customers/${parent.customerUID}`))
  const child = await bank.customer({}, { parentEntityShortName: shortName })
  const [first, second, third] = [await credit(child, 20), await credit(parent, 20), await credit(child, 20)]
  await overNight([first, second, third], WEEKEND, () => setFeature(parent, { creditExposureLimit: 20 }))
  await assertLeft(first)
  await assertHeld(second, CREDITS_ABOVE)
  await assertHeld(third, CREDITS_ABOVE)
})

test('a payment that was held meanwhile goes on by the codes and limits of then, on the same day too', async () => {
  bank.clock.set('2027-01-13T15:30:00Z')
  const [coded, limited] = [await bank.customer({}), await bank.customer({})]
  const uids = [await credit(coded), await credit(limited)]
  const setRail = async (ACH: boolean) => dataOf(await bank.call('PUT', '/v1/institution', { rails: { ACH } }))
  await setRail(false)
  await bank.workAt('2027-01-13T19:30:00Z')
  for (const uid of uids) assert.equal(await bank.statusOf(uid), 'HELD')
  await setCodes(coded, ['PPD'])
  await setFeature(limited, { creditExposureLimit: 10 })
  await setRail(true)
  await bank.work()
  await assertHeld(uids[0]!, codeWithdrawn('the customer has only PPD'))
  await assertHeld(uids[1]!, CREDITS_ABOVE)
})

test('it says both, with a limit below its amount, and the funds of one that is cancelled come back', async () => {
  bank.clock.set(WEEKEND.asked)
  const customer = await bank.customer({})
  const uid = await credit(customer)
  await overNight([uid], WEEKEND, async () => {
    await setCodes(customer, ['PPD'])
    const limits = [{ appName: 'Payments', appLimits: [{ key: 'ACH_CREDIT_LIMIT_PER_DAY', value: 49.99 }] }]
    dataOf(await bank.call('PUT', `/v2/customers/${customer.customerUID}`, { limits }))
    await setFeature(customer, { creditExposureLimit: 10 })
  })
  const limit = 'above a limit that requires approval by the institution'
  await assertHeld(uid, [limit, codeWithdrawn('the customer has only PPD'), CREDITS_ABOVE].join('; '))
  dataOf(await bank.decide(uid, customer.ada, {}, 'cancel'))
  const path = `/v3/customers/${customer.customerUID}/accounts/${customer.accountUID}?includeAccountBalance=true`
  assert.equal(Number(dataOf(await bank.call('GET', path)).availableBalance), 100_000)
})
