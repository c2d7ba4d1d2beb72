import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import type { Payer, TestClient } from '../support/test-service.ts'

/** The institution decides for each kind of stop whether it holds what the maker set up before. */

const MONDAY = '2027-01-04T17:00:00Z'
const FRIDAY = '2027-01-08T17:00:00Z'
let bank: CautiousBank
before(async () => {
  bank = await openCautiousBank(MONDAY)
})
after(() => bank.service.stop())
beforeEach(() => bank.clock.set(MONDAY))

const set = async (stoppedMakers: Record<string, 'Hold' | 'Continue'>) =>
  dataOf(await bank.call('PUT', '/v1/institution', { stoppedMakers }))
const release = (uid: string, body: object = {}, client?: TestClient) =>
  bank.call('POST', `/v1/institution/payments/${uid}/release`, { reason: 'it is known', ...body }, client)
const isHeld = async (uid: string) => {
  const { status, held } = await bank.read(uid)
  assert.deepEqual([status, held?.map(({ reason }: { reason: string }) => reason)], ['HELD', ['makerStopped']])
}
const hasLeft = async (uid: string) =>
  assert.match(await bank.statusOf(uid), /^(TRANSMITTED|READY_TO_TRANSMIT|PROCESSED)$/)

/** The client expired some seconds ago. */
const expire = ({ apiKey }: TestClient, seconds = 1) =>
  bank.service.query(`update api_clients set expires_at = now() - $2 * interval '1 second' where client_id = $1`, [
    ...[apiKey, seconds],
  ])
const renew = ({ apiKey }: TestClient) =>
  bank.service.query(`update api_clients set expires_at = now() + interval '1 day' where client_id = $1`, [apiKey])

type Scheduled = { uid: string; stop: () => Promise<unknown> }

async function ofClient(stop: (client: TestClient) => Promise<unknown>): Promise<Scheduled> {
  const { ada, ...payer } = await bank.customer({})
  return { uid: await bank.pay(payer, ada), stop: () => stop(ada) }
}

async function ofUser(): Promise<Scheduled> {
  const { ada, ...payer } = await bank.customer({})
  const person = await bank.person(payer, `grace${payer.customerUID}`)
  const uid = await bank.pay(payer, await person.through(ada))
  return { uid, stop: () => bank.call('PUT', `${person.path}/suspend`) }
}

/** The payment of a child, by the client of its parent. */
async function ofParent(): Promise<Scheduled> {
  const parent = await bank.customer({})
  const { shortName } = dataOf(await bank.call('GET', `/v2/customers/${parent.customerUID}`))
  const child: Payer = await bank.customer({}, { parentEntityShortName: shortName })
  const suspend = `/v1/institution/customers/${parent.customerUID}/suspend`
  return { uid: await bank.pay(child, parent.ada), stop: () => bank.call('PUT', suspend, { reason: 'fraud' }) }
}

const KINDS = {
  clientRevoked: () => ofClient(({ apiKey }) => bank.call('POST', `/v1/institution/api-clients/${apiKey}/revoke`)),
  clientExpired: () => ofClient(expire),
  userStopped: ofUser,
  legalEntitySuspended: ofParent,
}

for (const [kind, schedule] of Object.entries(KINDS))
  test(`${kind}: what was set up before is held with Hold until the setting is Continue, and leaves with Continue`, async () => {
    await set({ clientRevoked: 'Continue', clientExpired: 'Continue', userStopped: 'Continue' })
    await set({ legalEntitySuspended: 'Continue', [kind]: 'Hold' })
    const [held, leaves] = [await schedule(), await schedule()]
    await held.stop()
    await bank.workAt(FRIDAY)
    await isHeld(held.uid)
    await hasLeft(leaves.uid)
    await set({ [kind]: 'Continue' })
    await bank.work()
    await hasLeft(held.uid)

    bank.clock.set(MONDAY)
    const other = await schedule()
    await set({ clientRevoked: 'Hold', clientExpired: 'Hold', userStopped: 'Hold', legalEntitySuspended: 'Hold' })
    await set({ [kind]: 'Continue' })
    await other.stop()
    await bank.workAt(FRIDAY)
    await hasLeft(other.uid)
  })

test('by default, what an expired client set up leaves', async () => {
  await bank.service.query(`update institutions set settings = settings - 'stoppedMakers'`)
  const { uid, stop } = await KINDS.clientExpired()
  await stop()
  await bank.workAt(FRIDAY)
  await hasLeft(uid)
})

test('with Hold, the institution releases the payment of an expired client, and nobody of the customer does', async () => {
  await set({ clientExpired: 'Hold' })
  const { ada, bob, ...payer } = await bank.customer({})
  const [one, another] = [await bank.pay(payer, ada), await bank.pay(payer, ada)]
  await expire(ada)
  await bank.workAt(FRIDAY)
  assertRefused(await release(one, {}, bob), { status: 403, code: 'AUTH002', says: 'institution' })
  dataOf(await release(one))
  await bank.work()
  await hasLeft(one)
  await isHeld(another)
  await renew(ada)
  await bank.work()
  await hasLeft(another)
})

test('a client that expires again after its payments were released holds them again', async () => {
  await set({ clientExpired: 'Hold' })
  const { ada, ...payer } = await bank.customer({})
  const series = await bank.begin(payer, ada, 40, { paymentDate: '2027-01-05' })
  await expire(ada, 60)
  await bank.workAt('2027-01-05T17:00:00Z')
  await isHeld(series.paymentUID)
  dataOf(await release(series.paymentUID, { series: true }))
  await bank.work()
  await hasLeft(series.paymentUID)
  await bank.workAt('2027-01-06T17:00:00Z')
  await hasLeft(await bank.numberOf(series, 2))
  await renew(ada)
  await expire(ada)
  await bank.workAt('2027-01-07T17:00:00Z')
  await isHeld(await bank.numberOf(series, 3))
})
