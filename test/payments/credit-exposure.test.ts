import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { paymentLifeSweeps, sweepNamed } from '../support/sweeps.ts'
import {
  accountBody,
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())

const pathOf = ({ customerUID, accountUID }: Pick<Payer, 'customerUID' | 'accountUID'>) =>
  `/v3/customers/${customerUID}/accounts/${accountUID}`
const limitOf = (creditExposureLimit: number) => ({ accountFeatures: { achFeature: { creditExposureLimit } } })
const setLimit = (payer: Payer, limit: number, options = {}) =>
  service.call('PATCH', pathOf(payer), limitOf(limit), options)
const pay = (payer: Pick<Payer, 'accountUID' | 'contactUID'>, paymentAmount: number, fields: object = {}) =>
  service.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount, ...fields }))

async function exposedPayer(limit: number, fields: object = {}): Promise<Payer> {
  const payer = await createPayer(service, { balance: 10_000, ...fields })
  dataOf(await setLimit(payer, limit))
  return payer
}

const exceeded = { status: 402, code: 'PAYMENT002' }

test('ACH credits in flight stay within the limit, inclusive; other rails do not count', async () => {
  const payer = await exposedPayer(100)
  dataOf(await pay(payer, 60))
  assertRefused(await pay(payer, 40.01), {
    ...exceeded,
    says: 'ACH credits in flight are limited to 100.00 USD, and 60.00 USD are in flight',
  })
  dataOf(await pay(payer, 500, { speed: 'Express' }))
  dataOf(await pay(payer, 40, { speed: 'Economy Plus' }))
  const preview = dataOf(await service.call('POST', '/v3/payments/creditrequest/preview', creditBody(payer)))
  assert.match(preview.refusals[0].message, /ACH credits in flight are limited/)
})

test('a credit leaves the limit when it is cancelled or has settled, and not when it is sent', async () => {
  const payer = await exposedPayer(100)
  const { paymentUID } = dataOf(await pay(payer, 100))
  dataOf(await service.call('PUT', `/payments/${paymentUID}/cancel`, {}))
  const second = dataOf(await pay(payer, 100)).paymentUID
  const statusOf = async (uid: string) => dataOf(await service.call('GET', `/payments/${uid}`)).status
  const work = async (until: string) => {
    for (let round = 0; round < 20 && (await statusOf(second)) !== until; round++) {
      for (const sweep of paymentLifeSweeps) await sweep.run(service.app, service.tenant.institution)
      clock.advance({ seconds: 3 })
    }
    assert.equal(await statusOf(second), until)
  }
  await work('TRANSMITTED')
  assertRefused(await pay(payer, 0.01), { ...exceeded, says: '100.00 USD are in flight' })
  clock.set('2026-07-03T14:00:00.000Z')
  await work('PROCESSED')
  dataOf(await pay(payer, 100))
})

test('neither another account nor a child has more room, and the child learns no figures', async () => {
  const payer = await exposedPayer(100)
  const { customerUID, contactUID } = payer
  const { accountUID } = dataOf(await service.call('POST', `/v3/customers/${customerUID}/accounts`, accountBody()), 201)
  const credit = { direction: 'Credit', amount: 1000, currency: 'USD', reason: 'r', externalReferenceId: 'e' }
  dataOf(await service.call('POST', `/v1/institution/accounts/${accountUID}/adjustments`, credit), 201)
  const { shortName } = dataOf(await service.call('GET', `/v2/customers/${customerUID}`))
  const child = await createPayer(service, { balance: 1000, customer: { parentEntityShortName: shortName } })
  dataOf(await pay(child, 50))
  assertRefused(await pay({ accountUID: String(accountUID), contactUID }, 50.01), {
    ...exceeded,
    says: '50.00 USD are',
  })
  dataOf(await pay({ accountUID: String(accountUID), contactUID }, 30))
  const refused = await pay(child, 20.01)
  assertRefused(refused, { ...exceeded, says: 'exceed a limit of the group that the customer belongs to' })
  assert.doesNotMatch(JSON.stringify(refused.body), /100\.00|80\.00/)
  dataOf(await pay(child, 20))
})

