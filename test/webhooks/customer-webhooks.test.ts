import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventSweeps } from '../../src/events/events.jobs.ts'
import { readFeed } from '../../src/events/events.ts'
import { insertDeliveries } from '../../src/webhooks/deliveries.store.ts'
import { deliveryOf } from '../../src/webhooks/delivery-of.ts'
import { sendDue } from '../../src/webhooks/send-deliveries.ts'
import { webhookSweeps } from '../../src/webhooks/webhooks.jobs.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'
import { openReceiver, type Receiver } from '../support/webhook-receiver.ts'

let service: TestService
let payer: Payer
let other: Payer
let client: TestClient
let stranger: TestClient
let receiver: Receiver
before(async () => {
  service = await startTestService({ webhookNetworks: ['loopback'], customerWebhookNetworks: ['loopback'] })
  ;[payer, other] = [await createPayer(service), await createPayer(service)]
  const of = (uid: string) => service.createClient(service.tenant, { legalEntityId: BigInt(uid) })
  ;[client, stranger] = [await of(payer.customerUID), await of(other.customerUID)]
  receiver = await openReceiver()
})
after(async () => {
  await service.stop()
  await receiver.close()
})

const pathOf = ({ customerUID }: Payer) => `/v1/customers/${customerUID}/webhooks`

async function work(): Promise<void> {
  for (const sweep of [...eventSweeps, ...webhookSweeps])
    while ((await sweep.run(service.app, service.tenant.institution)) > 0);
}

async function createHook(fields: object = {}) {
  await work()
  const body = { url: receiver.url, eventTypes: ['*'], ...fields }
  const { webhookUID } = dataOf(await service.call('POST', pathOf(payer), body, { client }), 201)
  return webhookUID as string
}

const remove = async (webhookUID: string) =>
  dataOf(await service.call('DELETE', `${pathOf(payer)}/${webhookUID}`, undefined, { client }), 204)

/** Pays, adds a contact and a rule for both customers, and returns what the webhook gets. */
async function happen(webhookUID: string) {
  for (const one of [payer, other]) {
    dataOf(await service.call('POST', '/payments/creditrequest', creditBody(one)))
    dataOf(await service.call('POST', `/customers/${one.customerUID}/contacts`, contactBody()))
    const terms = { achCompanyID: '1842345678', amount: 100, amountType: 'Maximum', frequency: 'Ongoing' }
    const where = { paymentRuleType: 'ach', customerAccountNumber: one.accountNumber, effectiveDate: '2099-01-01' }
    dataOf(await service.call('POST', '/v2/positivepay/rules', { ...where, ...terms }))
  }
  await work()
  await sendDue(service.app, { tenantId: service.tenant.institution.tenantId, webhookId: webhookUID })
  return receiver.take().map(({ event }) => event)
}

test('a webhook of a customer gets the events of that customer alone', async () => {
  const webhookUID = await createHook()
  const events = await happen(webhookUID)
  const types = new Set(events.map(({ type }) => type))
  assert.deepEqual([...types].sort(), [
    ...['contact.created', 'payment.created', 'payment.status.changed', 'positivePay.rule.created'],
  ])
  for (const { customerUID } of events) assert.equal(customerUID, payer.customerUID)
})

test('nodes of 0.2.0 never take it for an active webhook of the institution', async () => {
  const webhookUID = await createHook()
  const path = `${pathOf(payer)}/${webhookUID}`
  const stored = async () => {
    const [row] = await service.query<{ status: string }>('select status from webhooks where id = $1', [webhookUID])
    return row!.status
  }
  assert.equal(await stored(), 'CustomerActive')
  assert.equal(dataOf(await service.call('PUT', path, { status: 'Paused' }, { client })).status, 'Paused')
  assert.equal(await stored(), 'Paused')
  assert.equal(dataOf(await service.call('PUT', path, { status: 'Active' }, { client })).status, 'Active')
  assert.equal(await stored(), 'CustomerActive')
  // As an administrator of the institution could at a node of 0.2.0.
  const activate = service.query(`update webhooks set status = 'Active' where id = $1`, [webhookUID])
  await assert.rejects(activate, /webhooks_active_of_owner/)
  await remove(webhookUID)
})

test('a delivery of another customer, however it came about, is given up and not sent', async () => {
  const webhookUID = await createHook()
  const { tenantId } = service.tenant.institution
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(other)))
  for (const sweep of eventSweeps) await sweep.run(service.app, service.tenant.institution)
  await service.app.db.transaction(async (tx) => {
    const now = service.app.tokenClock.now()
    const events = (await readFeed(tx, tenantId, 0n, 1_000)).slice(-1)
    const hook = { tenantId, webhookId: webhookUID, isReplay: false }
    await insertDeliveries(
      tx,
      hook,
      events.map((event) => deliveryOf(event, now)),
      now,
    )
  })
  await sendDue(service.app, { tenantId, webhookId: webhookUID })
  assert.deepEqual(receiver.take(), [])
  const outcomes = await service.query<{ status: string; error: string }>(
    'select distinct status, error from webhook_deliveries where webhook_id = $1',
    [webhookUID],
  )
  assert.deepEqual(outcomes, [{ status: 'Failed', error: 'the event is not for this customer' }])
  await remove(webhookUID)
})

