import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { insertMessages } from '../../src/rails/messages/messages.store.ts'
import { keepReceived } from '../../src/rails/messages/received.store.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type MessageBank, openMessageBank } from '../support/message-bank.ts'
import type { TestClient, TestTenant } from '../support/test-service.ts'

const PATH = '/v1/institution/messages'

let bank: MessageBank
before(async () => {
  bank = await openMessageBank(['FEDWIRE', 'FEDNOW'])
})
after(() => bank.stop())

const list = async (query: string): Promise<{ messageUID: string; [field: string]: unknown }[]> =>
  dataOf(await bank.call('GET', `${PATH}?page=1&limit=50&${query}`))
const read = async (uid: string) => dataOf(await bank.call('GET', `${PATH}/${uid}`))
const act = (uid: string, verb: string, body: object = { reason: 'asked the operator' }) =>
  bank.call('POST', `${PATH}/${uid}/${verb}`, body)

/** A payment of 40.00 whose message is in doubt. */
async function doubted() {
  const payer = await bank.pays({}, { leaves: false })
  const [{ messageUID } = { messageUID: '' }] = await list(`paymentUID=${payer.paymentUID}`)
  await bank.service.query(`update rail_messages set status = 'InDoubt', doubt = 'lost' where id = $1`, [messageUID])
  return { ...payer, messageUID }
}

test('the messages of a payment are listed, in both directions, by everything that names them', async () => {
  const { paymentUID } = await bank.pays()
  await bank.says('FEDWIRE', [{ kind: 'settled', paymentId: paymentUID, settledOn: bank.today() }], 'SETTLED-1')
  const all = await list(`paymentUID=${paymentUID}`)
  assert.deepEqual(
    all.map(({ direction, status, rail }) => [direction, status, rail]),
    [
      ['In', 'Processed', 'FEDWIRE'],
      ['Out', 'HandedOver', 'FEDWIRE'],
    ],
  )
  const [, out] = all
  const named = [`messageId=${out!.messageId}`, `uetr=${out!.uetr}`, 'direction=Out&status=HandedOver&rail=FEDWIRE']
  for (const query of [...named, 'fromDate=2026-07-01&toDate=2026-07-01&messageType=pacs.008'])
    assert.ok(
      (await list(query)).some(({ messageUID }) => messageUID === out!.messageUID),
      query,
    )
  assert.deepEqual(await list('fromDate=2026-07-02'), [])
  assert.deepEqual(await list('rail=RTP'), [])
  assertRefused(await bank.call('GET', `${PATH}?page=1&limit=5&fromDate=2026-02-30`), { status: 400, code: 'INST001' })
})

test('the bytes of a message are shown to those who may, and each reading is in the audit log', async () => {
  const { paymentUID } = await bank.pays()
  const [{ messageUID } = { messageUID: '' }] = await list(`paymentUID=${paymentUID}`)
  const { content, sha256, sizeBytes } = dataOf(await bank.call('GET', `${PATH}/${messageUID}/content`))
  assert.match(Buffer.from(content, 'base64').toString(), /^<pacs\.008>FEDWIRE-\d+</)
  const details = await read(messageUID)
  assert.deepEqual([sha256, sizeBytes], [details.sha256, details.sizeBytes])
  assert.equal(details.content, undefined)
  const readings = await bank.service.query<{ actor: string }>(
    `select actor from audit_log where action = 'rails.messageContentRead' and subject_id = $1`,
    [messageUID],
  )
  assert.deepEqual(readings, [{ actor: bank.service.tenant.client.apiKey }])
  const entitlements = ['Institution.View_Institution', 'Institution.Manage_Rails'] as const
  const client = await bank.service.createClient(bank.service.tenant, { entitlements })
  for (const path of ['', '/content'])
    assert.equal(
      (await bank.service.call('GET', `${PATH}/${messageUID}${path}`, undefined, { client })).status,
      path === '' ? 200 : 403,
    )
})

test('a message in doubt: the network has it, and its payment is TRANSMITTED; nothing leaves again', async () => {
  const { messageUID, paymentUID } = await doubted()
  assert.equal((await read(messageUID)).doubt, 'lost')
  const { messagesInDoubt } = dataOf(await bank.call('GET', '/v1/institution/rails'))
  assert.deepEqual(
    messagesInDoubt.map((one: { messageUID: string }) => one.messageUID),
    [messageUID],
  )
  dataOf(await act(messageUID, 'decision', { decision: 'HandedOver', reason: 'The operator confirmed it' }))
  await bank.leaves()
  assert.equal((await read(messageUID)).status, 'HandedOver')
  assert.equal(await bank.statusOf(paymentUID), 'TRANSMITTED')
  assert.equal(await wires(messageUID), 0)
  assertRefused(await act(messageUID, 'decision', { decision: 'HandedOver', reason: 'again' }), {
    ...{ status: 409, code: 'INST001', says: 'it is HandedOver' },
  })
})

test('a message in doubt: the network does not have it, and it leaves once more', async () => {
  const { messageUID, paymentUID } = await doubted()
  dataOf(await act(messageUID, 'decision', { decision: 'HandOverAgain', reason: 'The operator has no such message' }))
  await bank.leaves()
  assert.equal(await bank.statusOf(paymentUID), 'TRANSMITTED')
  assert.equal(await wires(messageUID), 1)
})

