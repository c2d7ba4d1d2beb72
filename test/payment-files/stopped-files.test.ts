import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Transaction } from '../../src/db/client.ts'
import { purgePaymentKeys } from '../../src/http/idempotency.store.ts'
import { paymentFileSweeps } from '../../src/payment-files/payment-files.jobs.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { createIdentityProvider, signIn } from '../support/identity-provider.ts'
import { tamper } from '../support/tamper.ts'
import {
  createPayer,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

/** The rights of those who stand for a file count when its payments are made. */

let service: TestService
let payer: Payer
before(async () => {
  service = await startTestService()
  payer = await createPayer(service, { balance: 10_000 })
})
after(() => service.stop())

const newClient = (owner = payer) => service.createClient(service.tenant, { legalEntityId: BigInt(owner.customerUID) })
const path = (owner = payer) => `/v1/payments/customers/${owner.customerUID}/files/csv`

let uploads = 0
async function upload(client: TestClient, records = 1, owner = payer) {
  const number = ++uploads
  const rows = Array.from({ length: records }, (_, at) => `stop-${number}-${at},0.01,USD,Economy,${owner.contactUID}`)
  const content = ['externalReferenceId,amount,currency,speed,contactUID', ...rows].join('\n')
  const body = { fileName: 'stop.csv', content, senderAccountUID: owner.accountUID }
  return { ...dataOf(await service.call('POST', path(owner), body, { client }), 201), content: body }
}
const read = async ({ fileUID }: { fileUID: string }, owner = payer) =>
  dataOf(await service.call('GET', `${path(owner)}/${fileUID}`))
const decide = (file: { fileUID: string }, does: 'approve' | 'reject', client?: TestClient, owner = payer) =>
  service.call('PUT', `${path(owner)}/${file.fileUID}/${does}`, does === 'reject' ? { reason: 'no' } : undefined, {
    ...(client && { client }),
  })
async function runOnce(): Promise<number> {
  let done = 0
  for (const sweep of paymentFileSweeps) done += await sweep.run(service.app, service.tenant.institution)
  return done
}
async function work(): Promise<void> {
  while ((await runOnce()) > 0);
}
const revoke = async ({ apiKey }: TestClient) =>
  assert.ok((await service.call('POST', `/v1/institution/api-clients/${apiKey}/revoke`)).status < 300)
const setEntitlements = async ({ apiKey }: TestClient, entitlements: string[]) =>
  dataOf(await service.call('PUT', `/v1/institution/api-clients/${apiKey}`, { entitlements }))

test('a file stops before its next batch once the client that uploaded it is revoked; another person lets the rest be made', async () => {
  const [uploader, other] = [await newClient(), await newClient()]
  const file = await upload(uploader, 205)
  assert.equal(await runOnce(), 200)
  await revoke(uploader)
  await work()
  const stopped = await read(file)
  assert.deepEqual([stopped.status, stopped.made, stopped.refused], ['PENDING_APPROVAL', 200, 0])
  assert.match(stopped.reason, /uploaded the file may no longer do so/)
  assert.ok(stopped.stoppedAt)
  dataOf(await decide(file, 'approve', other))
  await work()
  const done = await read(file)
  assert.deepEqual([done.status, done.made, done.refused, done.reason], ['PROCESSED', 205, 0, undefined])
})

test('a file stops if its uploader loses the entitlement, and the uploader cannot let it go on', async () => {
  const uploader = await newClient()
  const file = await upload(uploader)
  await setEntitlements(uploader, ['Bulk_Payments.Approve_bulk_payments'])
  await work()
  assert.deepEqual([(await read(file)).status, (await read(file)).made], ['PENDING_APPROVAL', 0])
  assertRefused(await decide(file, 'approve', await tokenOf(uploader)), { status: 403, code: 'FILE001' })
})

/** The client with a token of its present rights. */
async function tokenOf(client: TestClient): Promise<TestClient> {
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  const reply = await fetch(`${service.baseUrl}/auth/realms/bank/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client.apiKey}:${client.apiSecret}`).toString('base64')}` },
    body: form,
  })
  const { access_token: token } = (await reply.json()) as { access_token: string }
  return { ...client, token }
}

test('a file stops again if the person who let it go on loses the right', async () => {
  const [uploader, first, second] = [await newClient(), await newClient(), await newClient()]
  const file = await upload(uploader)
  await revoke(uploader)
  await work()
  dataOf(await decide(file, 'approve', first))
  await setEntitlements(first, ['Bulk_Payments.View_bulk_payments'])
  await work()
  assert.match((await read(file)).reason, /approved the file may no longer do so/)
  dataOf(await decide(file, 'approve', second))
  await work()
  assert.deepEqual([(await read(file)).status, (await read(file)).made], ['PROCESSED', 1])
})

test('a file that a user uploaded stops while the user is suspended', async () => {
  const base = `/api/user-management/v1/customers/${payer.customerUID}`
  const applications = [{ name: 'Bulk_Payments', entitlements: ['Upload_Bulk_Payment_File'] }]
  const role = { externalReferenceId: 'r', name: 'Clerk', description: 'r', applications }
  assert.equal((await service.call('POST', `${base}/roles`, role)).status, 201)
  const user = {
    ...{ externalReferenceId: 'u', loginId: 'file.clerk', firstName: 'Ada', lastName: 'Lund' },
    ...{ email: 'ada@x.example', roleNames: ['Clerk'] },
  }
  const { userId } = (await service.call('POST', `${base}/users`, user)).body
  assert.equal((await service.call('PUT', `${base}/users/${userId}/activate`)).status, 204)
  const provider = await createIdentityProvider(service)
  const client = await newClient()
  const identityProvider = provider.registration
  dataOf(await service.call('PUT', `/v1/institution/api-clients/${client.apiKey}`, { identityProvider }))
  const person = await signIn(service, client, await provider.assert('file.clerk'))
  const [paid, stopped] = [await upload(person), await upload(person)]
  await runOnce()
  assert.equal((await read(paid)).made, 1)
  assert.equal((await service.call('PUT', `${base}/users/${userId}/suspend`)).status, 204)
  await work()
  assert.deepEqual([(await read(stopped)).status, (await read(stopped)).made], ['PENDING_APPROVAL', 0])
})

test('a stopped file that has made payments is not made again when it is rejected and sent again', async () => {
  const [uploader, other] = [await newClient(), await newClient()]
  const file = await upload(uploader, 201)
  await runOnce()
  await revoke(uploader)
  await work()
  dataOf(await decide(file, 'reject', other))
  const done = await read(file)
  assert.deepEqual([done.status, done.made, done.refused], ['PROCESSED', 200, 1])
  assertRefused(await service.call('POST', path(), file.content, { client: other }), { status: 409, code: 'FILE001' })
})

/** Runs the sweep on a worker that dies before its transaction commits. The intake has its own. */
async function dieBeforeOutcomes(): Promise<void> {
  const { db } = service.app
  const transaction = (work: (tx: Transaction) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await work(tx)
      throw new Error('the worker dies')
    })
  const app = { ...service.app, db: { ...db, transaction } } as TestService['app']
  for (const sweep of paymentFileSweeps)
    await assert.rejects(sweep.run(app, service.tenant.institution), /the worker dies/)
}

test('payments of a worker that died before it wrote their outcomes are not made again when the file is rejected and sent again', async () => {
  const [uploader, other] = [await newClient(), await newClient()]
  const file = await upload(uploader, 3)
  await dieBeforeOutcomes()
  assert.equal((await read(file)).made, 0)
  await revoke(uploader)
  await work()
  assert.deepEqual([(await read(file)).status, (await read(file)).made], ['PENDING_APPROVAL', 3])
  dataOf(await decide(file, 'reject', other))
  assert.deepEqual([(await read(file)).status, (await read(file)).made], ['PROCESSED', 3])
  assertRefused(await service.call('POST', path(), file.content, { client: other }), { status: 409, code: 'FILE001' })
})

test('a file that an earlier release stopped without its outcomes is not rejected as unmade', async () => {
  const [uploader, other] = [await newClient(), await newClient()]
  const file = await upload(uploader, 2)
  await runOnce()
  await revoke(uploader)
  await work()
  await tamper(service, 'update payment_file_records set payment_id = null where file_id = $1', [file.fileUID])
  dataOf(await decide(file, 'reject', other))
  assert.deepEqual([(await read(file)).status, (await read(file)).made], ['PROCESSED', 2])
})

test('the keys of a file that has not ended outlive their retention, and those of an ended one do not', async () => {
  const uploader = await newClient()
  const [open, ended] = [await upload(uploader, 2), await upload(uploader, 1)]
  await runOnce()
  const keys = ({ fileUID }: { fileUID: string }) =>
    service.query('select key from idempotency_keys where key like $1', [`file:${fileUID}:%`])
  const { tenantId } = service.tenant.institution
  const purge = () => {
    const late = service.app.clock.now().add({ hours: 24 * 500 })
    return service.app.db.transaction((tx) => purgePaymentKeys(tx, tenantId, late, 1_000))
  }
  await purge()
  assert.equal((await keys(open)).length, 2)
  await work()
  assert.equal((await keys(ended)).length, 1)
  await purge()
  assert.deepEqual([...(await keys(open)), ...(await keys(ended))], [])
})
