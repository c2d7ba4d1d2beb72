import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../../../test/support/test-service.ts'
import { finishImport, quarantineFile } from './end-import.ts'
import {
  claimIncomingFile,
  type EndedFile,
  findIncomingFile,
  incomingContent,
  noteImported,
  PART_BYTES,
  tenantsWithIncoming,
} from './incoming-files.store.ts'
import { storeIncomingFile } from './store-incoming.ts'

let service: TestService
before(async () => {
  service = await startTestService({ worker: false })
})
after(() => service.stop())

const tenantId = () => service.tenant.institution.tenantId
const now = () => service.app.clock.now()

const store = (name: string, content: Uint8Array, tenant = tenantId()) =>
  service.app.db.transaction((tx) => storeIncomingFile(tx, tenant, { rail: 'ACH', name, content }, now()))
const find = async (id: string): Promise<EndedFile> =>
  (await service.app.db.read((db) => findIncomingFile(db, tenantId(), id)))!

async function read(id: string, from?: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of incomingContent(service.app.db, await find(id), from)) pieces.push(piece)
  assert.ok(pieces.every(({ length }) => length <= PART_BYTES))
  return Buffer.concat(pieces)
}

for (const size of [0, 1, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES + 17])
  test(`the bytes of a file of ${size} bytes are kept as they came, and are read from any offset on`, async () => {
    const bytes = randomBytes(size)
    const { id, isNew } = await store(`of-${size}.ach`, bytes)
    assert.equal(isNew, true)
    assert.deepEqual(await read(id), bytes)
    for (const from of [1, PART_BYTES - 1, PART_BYTES, PART_BYTES + 5])
      assert.deepEqual(await read(id, from), bytes.subarray(from))
    const file = await find(id)
    assert.equal(file.sizeBytes, BigInt(size))
    assert.equal(file.sha256, createHash('sha256').update(bytes).digest('hex'))
  })

test('the same content is one file, whatever its name; another institution has its own', async () => {
  const bytes = Buffer.from('the same content')
  const first = await store('first.ach', bytes)
  const again = await store('renamed.ach', bytes)
  assert.deepEqual(again, { id: first.id, isNew: false, status: 'RECEIVED' })
  const { institution } = await service.createTenant('other')
  const elsewhere = await store('first.ach', bytes, institution.tenantId)
  assert.equal(elsewhere.isNew, true)
  assert.notEqual(elsewhere.id, first.id)
})

test('two workers that take the same content at once keep it once', async () => {
  const bytes = randomBytes(3 * PART_BYTES)
  const all = await Promise.all(['a.ach', 'b.ach', 'c.ach'].map((name) => store(name, bytes)))
  assert.deepEqual(new Set(all.map(({ id }) => id)).size, 1)
  assert.equal(all.filter(({ isNew }) => isNew).length, 1)
  assert.deepEqual(await read(all[0]!.id), bytes)
})

test('the database shows no bytes of a file in the clear', async () => {
  await store('named.ach', Buffer.from('PAUL SMITH 123456789'))
  const rows = await service.query<{ sealed: Buffer }>('select sealed from incoming_file_parts where tenant_id = $1', [
    tenantId(),
  ])
  assert.ok(rows.length > 0)
  assert.ok(rows.every(({ sealed }) => !sealed.includes('PAUL SMITH')))
})

test('files are claimed the oldest first, each by one worker, until they are imported or in quarantine', async () => {
  const { institution } = await service.createTenant('claims')
  const tenant = institution.tenantId
  const first = await store('1.ach', Buffer.from('one'), tenant)
  const second = await store('2.ach', Buffer.from('two'), tenant)
  const { db } = service.app
  assert.ok((await db.read((one) => tenantsWithIncoming(one, now(), 'ACH'))).includes(tenant))
  await db.transaction(async (tx) => {
    assert.equal((await claimIncomingFile(tx, tenant, 'ACH', now()))?.id, first.id)
    await db.transaction(async (other) => {
      assert.equal((await claimIncomingFile(other, tenant, 'ACH', now()))?.id, second.id)
      const refusal = { line: 1, record: 'file header (1)', field: 'record type', reason: 'it is no NACHA file' }
      await quarantineFile(other, tenant, second.id, refusal, now())
    })
    await noteImported(tx, tenant, first.id, { importedEntries: 2 })
  })
  const claimed = await db.transaction((tx) => claimIncomingFile(tx, tenant, 'ACH', now()))
  assert.deepEqual([claimed?.id, claimed?.status, claimed?.importedEntries], [first.id, 'IMPORTING', 2])
  await db.transaction((tx) =>
    finishImport(tx, tenant, first.id, { entries: 3, debitTotal: 5n, creditTotal: 7n, notes: ['no padding'] }, now()),
  )
  assert.equal(await db.transaction((tx) => claimIncomingFile(tx, tenant, 'ACH', now())), undefined)
  assert.ok(!(await db.read((one) => tenantsWithIncoming(one, now(), 'ACH'))).includes(tenant))
  const ended = (await db.read((one) => findIncomingFile(one, tenant, first.id)))!
  assert.deepEqual(
    [ended.status, ended.entries, ended.debitTotal, ended.creditTotal, ended.notes],
    ['IMPORTED', 3, 5n, 7n, ['no padding']],
  )
  const refused = (await db.read((one) => findIncomingFile(one, tenant, second.id)))!
  assert.equal(refused.refusal?.reason, 'it is no NACHA file')
  const records = await service.query<{ action: string }>(
    `select action from audit_log where tenant_id = $1 and subject_kind = 'incomingFile' order by id`,
    [tenant],
  )
  assert.deepEqual(records.map(({ action }) => action).toSorted(), [
    'rails.fileImported',
    'rails.fileQuarantined',
    'rails.fileReceived',
    'rails.fileReceived',
  ])
})

test('what was imported cannot be imported or put in quarantine once more', async () => {
  const { id } = await store('done.ach', Buffer.from('done'))
  const totals = { entries: 0, debitTotal: 0n, creditTotal: 0n, notes: [] }
  const { db } = service.app
  await db.transaction((tx) => finishImport(tx, tenantId(), id, totals, now()))
  await assert.rejects(
    db.transaction((tx) => finishImport(tx, tenantId(), id, totals, now())),
    /is IMPORTED already/,
  )
  await assert.rejects(
    service.query(`update incoming_files set status = 'RECEIVED' where tenant_id = $1 and id = $2`, [tenantId(), id]),
    /an imported file is final/,
  )
})
