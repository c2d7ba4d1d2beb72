import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { holdRails, readAcceptedUntil, releaseHold } from '../../src/rails/rails.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { movingClock } from '../support/clocks.ts'
import { startTestService, type TestClient, type TestService, type TestTenant } from '../support/test-service.ts'

let service: TestService
let tenant: TestTenant
let colleague: TestClient

before(async () => {
  service = await startTestService({ worker: false, clock: movingClock() })
  tenant = await service.createTenant('two', { dualControl: true })
  colleague = await service.createClient(tenant, {})
})
after(() => service.stop())

async function hold(): Promise<string> {
  const asked = { reason: 'DatabaseOlder', differences: ['a file has left'], heldBy: 'worker' } as const
  const { db, clock } = service.app
  const held = await db.transaction((tx) => holdRails(tx, tenant.institution.tenantId, asked, clock.now()))
  return held!.id
}

const rails = async () =>
  dataOf(await service.call('GET', '/v1/institution/rails', undefined, { client: tenant.client }))

test('under dual control, two people release a hold, and one of them alone cannot', async () => {
  const holdUID = await hold()
  assert.deepEqual((await rails()).holds[0].differences, ['a file has left'])
  const path = `/v1/institution/rails/holds/${holdUID}/release`
  const asked = await service.call('POST', path, { reason: 'compared' }, { client: tenant.client })
  assert.equal(asked.status, 202)
  assert.equal((await rails()).holds.length, 1, 'it waits')
  const { approvalUID, contentHash } = dataOf(asked, 202)
  const approve = (client: TestClient) =>
    service.call('PUT', `/v1/institution/approvals/${approvalUID}/approve`, { contentHash }, { client })
  assert.equal((await approve(tenant.client)).status, 403)
  dataOf(await approve(colleague))
  assert.deepEqual((await rails()).holds, [])
})

test('a release only accepts what its people saw: more differences replace the hold and void its approval', async () => {
  const { tenantId } = tenant.institution
  const { db, clock } = service.app
  const found = (...differences: string[]) =>
    db.transaction((tx) =>
      holdRails(tx, tenantId, { reason: 'DatabaseOlder', differences, heldBy: 'worker' }, clock.now()),
    )
  const first = (await found('a file has left'))!
  assert.equal(await found('a file has left'), undefined, 'the same again changes nothing')
  const path = (uid: string) => `/v1/institution/rails/holds/${uid}/release`
  const release = (uid: string) => service.call('POST', path(uid), { reason: 'compared' }, { client: tenant.client })
  const { approvalUID, contentHash } = dataOf(await release(first.id), 202)
  const second = (await found('another file has left', 'a file has left'))!
  const [open] = (await rails()).holds
  assert.deepEqual([open.holdUID, open.differences], [second.id, ['another file has left', 'a file has left']])
  const approval = `/v1/institution/approvals/${approvalUID}/approve`
  assert.equal((await service.call('PUT', approval, { contentHash }, { client: colleague })).status, 409)
  assertRefused(await release(first.id), { status: 409, code: 'INST001', says: second.id })
  assert.equal(
    (await db.read((one) => readAcceptedUntil(one, tenantId, 'DatabaseOlder'))) < first.heldAt.epochMilliseconds,
    true,
  )
  const asked = dataOf(await release(second.id), 202)
  const again = `/v1/institution/approvals/${asked.approvalUID}/approve`
  dataOf(await service.call('PUT', again, { contentHash: asked.contentHash }, { client: colleague }))
  assert.deepEqual((await rails()).holds, [])
})

test('however much two processes find at the same time, one hold shows it, and it is bounded', async () => {
  const { tenantId } = tenant.institution
  const { db, clock } = service.app
  const found = (differences: string[]) =>
    db.transaction((tx) =>
      holdRails(tx, tenantId, { reason: 'EvidenceBroken', differences, heldBy: 'worker' }, clock.now()),
    )
  const names = ['one', 'two', 'three', 'four']
  await Promise.all(names.map((name) => found([name])))
  const shown = async () => (await rails()).holds.map(({ differences }: { differences: string[] }) => differences)
  assert.deepEqual(
    (await shown()).map((lines: string[]) => [...lines].sort()),
    [[...names].sort()],
  )
  const many = Array.from({ length: 300 }, (_, number) => `file ${number}`)
  await found(many)
  const [lines] = await shown()
  assert.equal(lines.length, 101)
  assert.equal(await found(many), undefined)
  const [{ holdUID }] = (await rails()).holds
  await db.transaction((tx) => releaseHold(tx, tenantId, holdUID, { by: 'test', reason: 'compared' }, clock.now()))
})

