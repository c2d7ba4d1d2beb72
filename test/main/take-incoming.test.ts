import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readdir, rename, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import pino from 'pino'
import type { App } from '../../src/app.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import type { Inbox } from '../../src/rails/incoming/inbox.ts'
import { incomingContent, PART_BYTES } from '../../src/rails/incoming/incoming-files.store.ts'
import { takeIncoming } from '../../src/rails/incoming/take-incoming.ts'
import { createDirectoryInbox, finishImport, quarantineFile } from '../../src/rails/rails.ts'
import { manualTime } from '../support/manual-time.ts'
import { startTestService, type TestService, type TestTenant } from '../support/test-service.ts'

const REST_MS = 30
const time = manualTime()
/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
const lines: { msg: string; unfit?: string[] }[] = []
const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
let service: TestService
let number = 0
before(async () => {
  service = await startTestService({ clock, worker: false, log })
})
after(() => service.stop())

interface Bank extends TestTenant {
  inbox: Inbox
  root: string
  path(name: string): string
  take(inbox?: Inbox, app?: App): Promise<number>
  list(place: string): Promise<string[]>
  rows(): Promise<{ id: string; name: string; status: string; sizeBytes: bigint; refusal: { reason: string } | null }[]>
}

/** An institution of its own with its own inbox. */
async function createBank(): Promise<Bank> {
  const tenant = await service.createTenant(`bank-${++number}`)
  const { code, tenantId } = tenant.institution
  const root = join(dirname(service.app.achOutDirectory), String(number))
  const inbox = createDirectoryInbox({ root, restMs: REST_MS, time })
  await mkdir(join(root, 'in', code), { recursive: true })
  return {
    ...tenant,
    ...{ inbox, root, path: (name) => join(root, 'in', code, name) },
    async take(over = inbox, app = service.app) {
      const rail = { rail: 'ACH', inbox: over, maxBytes: 8 * PART_BYTES } as const
      await takeIncoming(app, tenant.institution, rail)
      await time.advance(REST_MS)
      return takeIncoming(app, tenant.institution, rail)
    },
    list: async (place) => (await readdir(join(root, place, code)).catch(() => [])).toSorted(),
    rows: () =>
      service.query(
        `select id, name, status, size_bytes as "sizeBytes", refusal from incoming_files where tenant_id = $1 order by name, id`,
        [tenantId],
      ),
  }
}

const totals = { entries: 0, debitTotal: 0n, creditTotal: 0n, notes: [] }
const tenantIdOf = (bank: Bank) => bank.institution.tenantId
const imported = (bank: Bank, id: string) =>
  service.app.db.transaction((tx) => finishImport(tx, tenantIdOf(bank), id, totals, clock.now()))
const refused = (bank: Bank, id: string) =>
  service.app.db.transaction((tx) =>
    quarantineFile(tx, tenantIdOf(bank), id, { line: 1, record: null, field: null, reason: 'a drill' }, clock.now()),
  )

test('a file stays in in/ until its import has ended, then it is in done/ or quarantine/', async () => {
  const bank = await createBank()
  await writeFile(bank.path('good.ach'), 'good')
  await writeFile(bank.path('bad.ach'), 'bad')
  assert.equal(await bank.take(), 2)
  assert.equal(await bank.take(), 0)
  assert.deepEqual(await bank.list('in'), ['bad.ach', 'good.ach'])
  const [bad, good] = await bank.rows()
  assert.deepEqual([bad!.status, good!.status], ['RECEIVED', 'RECEIVED'])
  await imported(bank, good!.id)
  await refused(bank, bad!.id)
  assert.equal(await bank.take(), 0, 'both were moved by the first of two looks')
  assert.deepEqual(await bank.list('in'), [])
  assert.deepEqual([await bank.list('done'), await bank.list('quarantine')], [['good.ach'], ['bad.ach']])
})

test('the same content again, under any name, is put away without a second row', async () => {
  const bank = await createBank()
  await writeFile(bank.path('a.ach'), 'content')
  await bank.take()
  const [file] = await bank.rows()
  await imported(bank, file!.id)
  await bank.take()
  await copyFile(join(bank.root, 'done', bank.institution.code, 'a.ach'), bank.path('renamed.ach'))
  await writeFile(bank.path('a.ach'), 'content')
  await bank.take()
  assert.deepEqual(await bank.list('done'), ['a.ach', 'a.ach.2', 'renamed.ach'])
  assert.equal((await bank.rows()).length, 1)
})

