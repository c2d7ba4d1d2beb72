import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { revokeApiClient } from '../../src/tokens/api-clients.ts'
import { dataOf } from '../support/answers.ts'
import { type InstantBank, openInstantBank } from '../support/instant-bank.ts'
import { createPayer, type Payer, type TestClient } from '../support/test-service.ts'

/** A request for payment of an actor that is stopped before it leaves is not sent. */

const SENT = '/v3/paymentrequests/sent'
let bank: InstantBank
before(async () => {
  bank = await openInstantBank('FEDNOW')
  dataOf(await bank.call('PUT', '/v1/institution', { instantNetwork: 'FEDNOW' }))
})
after(() => bank.stop())

const clientOf = ({ customerUID }: Payer) =>
  bank.service.createClient(bank.service.tenant, { legalEntityId: BigInt(customerUID) })
async function ask({ accountUID, contactUID }: Payer, client: TestClient): Promise<string> {
  const request = { accountUID, contactUID, amount: '125.50', remittance: 'Invoice 118' }
  return dataOf(await bank.service.call('POST', SENT, request, { client })).requestUID
}
const statusOf = async (uid: string): Promise<string> =>
  dataOf(await bank.call('GET', `${SENT}?page=1&limit=1&requestUID=${uid}`))[0].status
const revoke = ({ apiKey: clientId }: TestClient) => {
  const { db, tokenClock } = bank.service.app
  return db.transaction((tx) => revokeApiClient(tx, { tenantId: bank.tenantId, clientId, now: tokenClock.now() }))
}
const setState = async ({ customerUID }: Payer, step: 'suspend' | 'activate') =>
  dataOf(
    await bank.call('PUT', `/v1/institution/customers/${customerUID}/${step}`, {
      ...(step === 'suspend' && { reason: 'fraud' }),
    }),
  )
const heard = async () => (await bank.heard()).map(({ message }) => message.type)

test('the request of a client that was revoked before it left is not sent, and those of others are', async () => {
  const payee = await createPayer(bank.service)
  const [thief, colleague] = [await clientOf(payee), await clientOf(payee)]
  const [stolen, own] = [await ask(payee, thief), await ask(payee, colleague)]
  await revoke(thief)
  assert.deepEqual(await heard(), ['pain.013.001.07'])
  assert.deepEqual([await statusOf(stolen), await statusOf(own)], ['Expired', 'Open'])
})

test('a client of the institution that was revoked asks for no payment to a customer either', async () => {
  const payee = await createPayer(bank.service)
  const insider = await bank.service.createClient(bank.service.tenant, {})
  const uid = await ask(payee, insider)
  await revoke(insider)
  assert.deepEqual(await heard(), [])
  assert.equal(await statusOf(uid), 'Expired')
})

test('nor does that of the former parent of a customer', async () => {
  const parent = await createPayer(bank.service)
  const { shortName } = dataOf(await bank.call('GET', `/v2/customers/${parent.customerUID}`))
  const child = await createPayer(bank.service, { customer: { parentEntityShortName: shortName } })
  const [byParent, byChild] = [await ask(child, await clientOf(parent)), await ask(child, await clientOf(child))]
  dataOf(await bank.call('PUT', `/v2/customers/${child.customerUID}`, { parentEntityShortName: '' }))
  assert.deepEqual(await heard(), ['pain.013.001.07'])
  assert.deepEqual([await statusOf(byParent), await statusOf(byChild)], ['Expired', 'Open'])
})

test('nor does that of a suspended customer, and one that acts again before it leaves is sent', async () => {
  const payee = await createPayer(bank.service)
  const client = await clientOf(payee)
  const first = await ask(payee, client)
  await setState(payee, 'suspend')
  assert.deepEqual(await heard(), [])
  await setState(payee, 'activate')
  const second = await ask(payee, client)
  await setState(payee, 'suspend')
  await setState(payee, 'activate')
  assert.deepEqual(await heard(), ['pain.013.001.07'])
  assert.deepEqual([await statusOf(first), await statusOf(second)], ['Expired', 'Open'])
})

test('a person who has one in doubt handed over again does not send it either', async () => {
  const payee = await createPayer(bank.service)
  const thief = await clientOf(payee)
  const uid = await ask(payee, thief)
  const [message] = await bank.service.query<{ id: string }>(
    `update rail_messages m set status = 'InDoubt', doubt = 'lost' from sent_payment_requests r
     where r.id = $1 and m.message_id = r.message_id and m.rail = r.rail returning m.id`,
    [uid],
  )
  await revoke(thief)
  const decision = { decision: 'HandOverAgain', reason: 'the operator has not seen it' }
  dataOf(await bank.call('POST', `/v1/institution/messages/${message!.id}/decision`, decision))
  assert.deepEqual(await heard(), [])
  assert.equal(await statusOf(uid), 'Expired')
})
