import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { paymentFileSweeps } from '../../src/payment-files/payment-files.jobs.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { fetchToken, type Payer, type TestClient } from '../support/test-service.ts'

/** A file of payments stops with the one who uploaded it, and with who holds a secret of them. */

const MONDAY = '2027-01-04T17:00:00Z'
const FRIDAY = '2027-01-08T17:00:00Z'
const CLIENTS = '/v1/institution/api-clients'
let bank: CautiousBank
before(async () => {
  bank = await openCautiousBank(MONDAY)
})
after(() => bank.service.stop())
beforeEach(() => bank.clock.set(MONDAY))

type File = { fileUID: string; path: string }

let uploads = 0
async function upload(payer: Payer, client: TestClient, paymentDate = '2027-01-08'): Promise<File> {
  const record = `file-${++uploads},0.01,USD,Economy,${payer.contactUID},${paymentDate}`
  const content = `externalReferenceId,amount,currency,speed,contactUID,paymentDate\n${record}`
  const files = `/v1/payments/customers/${payer.customerUID}/files/csv`
  const body = { fileName: 'f.csv', content, senderAccountUID: payer.accountUID }
  const { fileUID } = dataOf(await bank.call('POST', files, body, client), 201)
  return { fileUID, path: `${files}/${fileUID}` }
}
const approve = ({ path }: File, client: TestClient) => bank.call('PUT', `${path}/approve`, undefined, client)

/** The worker makes the payments of files. */
async function makePayments(): Promise<void> {
  const { app, tenant } = bank.service
  const institution = await app.db.read((db) => readInstitution(db, tenant.institution.tenantId))
  for (const { run } of paymentFileSweeps)
    for (let passes = 0; (await run(app, institution)) > 0; passes++) assert.ok(passes < 10, 'a file does not end')
}
async function stateOf({ path }: File): Promise<[string, number]> {
  await makePayments()
  const { status, made } = dataOf(await bank.call('GET', path))
  return [status, made]
}
async function paymentOf({ path }: File): Promise<string> {
  const [{ paymentUID }] = dataOf(await bank.call('GET', `${path}/records`)).records
  assert.ok(paymentUID)
  return paymentUID
}
async function heldFor(uid: string): Promise<string[]> {
  const { status, held } = await bank.read(uid)
  return status === 'HELD' ? held.map(({ reason }: { reason: string }) => reason) : [status]
}
const revoke = async ({ apiKey }: TestClient) => dataOf(await bank.call('POST', `${CLIENTS}/${apiKey}/revoke`))
const setState = async ({ customerUID }: Payer, step: 'suspend' | 'activate') =>
  dataOf(
    await bank.call('PUT', `/v1/institution/customers/${customerUID}/${step}`, {
      ...(step === 'suspend' && { reason: 'fraud' }),
    }),
  )

async function familyOf() {
  const parent = await bank.customer({})
  const { shortName } = dataOf(await bank.call('GET', `/v2/customers/${parent.customerUID}`))
  return { parent, child: await bank.customer({}, { parentEntityShortName: shortName }) }
}

const STOPPED: [string, number] = ['PENDING_APPROVAL', 0]
const MADE: [string, number] = ['PROCESSED', 1]
const HELD = ['makerStopped']
const LEFT = /^(TRANSMITTED|READY_TO_TRANSMIT|PROCESSED)$/

test('a file of a client that is revoked after the upload makes no payment', async () => {
  const { ada, bob, ...payer } = await bank.customer({})
  const [file, other] = [await upload(payer, ada), await upload(payer, bob)]
  await revoke(ada)
  assert.deepEqual([await stateOf(file), await stateOf(other)], [STOPPED, MADE])
})

test('nor does a file that the client of a suspended parent uploaded for a child, until the suspension is lifted', async () => {
  const { parent, child } = await familyOf()
  const file = await upload(child, parent.ada)
  await setState(parent, 'suspend')
  assert.deepEqual(await stateOf(file), STOPPED)
  const ofTheBank = await bank.service.createClient(bank.service.tenant, {})
  assertRefused(await approve(file, child.bob), { status: 403, code: 'AUTH003' })
  await setState(parent, 'activate')
  dataOf(await approve(file, ofTheBank))
  assert.deepEqual(await stateOf(file), MADE)
})

test('payments that a file has made are held on their date once its client is revoked', async () => {
  const { ada, bob, ...payer } = await bank.customer({})
  const [file, other] = [await upload(payer, ada), await upload(payer, bob)]
  assert.deepEqual([await stateOf(file), await stateOf(other)], [MADE, MADE])
  await revoke(ada)
  await bank.workAt(FRIDAY)
  assert.deepEqual(await heldFor(await paymentOf(file)), HELD)
  assert.match(await bank.statusOf(await paymentOf(other)), LEFT)
})