test("a customer's client cannot lift the limit", async () => {
  const payer = await exposedPayer(100)
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  assertRefused(await setLimit(payer, 1000, { client }), { status: 403, code: 'CUST001', says: 'creditExposureLimit' })
  assertRefused(await pay(payer, 100.01), exceeded)
})

test('of 50 concurrent credits of a parent and its child, those accepted fit into the limit', async () => {
  const parent = await exposedPayer(100)
  const { shortName } = dataOf(await service.call('GET', `/v2/customers/${parent.customerUID}`))
  const child = await createPayer(service, { balance: 1000, customer: { parentEntityShortName: shortName } })
  const replies = await Promise.all(Array.from({ length: 50 }, (_, place) => pay(place % 2 ? parent : child, 10)))
  assert.equal(replies.filter(({ status }) => status === 200).length, 10)
  for (const reply of replies) if (reply.status !== 200) assertRefused(reply, exceeded)
})

test('a due credit without room is tried again during its day', async () => {
  clock.set('2026-07-06T14:00:00.000Z')
  const payer = await exposedPayer(100)
  const { paymentUID } = dataOf(await pay(payer, 50, { paymentDate: '2026-07-07' }))
  clock.set('2026-07-07T14:00:00.000Z')
  const other = dataOf(await pay(payer, 60)).paymentUID
  const release = () =>
    sweepNamed(paymentSweeps, 'payments: release due payments').run(service.app, service.tenant.institution)
  const statusOf = async () => dataOf(await service.call('GET', `/payments/${paymentUID}`)).status
  await release()
  assert.equal(await statusOf(), 'FUTURE_DATED')
  dataOf(await service.call('PUT', `/payments/${other}/cancel`, {}))
  clock.advance({ minutes: 31 })
  await release()
  assert.equal(await statusOf(), 'VALIDATED')
})

test('an account in another currency cannot have the limit, because ACH carries only US dollars', async () => {
  const { customerUID } = await createPayer(service)
  const path = `/v3/customers/${customerUID}/accounts`
  const euros = await service.call('POST', path, accountBody({ currency: 'EUR', ...limitOf(100) }))
  assertRefused(euros, { status: 400, code: 'ACC001', says: 'creditExposureLimit needs an account in USD' })
})

test('an ACH credit cannot be sent without funds: the switches that would allow it are refused', async () => {
  const payer = await createPayer(service)
  const off = { accountFeatures: { achFeature: { enableAchPrefund: 'No' } } }
  const says = 'every ACH credit is prefunded'
  assertRefused(await service.call('PATCH', pathOf(payer), off), { status: 400, code: 'ACC001', says })
  const on = { addtionalProfileDetails: [{ achNonPrefund: true }] }
  const update = await service.call('PUT', `/v2/customers/${payer.customerUID}`, on)
  assertRefused(update, { status: 400, code: 'CUST001', says })
  dataOf(await service.call('PATCH', pathOf(payer), { accountFeatures: { achFeature: { enableAchPrefund: 'Yes' } } }))
})

test('a credit above the limit alone is refused at once, also for a later date or if people approve it', async () => {
  const payer = await exposedPayer(100)
  const later = { paymentDate: '2026-09-01' }
  for (const fields of [later, { paymentDate: '2027-02-01', speed: 'Economy Plus' }]) {
    assertRefused(await pay(payer, 100.01, fields), { ...exceeded, says: 'limited to 100.00 USD' })
    const body = creditBody(payer, { paymentAmount: 100.01, ...fields })
    const preview = dataOf(await service.call('POST', '/v3/payments/creditrequest/preview', body))
    assert.equal(preview.wouldBeRefused, true)
  }
  dataOf(await pay(payer, 100))
  assert.equal(dataOf(await pay(payer, 100, later)).paymentStatus, 'FUTURE_DATED')
  assert.equal(dataOf(await pay(payer, 500, { ...later, speed: 'Express' })).paymentStatus, 'FUTURE_DATED')
  const legalEntityAccessSettings = { paymentDualApproval: true, paymentNumberOfApprovers: 1 }
  const approved = await exposedPayer(100, { customer: { legalEntityAccessSettings } })
  assertRefused(await pay(approved, 100.01), { ...exceeded, says: 'limited to 100.00 USD' })
  assert.equal(dataOf(await pay(approved, 100)).paymentStatus, 'PENDING_APPROVAL')
})