test('a large file is kept in parts as it is, also if its worker ends between two parts', async () => {
  const bank = await createBank()
  const bytes = randomBytes(3 * PART_BYTES + 5)
  await writeFile(bank.path('large.ach'), bytes)
  let parts = 0
  const dying: Inbox = {
    ...bank.inbox,
    async *read(institution, file) {
      // The first reading hashes, the second one keeps.
      for await (const piece of bank.inbox.read(institution, file)) {
        if (++parts > 24) throw new Error('the worker ended')
        yield piece
      }
    },
  }
  await assert.rejects(bank.take(dying), /the worker ended/)
  const [half] = await bank.rows()
  assert.equal(half!.status, 'RECEIVING')
  await bank.take()
  const [file] = await bank.rows()
  assert.deepEqual([file!.id, file!.status, file!.sizeBytes], [half!.id, 'RECEIVED', BigInt(bytes.length)])
  const read: Uint8Array[] = []
  const content = incomingContent(service.app.db, {
    tenantId: tenantIdOf(bank),
    id: file!.id,
    sizeBytes: file!.sizeBytes,
  })
  for await (const piece of content) read.push(piece)
  assert.deepEqual(Buffer.concat(read), bytes)
})

test('two workers at once keep a file once and move it once', async () => {
  const bank = await createBank()
  const other = createDirectoryInbox({ root: bank.root, restMs: REST_MS, time })
  for (let at = 0; at < 5; at++) await writeFile(bank.path(`${at}.ach`), randomBytes(PART_BYTES + at))
  await Promise.all([bank.take(), bank.take(other)])
  const rows = await bank.rows()
  assert.equal(rows.length, 5)
  assert.ok(rows.every(({ status }) => status === 'RECEIVED'))
  for (const { id } of rows) await imported(bank, id)
  await Promise.all([bank.take(), bank.take(other)])
  assert.deepEqual(await bank.list('done'), ['0.ach', '1.ach', '2.ach', '3.ach', '4.ach'])
})

test('a file that is replaced between two readings is not kept as the one before', async () => {
  const bank = await createBank()
  await writeFile(bank.path('a.ach'), 'one')
  let reads = 0
  const swapped: Inbox = {
    ...bank.inbox,
    async *read() {
      yield Buffer.from(reads++ === 0 ? 'one' : 'two')
    },
  }
  await bank.take(swapped)
  assert.equal((await bank.rows())[0]!.status, 'RECEIVING')
  await bank.take()
  assert.deepEqual(
    (await bank.rows()).map(({ status }) => status),
    ['RECEIVED'],
  )
})

test('a file that is too large goes to quarantine unread, once', async () => {
  const bank = await createBank()
  await writeFile(bank.path('huge.ach'), '')
  await truncate(bank.path('huge.ach'), 5_000_000_000)
  await bank.take()
  const rows = await bank.rows()
  assert.equal(rows.length, 1)
  assert.equal(rows[0]!.status, 'QUARANTINED')
  assert.equal(rows[0]!.refusal!.reason, `the file has 5000000000 bytes, and at most ${8 * PART_BYTES} are read`)
  assert.deepEqual([await bank.list('in'), await bank.list('quarantine')], [[], ['huge.ach']])
  // As if the worker had ended between the commit and the move.
  await rename(join(bank.root, 'quarantine', bank.institution.code, 'huge.ach'), bank.path('huge.ach'))
  await bank.take()
  assert.equal((await bank.rows()).length, 1)
  assert.deepEqual(await bank.list('in'), [])
})

test('a file that cannot be read stops no other, and is told of once', async () => {
  const bank = await createBank()
  await writeFile(bank.path('broken.ach'), 'broken')
  await writeFile(bank.path('good.ach'), 'good')
  const broken: Inbox = {
    ...bank.inbox,
    async *read(institution, file) {
      if (file.name === 'broken.ach') throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
      yield* bank.inbox.read(institution, file)
    },
  }
  await bank.take(broken)
  await bank.take(broken)
  assert.deepEqual(
    (await bank.rows()).map(({ name }) => name),
    ['good.ach'],
  )
  assert.equal(lines.filter(({ unfit }) => unfit?.includes('broken.ach: EIO: i/o error, read')).length, 1)
})

test('a link is told of once, and left where it is', async () => {
  const bank = await createBank()
  await mkdir(bank.path('folder'))
  await bank.take()
  await bank.take()
  assert.deepEqual(await bank.list('in'), ['folder'])
  assert.equal(lines.filter(({ unfit }) => unfit?.includes('folder: it is a directory')).length, 1)
})

test('a worker with another outbox than the institution takes nothing', async () => {
  const bank = await createBank()
  await writeFile(bank.path('a.ach'), 'a')
  const { tenantId } = bank.institution
  await service.query(
    `insert into rail_outboxes (tenant_id, rail, identity, adopted_by, adopted_at) values ($1, 'ACH', 'another', 'test', now())`,
    [tenantId],
  )
  assert.equal(await bank.take(), 0)
  assert.deepEqual(await bank.rows(), [])
  await service.query('update rail_outboxes set identity = $2 where tenant_id = $1', [
    tenantId,
    await bank.inbox.identity(),
  ])
  await bank.take()
  assert.equal((await bank.rows()).length, 1)
})
