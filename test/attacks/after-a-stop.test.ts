import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventSweeps } from '../../src/events/events.jobs.ts'
import { type ReceivedItem, receiveItems } from '../../src/receipts/receipts.ts'
import { revokeApiClient } from '../../src/tokens/api-clients.ts'
import { webhooksWithDue } from '../../src/webhooks/deliveries.store.ts'
import { sendDue } from '../../src/webhooks/send-deliveries.ts'
import { webhookSweeps } from '../../src/webhooks/webhooks.jobs.ts'
import { itemOf } from '../receipts/receipt-items.ts'
import { dataOf } from '../support/answers.ts'
import { createIdentityProvider, signIn } from '../support/identity-provider.ts'
import {
  contactBody,
  createPayer,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'
import { openReceiver, type Receiver } from '../support/webhook-receiver.ts'

/**
 * What an actor set up to go on by itself waits once the actor is stopped, or reaches the customer
 * no more: webhooks and rules.
 */

let service: TestService
let receiver: Receiver
before(async () => {
  service = await startTestService({
    ...{ worker: false, webhookNetworks: ['loopback'], customerWebhookNetworks: ['loopback'] },
  })
  receiver = await openReceiver()
})
after(async () => {
  await service.stop()
  await receiver.close()
})

const call = (method: string, path: string, body?: unknown, client = service.tenant.client) =>
  service.call(method, path, body, { client })
const clientOf = ({ customerUID }: Payer) =>
  service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
const revoke = ({ apiKey: clientId }: TestClient) => {
  const { db, tokenClock } = service.app
  const { tenantId } = service.tenant.institution
  return db.transaction((tx) => revokeApiClient(tx, { tenantId, clientId, now: tokenClock.now() }))
}
const setState = async ({ customerUID }: Payer, step: 'suspend' | 'activate') =>
  dataOf(
    await call('PUT', `/v1/institution/customers/${customerUID}/${step}`, {
      ...(step === 'suspend' && { reason: 'fraud' }),
    }),
  )
async function childOf(parent: Payer): Promise<Payer> {
  const { shortName } = dataOf(await call('GET', `/v2/customers/${parent.customerUID}`))
  return createPayer(service, { customer: { parentEntityShortName: shortName } })
}

/** Moves a customer below another one; undefined makes it a customer of the bank alone. */
async function move(child: Payer, parent?: Payer): Promise<void> {
  const parentEntityShortName = parent ? dataOf(await call('GET', `/v2/customers/${parent.customerUID}`)).shortName : ''
  dataOf(await call('PUT', `/v2/customers/${child.customerUID}`, { parentEntityShortName }))
}

const hooksOf = ({ customerUID }: Payer) => `/v1/customers/${customerUID}/webhooks`
async function hook(path: string, client?: TestClient, fields: object = {}): Promise<string> {
  await work()
  const body = { url: receiver.url, eventTypes: ['contact.*'], ...fields }
  return `${path}/${dataOf(await call('POST', path, body, client), 201).webhookUID}`
}
const statusOf = async (path: string) => dataOf(await call('GET', path)).status

let next = 0
/** A contact is created: an event of the customer, by somebody who may act. */
async function happen({ customerUID }: Payer): Promise<string> {
  const templateName = `Event ${next++}`
  const made = dataOf(await call('POST', `/customers/${customerUID}/contacts`, contactBody({ templateName })))
  return String(made.customerContactUID)
}

async function work(): Promise<void> {
  for (const sweep of [...eventSweeps, ...webhookSweeps])
    while ((await sweep.run(service.app, service.tenant.institution)) > 0);
}

/** What a webhook is sent, by the subjects of the events. */
async function sent(path: string): Promise<string[]> {
  await work()
  const { tenantId } = service.tenant.institution
  await sendDue(service.app, { tenantId, webhookId: path.slice(path.lastIndexOf('/') + 1) })
  return receiver.take().map(({ event }) => String(event.subjectId ?? event.data.customerContactUID))
}

/** Whether a worker that looks over all institutions finds deliveries to send. */
async function isDue(path: string): Promise<boolean> {
  const after = { tenantId: 0n, webhookId: '00000000-0000-0000-0000-000000000000' }
  const search = { after, limit: 100, ofCustomers: true, except: [] }
  const due = await service.app.db.read((db) => webhooksWithDue(db, service.app.tokenClock.now(), search))
  return due.some(({ webhookId }) => path.endsWith(webhookId))
}

test('nothing is sent to the webhook of a revoked client until another client of the customer activates it', async () => {
  const payer = await createPayer(service)
  const [thief, colleague] = [await clientOf(payer), await clientOf(payer)]
  const path = await hook(hooksOf(payer), thief)
  const first = await happen(payer)
  assert.deepEqual(await sent(path), [first])
  await revoke(thief)
  const later = [await happen(payer), await happen(payer)]
  assert.deepEqual(await sent(path), [])
  assert.equal(await statusOf(path), 'Held')
  assert.equal(await isDue(path), false)
  // 403 until the node has read the revocation, and 401 from then on.
  assert.match(String((await call('PUT', path, { status: 'Active' }, thief)).status), /^40[13]$/)
  // A change of something else says nothing of where it sends to.
  dataOf(await call('PUT', path, { description: 'Ours', eventTypes: ['*'] }, colleague))
  assert.deepEqual(await sent(path), [])
  assert.equal(dataOf(await call('PUT', path, { status: 'Active' }, colleague)).status, 'Active')
  assert.equal(await isDue(path), true)
  assert.deepEqual((await sent(path)).slice(0, 2), later)
})

test('a client that pointed the webhook of a colleague elsewhere and is revoked gets nothing more', async () => {
  const payer = await createPayer(service)
  const [thief, colleague] = [await clientOf(payer), await clientOf(payer)]
  const path = await hook(hooksOf(payer), colleague, { url: 'https://hooks.sample.example/' })
  dataOf(await call('PUT', path, { url: receiver.url }, thief))
  await revoke(thief)
  await happen(payer)
  assert.deepEqual(await sent(path), [])
  dataOf(await call('PUT', path, { status: 'Paused' }, colleague))
  assert.equal(await statusOf(path), 'Paused')
  dataOf(await call('PUT', path, { status: 'Active' }, colleague))
  assert.equal((await sent(path)).length, 1)
})

test('a webhook that the client of a suspended parent made for a child waits, and goes on once that is lifted', async () => {
  const parent = await createPayer(service)
  const child = await childOf(parent)
  const path = await hook(hooksOf(child), await clientOf(parent))
  await setState(parent, 'suspend')
  const event = await happen(child)
  assert.deepEqual(await sent(path), [])
  await setState(parent, 'activate')
  assert.deepEqual(await sent(path), [event])
})

test('the webhook of a former parent is sent nothing, until the customer is moved back or somebody else activates it', async () => {
  const [parent, stranger] = [await createPayer(service), await createPayer(service)]
  const child = await childOf(parent)
  const [path, own] = [await hook(hooksOf(child), await clientOf(parent)), await hook(hooksOf(parent))]
  await move(child, stranger)
  const event = await happen(child)
  assert.deepEqual(await sent(path), [])
  assert.equal(await isDue(path), false)
  assert.equal(dataOf(await call('GET', path, undefined, await clientOf(child))).status, 'Held')
  assert.equal(await statusOf(own), 'Active', 'of the parent itself')
  await move(child, parent)
  assert.deepEqual(await sent(path), [event])
  await move(child)
  const later = await happen(child)
  assert.deepEqual(await sent(path), [])
  dataOf(await call('PUT', path, { status: 'Active' }, await clientOf(child)))
  assert.deepEqual(await sent(path), [later])
})

test('a webhook that the former parent pointed elsewhere waits, and one within the line or of the bank does not', async () => {
  const grandparent = await createPayer(service)
  const [child, between] = [await childOf(grandparent), await childOf(grandparent)]
  const ofChild = await hook(hooksOf(child), await clientOf(child), { url: 'https://hooks.sample.example/' })
  const ofBank = await hook(hooksOf(child))
  const ofLine = await hook(hooksOf(child), await clientOf(grandparent))
  dataOf(await call('PUT', ofChild, { url: receiver.url }, await clientOf(grandparent)))
  await move(child, between)
  for (const path of [ofChild, ofBank, ofLine]) assert.equal(await statusOf(path), 'Active')
  await move(between)
  for (const path of [ofChild, ofLine]) assert.equal(await statusOf(path), 'Held')
  assert.equal(await statusOf(ofBank), 'Active')
})

test('a webhook that a person of the customer made through the former parent waits, too', async () => {
  const [parent, stranger] = [await createPayer(service), await createPayer(service)]
  const child = await childOf(parent)
  const base = `/api/user-management/v1/customers/${child.customerUID}`
  const applications = [{ name: 'Webhooks', entitlements: ['Manage_Webhooks'] }]
  const role = { externalReferenceId: 'r', name: 'Hooks', description: 'r', applications }
  assert.equal((await call('POST', `${base}/roles`, role)).status, 201)
  const names = { firstName: 'Rosa', lastName: 'Lund', email: 'rosa@sample.example', roleNames: ['Hooks'] }
  const made = await call('POST', `${base}/users`, { externalReferenceId: 'u', loginId: 'rosa', ...names })
  assert.equal((await call('PUT', `${base}/users/${made.body.userId}/activate`)).status, 204)
  const idp = await createIdentityProvider(service, { issuer: 'https://rosa.sample.example' })
  const paths: string[] = []
  for (const client of [await clientOf(parent), await clientOf(child)]) {
    const { registration: identityProvider } = idp
    dataOf(await call('PUT', `/v1/institution/api-clients/${client.apiKey}`, { identityProvider }))
    paths.push(await hook(hooksOf(child), await signIn(service, client, await idp.assert('rosa'))))
  }
  await move(child, stranger)
  assert.deepEqual([await statusOf(paths[0]!), await statusOf(paths[1]!)], ['Held', 'Active'])
  const event = await happen(child)
  assert.deepEqual(await sent(paths[0]!), [])
  assert.deepEqual(await sent(paths[1]!), [event])
})

test('a user of the institution who is suspended, and whose token made the webhook, gets nothing more', async () => {
  const payer = await createPayer(service)
  const owner = String(service.tenant.institution.legalEntityId)
  const base = `/api/user-management/v1/customers/${owner}`
  const applications = [{ name: 'Institution', entitlements: ['Manage_Webhooks', 'View_Institution'] }]
  const role = { externalReferenceId: 'r', name: 'Hooks', description: 'r', applications }
  assert.equal((await call('POST', `${base}/roles`, role)).status, 201)
  const names = { firstName: 'Iris', lastName: 'Lund', email: 'iris@bank.example', roleNames: ['Hooks'] }
  const made = await call('POST', `${base}/users`, { externalReferenceId: 'u', loginId: 'iris', ...names })
  const user = `${base}/users/${made.body.userId}`
  assert.equal((await call('PUT', `${user}/activate`)).status, 204)
  const idp = await createIdentityProvider(service, { issuer: 'https://iris.sample.example' })
  const client = await service.createClient(service.tenant, {})
  const { registration: identityProvider } = idp
  dataOf(await call('PUT', `/v1/institution/api-clients/${client.apiKey}`, { identityProvider }))
  const iris = await signIn(service, client, await idp.assert('iris'))
  const path = await hook('/v1/institution/webhooks', iris)
  assert.equal((await call('PUT', `${user}/suspend`)).status, 204)
  const event = await happen(payer)
  assert.deepEqual(await sent(path), [])
  dataOf(await call('PUT', path, { status: 'Active' }))
  assert.deepEqual(await sent(path), [event])
  dataOf(await call('DELETE', path), 204)
})

test('the institution decides whether the webhooks of revoked clients wait', async () => {
  const payer = await createPayer(service)
  const old = await clientOf(payer)
  const path = await hook(hooksOf(payer), old)
  await revoke(old)
  const event = await happen(payer)
  assert.deepEqual(await sent(path), [])
  dataOf(await call('PUT', '/v1/institution', { stoppedMakers: { clientRevoked: 'Continue' } }))
  assert.deepEqual(await sent(path), [event])
  dataOf(await call('PUT', '/v1/institution', { stoppedMakers: { clientRevoked: 'Hold' } }))
})

const RULES = '/v2/positivepay/rules'
async function rule(of: Payer, client: TestClient): Promise<string> {
  const terms = { achCompanyID: '1842345678', amount: 100, amountType: 'Maximum', frequency: 'Ongoing' }
  const where = { paymentRuleType: 'ach', customerAccountNumber: of.accountNumber, effectiveDate: '01-01-2020' }
  return String(dataOf(await call('POST', RULES, { ...where, ...terms }, client)).ruleUID)
}

/** Whether a debit of so many dollars waits for its customer. */
async function waits(of: Payer, dollars = 80): Promise<boolean> {
  const asked = { accountNumber: of.accountNumber, direction: 'Debit', transactionCode: '27' } as const
  const item: ReceivedItem = itemOf({ ...asked, secCode: 'CCD', amount: BigInt(dollars) * 100n })
  const { institution } = service.tenant
  await service.app.db.transaction((tx) => receiveItems(tx, institution, [item], service.app.clock.now()))
  const [row] = await service.query<{ waits: boolean }>(
    `select exists (select from positive_pay_exceptions e where e.receipt_id = r.id) as waits from receipts r
     where r.identity = $1`,
    [item.identity],
  )
  return row!.waits
}

test('the rule of a revoked client allows no debit any more, until a colleague activates it', async () => {
  const payer = await createPayer(service)
  const [thief, colleague] = [await clientOf(payer), await clientOf(payer)]
  const ruleUID = await rule(payer, thief)
  assert.equal(await waits(payer), false)
  await revoke(thief)
  assert.equal(await waits(payer), true)
  const [shown] = dataOf(await call('POST', `${RULES}/search?page=1&limit=10`, { status: 'Suspended' }, colleague))
  assert.deepEqual([String(shown.ruleUID), shown.status], [ruleUID, 'Suspended'])
  dataOf(await call('PUT', `${RULES}/${ruleUID}/activate`, undefined, colleague))
  assert.equal(await waits(payer), false)
})

test('a rule that a stopped client raised allows nothing, and one that a colleague changed after it does', async () => {
  const payer = await createPayer(service)
  const [thief, colleague] = [await clientOf(payer), await clientOf(payer)]
  const ruleUID = await rule(payer, colleague)
  dataOf(await call('PUT', RULES, { ruleUID, amount: 5000 }, thief))
  assert.equal(await waits(payer, 900), false)
  await revoke(thief)
  assert.deepEqual([await waits(payer, 900), await waits(payer)], [true, true])
  dataOf(await call('PUT', RULES, { ruleUID, amount: 100 }, colleague))
  assert.deepEqual([await waits(payer, 900), await waits(payer)], [true, false])
})

test('the rules of the client of a suspended parent count again once the suspension is lifted', async () => {
  const parent = await createPayer(service)
  const child = await childOf(parent)
  await rule(child, await clientOf(parent))
  await setState(parent, 'suspend')
  assert.equal(await waits(child), true)
  await setState(parent, 'activate')
  assert.equal(await waits(child), false)
})

test('the rules of a former parent allow nothing, also those of the customer that it raised', async () => {
  const parent = await createPayer(service)
  const child = await childOf(parent)
  const [ofParent, ofChild] = [await clientOf(parent), await clientOf(child)]
  const ruleUID = await rule(child, ofParent)
  await move(child, await createPayer(service))
  assert.equal(await waits(child), true)
  await move(child, parent)
  assert.equal(await waits(child), false)
  dataOf(await call('PUT', RULES, { ruleUID, amount: 100 }, ofChild))
  await move(child)
  assert.equal(await waits(child), false)
  await move(child, parent)
  dataOf(await call('PUT', RULES, { ruleUID, amount: 5000 }, ofParent))
  await move(child)
  assert.equal(await waits(child), true)
  dataOf(await call('PUT', `${RULES}/${ruleUID}/activate`, undefined, ofChild))
  assert.equal(await waits(child), false)
})