/** Runs a command beside the service, with the rights of an operator. */
function giro(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const cli = join(import.meta.dirname, '../../src/main/cli.ts')
  const env = { ...process.env, GIRO_DATABASE_URL: service.databaseUrl, GIRO_ENCRYPTION_KEY: service.encryptionKey }
  return new Promise((done) => {
    execFile(process.execPath, [cli, ...args, '--data-dir', service.dataDir], { env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

test('the operator sees what is held, and cannot release it without an administrator', async () => {
  const holdUID = await hold()
  const status = await giro('rails', 'status', '--institution', 'two')
  assert.equal(status.code, 1, status.stderr)
  assert.equal(JSON.parse(status.stdout).holds[0].holdUID, holdUID)
  const asked = await giro('rails', 'release', '--institution', 'two', '--hold', holdUID, '--reason', 'compared')
  assert.equal(asked.code, 0, asked.stderr)
  const [, approval] = /PUT (\S+)/.exec(asked.stdout)!
  assert.equal((await rails()).holds.length, 1, 'it waits')
  const queue = '/v1/institution/approvals?page=1&limit=10&status=Pending'
  const [{ contentHash }] = dataOf(await service.call('GET', queue, undefined, { client: colleague }))
  dataOf(await service.call('PUT', approval!, { contentHash }, { client: colleague }))
  assert.deepEqual((await rails()).holds, [])
  const unknown = await giro('rails', 'release', '--institution', 'two', '--hold', holdUID, '--reason', 'again')
  assert.equal(unknown.code, 1)
  assert.match(unknown.stderr, /^giro: no open hold has the id/)
})

test('under dual control, two people decide about a file in doubt, and a worker carries it out', async () => {
  const { tenantId } = tenant.institution
  const handoverUID = '019a2f51-6b1e-7cc4-8f3a-2b8f3c1d9e78'
  await service.query(
    `insert into rail_handovers (tenant_id, id, rail, name, status, doubt, created_at)
     values ($1, $2, 'RTP', 'a', 'InDoubt', 'nobody knows', now())`,
    [tenantId, handoverUID],
  )
  assert.equal((await rails()).inDoubt[0].handoverUID, handoverUID)
  const path = `/v1/institution/rails/handovers/${handoverUID}/decision`
  const body = { decision: 'HandOverAgain', reason: 'the operator never got it' }
  const { approvalUID, contentHash } = dataOf(await service.call('POST', path, body, { client: tenant.client }), 202)
  const approval = `/v1/institution/approvals/${approvalUID}/approve`
  dataOf(await service.call('PUT', approval, { contentHash }, { client: colleague }))
  const [row] = await service.query<{ status: string; decision: string }>(
    'select status, decision from rail_handovers where tenant_id = $1 and id = $2',
    [tenantId, handoverUID],
  )
  assert.deepEqual(row, { status: 'Waiting', decision: 'HandOverAgain' })
})

test('another outbox is named by the status, and adopting it holds the rails until two people release them', async () => {
  const { tenantId } = tenant.institution
  const lost = '019a2f51-6b1e-4cc4-8f3a-2b8f3c1d9e79'
  await service.query(
    `insert into rail_outboxes (tenant_id, rail, identity, adopted_by, adopted_at) values ($1, 'ACH', $2, 'test', now())`,
    [tenantId, lost],
  )
  const status = await giro('rails', 'status', '--institution', 'two')
  assert.equal(status.code, 1, status.stderr)
  assert.match(JSON.parse(status.stdout).outbox.problem, /it has no outbox.json|earlier files went to the outbox/)
  const adopted = await giro('rails', 'adopt-outbox', '--institution', 'two', '--reason', 'the disk is lost')
  assert.equal(adopted.code, 0, adopted.stderr)
  assert.match(adopted.stderr, /"operator":".+ on .+","msg":"an operator adopted an outbox"/)
  const { holds } = await rails()
  assert.match(holds[0].differences[0], new RegExp(`adopted in place of ${lost}: the disk is lost \\(.+ on .+\\)$`))
  const [record] = await service.query<{ actor: string }>(
    `select actor from audit_log where tenant_id = $1 and action = 'rails.outboxAdopted'`,
    [tenantId],
  )
  assert.equal(record?.actor, 'operator')
  const again = await giro('rails', 'adopt-outbox', '--institution', 'two', '--reason', 'again')
  assert.match(again.stdout, /is the outbox of two already/)
  const released = await giro('rails', 'release', '--institution', 'two', '--hold', holds[0].holdUID, '--reason', 'x')
  assert.match(released.stdout, /A second person must approve this/)
})
