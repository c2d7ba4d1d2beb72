import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { PART_BYTES } from '../../src/rails/incoming/incoming-files.store.ts'
import { quarantineFile, storeIncomingFile } from '../../src/rails/rails.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { sweepNamed } from '../support/sweeps.ts'
import {
  createPayer,
  creditBody,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())

const tenantId = () => service.tenant.institution.tenantId
const FILES = '/v1/institution/files'
const sweep = (work: string) =>
  sweepNamed(paymentSweeps, `payments: ${work}`).run(service.app, service.tenant.institution)
const get = (path: string, client?: TestClient) =>
  service.call('GET', `${FILES}${path}`, undefined, client ? { client } : {})
const post = (path: string, client?: TestClient) =>
  service.call('POST', `${FILES}${path}`, { reason: 'a drill' }, client ? { client } : {})

/** Sends a payment in a file, and returns the file. */
async function send(): Promise<{ fileUID: string; name: string }> {
  const payer = await createPayer(service)
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer)))
  await sweep('release payments')
  clock.advance({ seconds: 2 })
  assert.equal(await sweep('collect ACH entries'), 1)
  assert.equal(await sweep('write ACH files'), 1)
  return dataOf(await get('?page=1&limit=1&direction=Out'))[0]
}

const receive = (name: string, content: Uint8Array) =>
  service.app.db.transaction((tx) => storeIncomingFile(tx, tenantId(), { rail: 'ACH', name, content }, clock.now()))

test('files of both directions are listed, the newest first, by every filter', async () => {
  const sent = await send()
  clock.advance({ hours: 24 })
  const { id } = await receive('returns.ach', Buffer.from('returns'))
  const names = async (query: string) =>
    dataOf(await get(`?page=1&limit=10${query}`)).map(({ name }: { name: string }) => name)
  assert.deepEqual(await names(''), ['returns.ach', sent.name])
  for (const query of ['&direction=In', '&state=RECEIVED', '&name=returns.ach', '&fromDate=2026-07-02'])
    assert.deepEqual(await names(query), ['returns.ach'], query)
  for (const query of ['&direction=Out', '&state=HandedOver', `&name=${sent.name}`, '&toDate=2026-07-01'])
    assert.deepEqual(await names(query), [sent.name], query)
  assert.deepEqual(await names('&rail=ACH&fromDate=2026-07-03'), [])
  assert.equal((await get('?page=1&limit=10&fromDate=2026-02-30')).status, 400)
  const one = dataOf(await get(`/${id}`))
  assert.deepEqual([one.direction, one.state, one.sizeBytes, one.importedEntries], ['In', 'RECEIVED', 7, 0])
  const out = dataOf(await get(`/${sent.fileUID}`))
  assert.deepEqual([out.direction, out.state, out.entries, out.evidence.length], ['Out', 'HandedOver', 1, 64])
  const bytes = await readFile(join(service.app.achOutDirectory, sent.name))
  const { sizeBytes, sha256 } = dataOf(await get(`/${sent.fileUID}/content`))
  assert.deepEqual([out.sizeBytes, out.sha256], [sizeBytes, sha256])
  assert.deepEqual([out.debitTotal, out.creditTotal, out.sizeBytes], ['0.00', '10.00', bytes.length])
})

test('the bytes of a file are read in parts, and each reading is in the audit log', async () => {
  const bytes = Buffer.alloc(PART_BYTES + 3, 'x')
  const { id } = await receive('large.ach', bytes)
  const first = dataOf(await get(`/${id}/content`))
  const second = dataOf(await get(`/${id}/content?part=1`))
  assert.deepEqual([first.parts, first.sizeBytes], [2, bytes.length])
  assert.deepEqual(Buffer.concat([first, second].map(({ content }) => Buffer.from(content, 'base64'))), bytes)
  const records = await service.query<{ after: { part: number } }>(
    `select action, actor from audit_log where tenant_id = $1 and action = 'rails.fileContentRead' and subject_id = $2`,
    [tenantId(), id],
  )
  assert.equal(records.length, 2)
  const empty = await receive('empty.ach', Buffer.alloc(0))
  assert.deepEqual(dataOf(await get(`/${empty.id}/content`)).content, '')
})