test('why the institution suspended an account, and who did it, is not told to the customer', async () => {
  const webhookUID = await createHook({ eventTypes: ['account.suspended'] })
  const path = `/customers/${payer.customerUID}/accounts/${payer.accountUID}`
  dataOf(await service.call('PATCH', path, { action: 'Suspend', reason: 'a report to the authorities' }))
  await work()
  await sendDue(service.app, { tenantId: service.tenant.institution.tenantId, webhookId: webhookUID })
  dataOf(await service.call('PATCH', path, { action: 'Activate', reason: 'cleared' }))
  const [message] = receiver.take()
  assert.equal(message!.event.data.accountStatus ?? message!.event.data.status, 'Suspended')
  for (const field of ['reason', 'by', 'userId', 'approval', 'suspendedBy'])
    assert.equal(field in message!.event.data, false, field)
  assert.ok(!message!.body.includes('authorities'))
  await remove(webhookUID)
})

test('a replay of the whole feed sends no event of another customer', async () => {
  const webhookUID = await createHook()
  await happen(webhookUID)
  const path = `${pathOf(payer)}/${webhookUID}`
  const { cursor } = dataOf(await service.call('GET', path, undefined, { client }))
  dataOf(await service.call('POST', `${path}/replay`, { after: '0', upTo: cursor }, { client }))
  await sendDue(service.app, { tenantId: service.tenant.institution.tenantId, webhookId: webhookUID })
  const events = receiver.take().map(({ event }) => event)
  assert.ok(events.length > 0)
  for (const { customerUID } of events) assert.equal(customerUID, payer.customerUID)
})

test('another customer reaches it neither under its own path nor under that of its owner', async () => {
  const webhookUID = await createHook()
  const asStranger = (method: string, path: string, body?: object) =>
    service.call(method, path, body, { client: stranger })
  for (const [method, below, body] of [
    ['GET', ''],
    ['PUT', '', { status: 'Paused' }],
    ['POST', '/rotate', {}],
    ['GET', '/deliveries?page=1&limit=10'],
    ['POST', '/replay', { after: '0', upTo: '10' }],
    ['DELETE', ''],
  ] as const) {
    const own = await asStranger(method, `${pathOf(other)}/${webhookUID}${below}`, body)
    assertRefused(own, { status: 404, code: 'WEBHOOK001' })
    assertRefused(await asStranger(method, `${pathOf(payer)}/${webhookUID}${below}`, body), {
      status: 403,
      code: 'CUST001',
    })
  }
  assertRefused(await asStranger('POST', pathOf(payer), { url: receiver.url, eventTypes: ['*'] }), {
    status: 403,
    code: 'CUST001',
  })
  const { status } = dataOf(await service.call('GET', `${pathOf(payer)}/${webhookUID}`, undefined, { client }))
  assert.equal(status, 'Active')
})

test('it is not among the webhooks of the institution, nor one of those among its own', async () => {
  const webhookUID = await createHook()
  const institutional = '/v1/institution/webhooks'
  assertRefused(await service.call('GET', `${institutional}/${webhookUID}`), { status: 404, code: 'WEBHOOK001' })
  const body = { url: receiver.url, eventTypes: ['*'] }
  const { webhookUID: ofInstitution } = dataOf(await service.call('POST', institutional, body), 201)
  const listed = async (path: string) =>
    dataOf(await service.call('GET', `${path}?page=1&limit=100`)).map((one: { webhookUID: string }) => one.webhookUID)
  assert.ok(!(await listed(institutional)).includes(webhookUID))
  assert.ok((await listed(pathOf(payer))).includes(webhookUID))
  assert.ok(!(await listed(pathOf(payer))).includes(ofInstitution))
  assertRefused(await service.call('GET', `${pathOf(payer)}/${ofInstitution}`), { status: 404, code: 'WEBHOOK001' })
  dataOf(await service.call('DELETE', `${institutional}/${ofInstitution}`, undefined), 204)
})

test('events of the institution are refused, and so are six webhooks', async () => {
  const post = (body: object) => service.call('POST', pathOf(other), body, { client: stranger })
  for (const type of ['institution.updated', 'fx.*', 'webhook.created', 'customer.updated'])
    assertRefused(await post({ url: receiver.url, eventTypes: [type] }), {
      status: 400,
      code: 'WEBHOOK001',
      says: `no event type matches ${type}`,
    })
  for (let count = 0; count < 5; count++) dataOf(await post({ url: receiver.url, eventTypes: ['*'] }), 201)
  assertRefused(await post({ url: receiver.url, eventTypes: ['*'] }), { status: 409, code: 'WEBHOOK001' })
})

test('a client without the entitlement is refused', async () => {
  const legalEntityId = BigInt(payer.customerUID)
  const viewer = await service.createClient(service.tenant, { legalEntityId, entitlements: ['Webhooks.View_Webhooks'] })
  dataOf(await service.call('GET', `${pathOf(payer)}?page=1&limit=10`, undefined, { client: viewer }))
  const body = { url: receiver.url, eventTypes: ['*'] }
  const refused = await service.call('POST', pathOf(payer), body, { client: viewer })
  assert.equal(refused.status, 403)
})

test('networks inside the bank that its own webhooks may reach are closed to those of customers', async () => {
  const own = await startTestService({ webhookNetworks: ['loopback'] })
  try {
    const { customerUID } = await createPayer(own)
    const body = { url: receiver.url, eventTypes: ['*'] }
    dataOf(await own.call('POST', '/v1/institution/webhooks', body), 201)
    assertRefused(await own.call('POST', `/v1/customers/${customerUID}/webhooks`, body), {
      status: 400,
      code: 'WEBHOOK001',
      says: 'url must begin with https://',
    })
  } finally {
    await own.stop()
  }
})