test('so are those that wait in no file to the network yet, once the parent of its client is suspended', async () => {
  const { parent, child } = await familyOf()
  bank.clock.set('2027-01-08T23:59:00Z')
  const file = await upload(child, parent.ada, '')
  assert.deepEqual(await stateOf(file), MADE)
  const uid = await paymentOf(file)
  assert.equal(await bank.statusOf(uid), 'VALIDATED')
  await setState(parent, 'suspend')
  await bank.workAt('2027-01-11T17:00:00Z')
  assert.deepEqual(await heldFor(uid), HELD)
})

test('a file that was approved makes no payment once its client is revoked, and none leaves that it made', async () => {
  const { ada, bob, ...payer } = await bank.customer()
  const [early, late] = [await upload(payer, ada), await upload(payer, ada)]
  dataOf(await approve(early, bob))
  assert.deepEqual(await stateOf(early), MADE)
  const uid = await paymentOf(early)
  assert.equal(await bank.approved(uid, bob), 'FUTURE_DATED')
  dataOf(await approve(late, bob))
  await revoke(ada)
  assert.deepEqual(await stateOf(late), STOPPED)
  await bank.workAt(FRIDAY)
  assert.deepEqual(await heldFor(uid), HELD)
})

test('nor does one that a colleague approves on its date', async () => {
  const { ada, bob, ...payer } = await bank.customer()
  const file = await upload(payer, ada, '')
  dataOf(await approve(file, bob))
  assert.deepEqual(await stateOf(file), MADE)
  const uid = await paymentOf(file)
  assert.equal(await bank.statusOf(uid), 'PENDING_APPROVAL')
  await revoke(ada)
  assert.equal(await bank.approved(uid, bob), 'HELD')
  assert.deepEqual(await heldFor(uid), HELD)
})

test('a colleague who lets the file of a revoked client go on makes its payments, and the institution releases them', async () => {
  const { ada, bob, ...payer } = await bank.customer({})
  const file = await upload(payer, ada)
  await revoke(ada)
  assert.deepEqual(await stateOf(file), STOPPED)
  dataOf(await approve(file, bob))
  assert.deepEqual(await stateOf(file), MADE)
  const uid = await paymentOf(file)
  await bank.workAt(FRIDAY)
  assert.deepEqual(await heldFor(uid), HELD)
  const desk = await bank.service.createClient(bank.service.tenant, {})
  dataOf(await bank.call('POST', `/v1/institution/payments/${uid}/release`, { reason: 'it is known' }, desk))
  await bank.work()
  assert.match(await bank.statusOf(uid), LEFT)
})

/** A client of the customer, whose secret `creator` was shown. */
async function heldBy(creator: TestClient, { customerUID }: Payer): Promise<TestClient> {
  const entitlements = ['Bulk_Payments.Upload_Bulk_Payment_File', 'Payments.Initiate_Payments']
  const body = { name: 'uploads', customerUID, entitlements }
  return withToken(dataOf(await bank.call('POST', CLIENTS, body, creator), 201))
}
const withToken = async (key: Pick<TestClient, 'apiKey' | 'apiSecret'>): Promise<TestClient> => {
  const { baseUrl, tenant } = bank.service
  return { ...key, token: await fetchToken(baseUrl, tenant.institution.code, key) }
}
const OWN = { status: 403, code: 'FILE001', says: 'one person may be behind you' }

test('who was shown a secret of the client that uploaded a file does not approve it', async () => {
  const [creator, rotator, colleague] = await Promise.all(
    Array.from({ length: 3 }, () => bank.service.createClient(bank.service.tenant, {})),
  )
  const payer = await bank.customer()
  const uploader = await heldBy(creator!, payer)
  const file = await upload(payer, uploader)
  assertRefused(await approve(file, creator!), OWN)

  const { apiSecret } = dataOf(await bank.call('POST', `${CLIENTS}/${uploader.apiKey}/rotate`, {}, rotator!))
  const second = await upload(payer, await withToken({ ...uploader, apiSecret }))
  for (const holder of [creator!, rotator!]) assertRefused(await approve(second, holder), OWN)

  const asked = { name: 'another', entitlements: ['Bulk_Payments.Approve_bulk_payments'] }
  const accomplice = await withToken(dataOf(await bank.call('POST', CLIENTS, asked, creator!), 201))
  assertRefused(await approve(file, accomplice), OWN)

  assert.deepEqual([await stateOf(file), await stateOf(second)], [STOPPED, STOPPED])
  dataOf(await approve(file, colleague!))
  dataOf(await approve(second, payer.bob))
  assert.deepEqual([await stateOf(file), await stateOf(second)], [MADE, MADE])
})