/** How often a message is on the wire. */
async function wires(messageUID: string): Promise<number> {
  const rows = await bank.service.query('select from simulated_messages where id = $1', [messageUID])
  return rows.length
}

test('a message that the network lost is sent again, linked to the first, and its payment moves no further', async () => {
  const { paymentUID } = await bank.pays()
  const [{ messageUID, messageId } = { messageUID: '', messageId: '' }] = await list(`paymentUID=${paymentUID}`)
  const again = dataOf(await act(messageUID, 'resend'))
  assert.deepEqual(
    [again.resends, again.copyNumber, again.messageId, again.status],
    [messageUID, 1, messageId, 'Waiting'],
  )
  assertRefused(await act(messageUID, 'resend'), { status: 409, code: 'INST001', says: 'it is Waiting' })
  await bank.leaves()
  assert.equal(await bank.statusOf(paymentUID), 'TRANSMITTED')
  assert.deepEqual((await read(messageUID)).resentAs, [
    { messageUID: again.messageUID, messageId, status: 'HandedOver' },
  ])
  assertRefused(await act(again.messageUID, 'resend'), { status: 409, code: 'INST001', says: 'name the first message' })
})

test('a message in quarantine is read again when a person releases it, or means nothing when it is dismissed', async () => {
  const { paymentUID } = await bank.pays()
  const content = randomUUID()
  const { service, tenantId, clock } = bank
  const [uid = ''] = await service.app.db.transaction((tx) =>
    keepReceived(tx, tenantId, { rail: 'FEDWIRE', arrived: [{ content: Buffer.from(content) }] }, clock.now()),
  )
  await bank.imports()
  assert.equal((await read(uid)).refusal.why, 'it is no message')
  dataOf(await act(uid, 'release'))
  await bank.imports()
  assert.equal((await read(uid)).status, 'Quarantined', 'it is still wrong')
  const evidence = { network: 'FEDWIRE', messageId: 'LATE-1', messageType: 'pacs.002' } as const
  const meanings = [{ kind: 'settled', paymentId: paymentUID, settledOn: bank.today(), evidence } as const]
  bank.networkOf('FEDWIRE').said.set(content, { messageId: 'LATE-1', meanings })
  dataOf(await act(uid, 'release'))
  await bank.imports()
  assert.deepEqual([(await read(uid)).status, await bank.statusOf(paymentUID)], ['Processed', 'PROCESSED'])
  assertRefused(await act(uid, 'dismiss'), { status: 409, code: 'INST001', says: 'it is Processed' })
  const other = await bank.arrives('FEDWIRE', [])
  await service.query(
    `update rail_messages set status = 'Quarantined', refusal = '{"why":"w","path":null}', ended_at = now() where id = $1`,
    [other],
  )
  dataOf(await act(other, 'dismiss'))
  await bank.imports()
  assert.equal((await read(other)).status, 'Dismissed')
  assertRefused(await act(other, 'release'), { status: 409, code: 'INST001', says: 'it is Dismissed' })
})

test('under dual control each decision about a message waits for a second person', async () => {
  const tenant: TestTenant = await bank.service.createTenant('two', { dualControl: true })
  const second: TestClient = await bank.service.createClient(tenant, {})
  const { tenantId } = tenant.institution
  const one = { rail: 'SWIFT', messageType: 'pacs.008.001.08', content: 'bytes' } as const
  const [uid = ''] = await bank.service.app.db.transaction((tx) =>
    insertMessages(tx, tenantId, [{ ...one, messageId: 'M1' }], bank.clock.now()),
  )
  await bank.service.query(`update rail_messages set status = 'InDoubt', doubt = 'lost' where id = $1`, [uid])
  const call = (method: string, path: string, body?: object, client = tenant.client) =>
    bank.service.call(method, path, body, { client })
  const decision = { decision: 'HandedOver', reason: 'The correspondent has it' }
  const asked = await call('POST', `${PATH}/${uid}/decision`, decision)
  assert.equal(asked.status, 202)
  const { approvalUID } = asked.body.data
  assert.equal(dataOf(await call('GET', `${PATH}/${uid}`)).status, 'InDoubt')
  const approval = `/v1/institution/approvals/${approvalUID}`
  const { contentHash } = dataOf(await call('GET', approval))
  assert.equal((await call('PUT', `${approval}/approve`, { contentHash })).status, 403)
  dataOf(await call('PUT', `${approval}/approve`, { contentHash }, second))
  assert.equal(dataOf(await call('GET', `${PATH}/${uid}`)).status, 'Waiting')
})

test('messages of another institution do not exist, and customers see none', async () => {
  const { paymentUID, customerUID } = await bank.pays()
  const [{ messageUID } = { messageUID: '' }] = await list(`paymentUID=${paymentUID}`)
  const { client: stranger } = await bank.service.createTenant('stranger')
  const client = await bank.service.createClient(bank.service.tenant, { legalEntityId: BigInt(customerUID) })
  for (const path of ['', '/content']) {
    const asked = `${PATH}/${messageUID}${path}`
    assert.equal((await bank.service.call('GET', asked, undefined, { client: stranger })).status, 404)
    assert.equal((await bank.service.call('GET', asked, undefined, { client })).status, 403)
  }
})
