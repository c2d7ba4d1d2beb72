import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventSweeps } from '../../src/events/events.jobs.ts'
import { sendDue } from '../../src/webhooks/send-deliveries.ts'
import { webhookSweeps } from '../../src/webhooks/webhooks.jobs.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { createPayer, creditBody, type Payer, startTestService, type TestService } from '../support/test-service.ts'
import { openReceiver, type Receiver } from '../support/webhook-receiver.ts'

const PATH = '/v1/institution/webhooks'
const basic = { username: 'giro', password: 's3cret: with a colon' }
let service: TestService
let payer: Payer
let receiver: Receiver
before(async () => {
  service = await startTestService({ webhookNetworks: ['loopback'] })
  payer = await createPayer(service)
  receiver = await openReceiver()
})
after(async () => {
  await service.stop()
  await receiver.close()
})

async function work(): Promise<void> {
  for (const sweep of [...eventSweeps, ...webhookSweeps])
    while ((await sweep.run(service.app, service.tenant.institution)) > 0);
}

async function createHook(fields: object) {
  await work()
  const body = { url: receiver.url, eventTypes: ['payment.created'], ...fields }
  return dataOf(await service.call('POST', PATH, body), 201)
}

/** What the webhook gets of a new payment. */
async function receive(webhookUID: string) {
  const { paymentUID } = dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer)))
  await work()
  while ((await sendDue(service.app, { tenantId: service.tenant.institution.tenantId, webhookId: webhookUID })) > 0);
  const [message] = receiver.take()
  return { paymentUID, ...message! }
}

test('a flat webhook gets the fields of the payment beside those of the event, on one level', async () => {
  const { webhookUID, format } = await createHook({ format: 'FLAT' })
  assert.equal(format, 'flat')
  const { event, paymentUID } = await receive(webhookUID)
  assert.equal(event.type, 'payment.created')
  assert.equal(event.paymentUID, paymentUID)
  assert.equal(event.customerUID, payer.customerUID)
  assert.equal('data' in event, false)
  for (const value of Object.values(event))
    assert.ok(value === null || Array.isArray(value) || typeof value !== 'object')
})

test('without a format, the record of an event is in data; a webhook changes its form', async () => {
  const { webhookUID, format } = await createHook({})
  assert.equal(format, 'standard')
  const standard = await receive(webhookUID)
  assert.equal(standard.event.data.paymentUID, standard.paymentUID)
  const changed = dataOf(await service.call('PUT', `${PATH}/${webhookUID}`, { format: 'flat' }))
  assert.equal(changed.format, 'flat')
  const flat = await receive(webhookUID)
  assert.equal(flat.event.paymentUID, flat.paymentUID)
})

test('Basic authentication is sent beside the signature until it is set to null', async () => {
  const { webhookUID } = await createHook({ basicAuthentication: basic })
  const { headers } = await receive(webhookUID)
  const sent = Buffer.from(headers.authorization!.replace('Basic ', ''), 'base64').toString()
  assert.equal(sent, `${basic.username}:${basic.password}`)
  assert.ok(headers['webhook-signature'])
  dataOf(await service.call('PUT', `${PATH}/${webhookUID}`, { description: 'kept' }))
  assert.ok((await receive(webhookUID)).headers.authorization, 'a change of another field keeps it')
  const without = dataOf(await service.call('PUT', `${PATH}/${webhookUID}`, { basicAuthentication: null }))
  assert.equal('basicAuthentication' in without, false)
  assert.equal((await receive(webhookUID)).headers.authorization, undefined)
})

test('a stored password does not follow a url to another receiver, unless it is given again', async () => {
  const { webhookUID } = await createHook({ basicAuthentication: basic })
  const elsewhere = receiver.url.replace('127.0.0.1', 'localhost')
  const put = (body: object) => service.call('PUT', `${PATH}/${webhookUID}`, body)
  assertRefused(await put({ url: elsewhere }), {
    status: 400,
    code: 'WEBHOOK001',
    says: 'the stored password was given for another receiver',
  })
  dataOf(await put({ url: `${receiver.url}/other` }))
  const { headers } = await receive(webhookUID)
  assert.ok(headers.authorization, 'another path of the receiver keeps it')
  dataOf(await put({ url: elsewhere, basicAuthentication: { username: 'other', password: 'own' } }))
  dataOf(await put({ url: receiver.url, basicAuthentication: null }))
  assert.equal((await receive(webhookUID)).headers.authorization, undefined)
  dataOf(await put({ url: elsewhere }))
})

test('the password is in no answer, no event, no audit record and no column as it was sent', async () => {
  const { webhookUID, ...created } = await createHook({ basicAuthentication: basic })
  assert.deepEqual(created.basicAuthentication, { username: 'giro' })
  const read = await service.call('GET', `${PATH}/${webhookUID}`)
  const audit = await service.call('GET', '/v1/institution/audit?page=1&limit=100')
  const feed = await service.call('GET', '/v1/events?limit=1000')
  const rows = await service.query<{ row: string }>('select w::text as row from webhooks w where id = $1', [webhookUID])
  const hex = Buffer.from(basic.password).toString('hex')
  for (const shown of [created, read.body, audit.body, feed.body, rows]) {
    assert.ok(!JSON.stringify(shown).includes(basic.password))
    assert.ok(!JSON.stringify(shown).includes(hex))
  }
})

test('a name with a colon, an empty password and a control character are refused', async () => {
  for (const [username, password] of [
    ['a:b', 'x'],
    ['a', ''],
    ['a', 'x\r\ny'],
    ['', 'x'],
    [' a', 'x'],
  ]) {
    const body = { url: receiver.url, eventTypes: ['*'], basicAuthentication: { username, password } }
    assertRefused(await service.call('POST', PATH, body), { status: 400, code: 'WEBHOOK001' })
  }
})