test('nobody reads bytes without the entitlement for them, and another institution sees no file at all', async () => {
  const sent = await send()
  const { id } = await receive('secret.ach', Buffer.from('secret'))
  const others = ENTITLEMENTS.filter((one) => one !== 'Institution.View_File_Content')
  const viewer = await service.createClient(service.tenant, { entitlements: others })
  assert.equal((await get(`/${id}`, viewer)).status, 200)
  assert.equal((await get(`/${id}/content`, viewer)).status, 403)
  const reader = await service.createClient(service.tenant, { entitlements: ['Institution.View_File_Content'] })
  assert.equal((await get(`/${id}/content`, reader)).status, 200)
  for (const path of ['?page=1&limit=1', `/${id}`]) assert.equal((await get(path, reader)).status, 403)
  for (const path of [`/${sent.fileUID}/resend`, `/${id}/release`]) {
    const manager = ENTITLEMENTS.filter((one) => one !== 'Institution.Manage_Rails')
    const client = await service.createClient(service.tenant, { entitlements: manager })
    assert.equal((await post(path, client)).status, 403)
  }
  const { client: stranger } = await service.createTenant(`other-${randomUUID().slice(0, 8)}`)
  assert.deepEqual(dataOf(await get('?page=1&limit=10', stranger)), [])
  for (const file of [sent.fileUID, id]) {
    assert.equal((await get(`/${file}`, stranger)).status, 404)
    assert.equal((await get(`/${file}/content`, stranger)).status, 404)
    assert.equal((await post(`/${file}/resend`, stranger)).status, 404)
    assert.equal((await post(`/${file}/release`, stranger)).status, 404)
  }
})

test('a file that is sent again has the same bytes and another name, and books nothing', async () => {
  const sent = await send()
  const out = service.app.achOutDirectory
  const before = await readFile(join(out, sent.name))
  await rm(join(out, sent.name))
  const payments = () =>
    service.query(`select payment_id, status from payment_states where tenant_id = $1 order by 1`, [tenantId()])
  const states = await payments()
  const again = dataOf(await post(`/${sent.fileUID}/resend`))
  assert.equal(again.name, sent.name.replace('.ach', '.resent-1.ach'))
  assert.equal((await post(`/${sent.fileUID}/resend`)).status, 409, 'one at a time')
  assert.equal((await post(`/${again.fileUID}/resend`)).status, 409, 'only the first file')
  assert.equal(await sweep('write ACH files'), 1)
  assert.deepEqual(await readFile(join(out, again.name)), before)
  assert.ok(!(await readdir(out)).includes(sent.name))
  assert.deepEqual(await payments(), states)
  const { resentAs } = dataOf(await get(`/${sent.fileUID}`))
  assert.deepEqual(resentAs, [{ fileUID: again.fileUID, name: again.name, state: 'HandedOver' }])
  const content = dataOf(await get(`/${again.fileUID}/content`)).content
  assert.deepEqual(Buffer.from(content, 'base64'), before)
})

test('a file is sent again under the next name that no file has, and refused if there is none', async () => {
  const sent = await send()
  const named = (number: number) => sent.name.replace('.ach', `.resent-${number}.ach`)
  // A restored database knows these from evidence, and not that they repeat the file.
  const leave = (number: number) =>
    service.query(
      `insert into rail_handovers (tenant_id, id, rail, name, status, left_at, from_evidence, created_at)
       values ($1, $2, 'ACH', $3, 'HandedOver', $4, true, $4)`,
      [tenantId(), randomUUID(), named(number), clock.now().toString()],
    )
  for (const number of [1, 3]) await leave(number)
  assert.equal(dataOf(await post(`/${sent.fileUID}/resend`)).name, named(4))
  assert.equal(await sweep('write ACH files'), 1)
  await leave(99)
  assertRefused(await post(`/${sent.fileUID}/resend`), { status: 409, code: 'INST001', says: 'are used up' })
})

test('under dual control, a file is sent again or released only after another person approved it', async () => {
  const careful = await service.createTenant('careful', { dualControl: true })
  const colleague = await service.createClient(careful, {})
  const { institution, client } = careful
  const file = { rail: 'ACH', name: 'bad.ach', content: Buffer.from('bad') } as const
  const refusal = { line: 1, record: null, field: null, reason: 'a drill' }
  const id = await service.app.db.transaction(async (tx) => {
    const stored = await storeIncomingFile(tx, institution.tenantId, file, clock.now())
    await quarantineFile(tx, institution.tenantId, stored.id, refusal, clock.now())
    return stored.id
  })
  const stateOf = async () => dataOf(await get(`/${id}`, client)).state
  const asked = await post(`/${id}/release`, client)
  assert.ok(asked.status < 300, JSON.stringify(asked.body))
  assert.equal(await stateOf(), 'QUARANTINED')
  const QUEUE = '/v1/institution/approvals'
  const queue = await service.call('GET', `${QUEUE}?page=1&limit=10&status=Pending`, undefined, { client: colleague })
  const [{ approvalUID, contentHash }] = dataOf(queue)
  const decide = (by: TestClient) =>
    service.call('PUT', `${QUEUE}/${approvalUID}/approve`, { contentHash }, { client: by })
  assert.ok((await decide(client)).status >= 400, 'the client that asked cannot approve')
  assert.equal(await stateOf(), 'QUARANTINED')
  const approved = await decide(colleague)
  assert.ok(approved.status < 300, JSON.stringify(approved.body))
  const released = dataOf(await get(`/${id}`, client))
  assert.deepEqual([released.state, released.release.reason, released.refusal], ['RECEIVED', 'a drill', undefined])
})
