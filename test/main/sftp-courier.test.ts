import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import type { App } from '../../src/app.ts'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { serverSweeps } from '../../src/rails/rails.jobs.ts'
import { createAchServer, type SftpSettings } from '../../src/rails/rails.ts'
import { readOrigination } from '../../src/rails/simulator/ach/read-origination.ts'
import { ServerAway } from '../../src/rails/transports/sftp/session.ts'
import { dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { manualTime } from '../support/manual-time.ts'
import { type SftpServer, type Step, startSftpServer } from '../support/sftp-server.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { createPayer, creditBody, startTestService, type TestService } from '../support/test-service.ts'

/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
const time = manualTime()
let service: TestService
let parent: string
let remote: string
let server: SftpServer
before(async () => {
  service = await startTestService({ clock, worker: false })
  parent = await mkdtemp(join(tmpdir(), 'giro-sftp-'))
})
after(async () => {
  await server?.stop()
  await service.stop()
  await rm(parent, { recursive: true, force: true })
})
let number = 0
beforeEach(async () => {
  await server?.stop()
  remote = join(parent, String(++number))
  for (const directory of ['to-fed', 'from-fed/bank', 'done']) await mkdir(join(remote, directory), { recursive: true })
  server = await startSftpServer(remote)
})

const tenantId = () => service.tenant.institution.tenantId
const root = () => service.app.achRoot
const sweep = async (work: string) =>
  sweepNamed(paymentSweeps, `payments: ${work}`).run(service.app, await institution())

/** A worker of its own that exchanges files with the server. */
function workerWith(own: Partial<SftpSettings> = {}): App {
  const settings = server.settings(own)
  const achServer = createAchServer({ root: root(), settings, clock, time, maxBytes: 1_000_000 })
  return { ...service.app, time, achServer, workerName: `worker ${randomUUID()}` }
}
const institution = () => service.app.db.read((db) => readInstitution(db, tenantId()))
const carry = async (app: App) =>
  sweepNamed(serverSweeps, 'rails: carry ACH files to the server').run(app, await institution())
const takeIn = (app: App) =>
  sweepNamed(serverSweeps, 'rails: take in ACH files from the server').run(app, service.tenant.institution)

/** Sends a payment in a file that is in the outbox, and returns the file. */
async function send(): Promise<{ fileUID: string; name: string }> {
  const payer = await createPayer(service)
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer)))
  await sweep('release payments')
  clock.advance({ seconds: 2 })
  assert.equal(await sweep('collect ACH entries'), 1)
  assert.equal(await sweep('write ACH files'), 1)
  return dataOf(await service.call('GET', '/v1/institution/files?page=1&limit=1&direction=Out'))[0]
}
const details = async ({ fileUID }: { fileUID: string }) =>
  dataOf(await service.call('GET', `/v1/institution/files/${fileUID}`))
const stateOf = async (file: { fileUID: string }) => (await details(file)).delivery?.state
const sent = () => readdir(join(remote, 'to-fed'))
const waiting = () => readdir(join(root(), 'out')).catch(() => [])
const contentOf = async ({ fileUID }: { fileUID: string }) =>
  Buffer.from(dataOf(await service.call('GET', `/v1/institution/files/${fileUID}/content`)).content, 'base64')
/** The lease of a worker that was killed has ended. */
const endLeases = () =>
  service.query(`update rail_deliveries set leased_until = now() where status = 'Claimed' and tenant_id = $1`, [
    tenantId(),
  ])
const decide = (fileUID: string, decision: string) =>
  service.call('POST', `/v1/institution/rails/handovers/${fileUID}/decision`, { decision, reason: 'asked the Fed' })

test('a file that left is on the server under its name, whole, once, and no longer in the outbox', async () => {
  const file = await send()
  assert.equal(await carry(workerWith()), 1)
  assert.deepEqual(await sent(), [file.name])
  assert.deepEqual(await readFile(join(remote, 'to-fed', file.name)), await contentOf(file))
  assert.deepEqual([await waiting(), await stateOf(file)], [[], 'Delivered'])
  const renamed = server.steps.findIndex(({ step }) => step === 'rename')
  const named = server.steps.findIndex(({ step, path }) => step === 'open' && path === `/to-fed/${file.name}`)
  assert.ok(renamed > 0 && named < 0, 'the file never grows under its own name')
  await rm(join(remote, 'to-fed', file.name))
  assert.equal(await carry(workerWith()), 0)
  assert.deepEqual(await sent(), [], 'the network collected it, and it is not sent again')
})

test('a server with another host key gets neither the password nor a file', async () => {
  const file = await send()
  const hostKey = `SHA256:${'A'.repeat(43)}`
  await assert.rejects(carry(workerWith({ hostKey })), (error: Error) => {
    assert.ok(error instanceof ServerAway)
    assert.match(error.message, /showed the host key SHA256:.*not the pinned .*nothing was sent/)
    assert.doesNotMatch(error.message, /secret/)
    return true
  })
  assert.deepEqual([server.logins(), await sent(), await waiting()], [0, [], [file.name]])
  await carry(workerWith())
})

const CUTS: { step: Step; at: 'temporary' | 'final' }[] = [
  { step: 'open', at: 'temporary' },
  { step: 'write', at: 'temporary' },
  { step: 'close', at: 'temporary' },
  { step: 'stat', at: 'temporary' },
  { step: 'rename', at: 'final' },
]

for (const { step, at } of CUTS)
  for (const fault of ['cutBefore', 'cutAfter'] as const)
    test(`a connection cut at ${step} (${fault}): the next try sends the file once`, async () => {
      const file = await send()
      let isCut = false
      server.fault = (now, path) => {
        const isThere = at === 'temporary' ? path.endsWith('.part') : !path.endsWith('.part')
        if (isCut || now !== step || !isThere) return undefined
        isCut = true
        return fault
      }
      await assert.rejects(carry(workerWith()), /connection|server/)
      assert.ok(isCut)
      assert.equal(await carry(workerWith()), 1)
      assert.deepEqual(await sent(), [file.name], 'once, and nothing of the first try is left')
      assert.deepEqual(await readFile(join(remote, 'to-fed', file.name)), await contentOf(file))
      assert.equal(server.steps.filter(({ step: one }) => one === 'rename').length <= 2, true)
      assert.equal(await stateOf(file), 'Delivered')
    })

test('a file that the network may have collected in a cut is in doubt, and only a person lets it leave again', async () => {
  const file = await send()
  server.fault = (step) => (step === 'rename' ? 'cutAfter' : undefined)
  await assert.rejects(carry(workerWith()))
  server.fault = undefined
  await rm(join(remote, 'to-fed', file.name))
  await carry(workerWith())
  assert.deepEqual([await sent(), await stateOf(file)], [[], 'InDoubt'])
  const rails = dataOf(await service.call('GET', '/v1/institution/rails'))
  assert.deepEqual(
    rails.inDoubt.map(({ handoverUID }: { handoverUID: string }) => handoverUID),
    [file.fileUID],
  )
  const { client: stranger } = await service.createTenant('stranger')
  const path = `/v1/institution/rails/handovers/${file.fileUID}/decision`
  const body = { decision: 'HandOverAgain', reason: 'mine' }
  assert.equal((await service.call('POST', path, body, { client: stranger })).status, 404)
  assert.equal(await carry(workerWith()), 0, 'nothing is sent by itself')
  dataOf(await decide(file.fileUID, 'HandOverAgain'))
  assert.equal((await decide(file.fileUID, 'HandOverAgain')).status, 409, 'it is decided once')
  assert.equal(await carry(workerWith()), 1)
  assert.deepEqual([await sent(), await stateOf(file)], [[file.name], 'Delivered'])
})

test('a file that a person knows to have arrived is not sent again', async () => {
  const file = await send()
  server.fault = (step) => (step === 'rename' ? 'cutAfter' : undefined)
  await assert.rejects(carry(workerWith()))
  server.fault = undefined
  await rm(join(remote, 'to-fed', file.name))
  await carry(workerWith())
  dataOf(await decide(file.fileUID, 'HandedOver'))
  assert.equal(await carry(workerWith()), 0)
  assert.deepEqual([await sent(), await stateOf(file)], [[], 'Delivered'])
})

test('a full server gets nothing under the name of the file until there is room', async () => {
  const file = await send()
  server.fault = (step) => (step === 'write' ? 'fail' : undefined)
  for (let attempt = 0; attempt < 3; attempt++) await assert.rejects(carry(workerWith()), /No space left/)
  assert.ok(!(await sent()).includes(file.name))
  assert.deepEqual(await waiting(), [file.name])
  server.fault = undefined
  assert.equal(await carry(workerWith()), 1)
  assert.deepEqual(await sent(), [file.name])
})

test('a server that does not answer is given up in time, and the file waits', async () => {
  const file = await send()
  server.fault = (step) => (step === 'stat' ? 'hang' : undefined)
  let failure: Error | undefined
  void carry(workerWith({ timeoutMs: 2_000 })).catch((error) => {
    failure = error
  })
  await eventually('the server is asked', () => server.steps.some(({ step }) => step === 'stat'))
  await time.advance(1_999)
  assert.equal(failure, undefined)
  await time.advance(1)
  assert.match((await eventually('it is given up', () => failure)).message, /within 2 s/)
  server.fault = undefined
  assert.equal(await carry(workerWith()), 1)
  assert.deepEqual(await sent(), [file.name])
})

test('a worker that wakes after another took over sends nothing, at every step of its upload', async () => {
  for (const step of ['open', 'write', 'close', 'rename'] as const) {
    const file = await send()
    const woken = Promise.withResolvers<void>()
    const slept = Promise.withResolvers<void>()
    const slow = workerWith()
    const db = slow.db
    let steps = 0
    // The first worker sleeps before its next transaction after the step.
    const transaction: typeof db.transaction = async (...args) => {
      if (server.steps.slice(steps).some((one) => one.step === step)) {
        slept.resolve()
        await woken.promise
      }
      return db.transaction(...args)
    }
    steps = server.steps.length
    const first = carry({ ...slow, db: { ...db, transaction } }).catch(() => 0)
    await slept.promise
    await endLeases()
    await carry(workerWith())
    await rm(join(remote, 'to-fed', file.name))
    woken.resolve()
    await first
    await carry(workerWith())
    assert.ok(!(await sent()).includes(file.name), `${step}: it did not appear twice`)
    assert.equal(await stateOf(file), 'Delivered', step)
  }
})

for (const [passedMs, leases] of [
  [19_999, 1],
  [20_000, 2],
] as const)
  test(`an upload that has taken ${passedMs / 1_000} s ${leases === 1 ? 'keeps' : 'renews'} its lease`, async () => {
    const file = await send()
    const worker = workerWith()
    let nowMs = 0
    server.fault = (step) => {
      if (step === 'write') nowMs = passedMs
      return undefined
    }
    const seen = new Set<string>()
    const { db } = worker
    const transaction: typeof db.transaction = async (...args) => {
      const claimed = await service.query<{ until: string }>(
        `select leased_until::text as until from rail_deliveries where tenant_id = $1 and status = 'Claimed'`,
        [tenantId()],
      )
      for (const { until } of claimed) seen.add(until)
      return db.transaction(...args)
    }
    const own = { time: { ...time, nowMs: () => nowMs }, db: { ...db, transaction } }
    assert.equal(await carry({ ...worker, ...own }), 1)
    assert.equal(seen.size, leases)
    assert.deepEqual(await sent(), [file.name])
  })

test('while the rails are held, nothing is carried; other files go on when one is in doubt', async () => {
  const doubtful = await send()
  await writeFile(join(remote, 'to-fed', doubtful.name), 'of somebody else')
  const file = await send()
  await service.query(
    `insert into rail_holds (tenant_id, id, reason, differences, held_by, held_at)
     values ($1, gen_random_uuid(), 'Operator', '[]', 'test', now())`,
    [tenantId()],
  )
  assert.equal(await carry(workerWith()), 0)
  assert.deepEqual(await sent(), [doubtful.name])
  await service.query(
    `update rail_holds set released_at = now(), released_by = 'test', release_reason = 'test' where tenant_id = $1`,
    [tenantId()],
  )
  await carry(workerWith())
  assert.deepEqual((await sent()).toSorted(), [doubtful.name, file.name].toSorted())
  assert.equal(await readFile(join(remote, 'to-fed', doubtful.name), 'utf8'), 'of somebody else')
  assert.deepEqual([await stateOf(doubtful), await stateOf(file)], ['InDoubt', 'Delivered'])
  dataOf(await decide(doubtful.fileUID, 'HandedOver'))
  await carry(workerWith())
})

test('a database from a backup that forgot the marker does not send the file again', async () => {
  const file = await send()
  server.fault = (step) => (step === 'rename' ? 'cutAfter' : undefined)
  await assert.rejects(carry(workerWith()))
  server.fault = undefined
  await rm(join(remote, 'to-fed', file.name))
  await service.query(
    `update rail_deliveries set begun_token = null, open_tokens = '{}' where tenant_id = $1 and handover_id = $2`,
    [tenantId(), file.fileUID],
  )
  await carry(workerWith())
  assert.deepEqual([await sent(), await stateOf(file)], [[], 'InDoubt'])
  dataOf(await decide(file.fileUID, 'HandedOver'))
  await carry(workerWith())
})

test('two hours away around a cut-off: each file leaves once, the operator agrees, and what is later says its window', async () => {
  const windows = { economy: ['14:15', '18:00'], economyPlus: ['10:00', '14:15', '16:15'] }
  dataOf(await service.call('PUT', '/v1/institution', { ach: { collection: windows } }))
  clock.set('2026-07-06T18:00:00.000Z')
  await server.stop()
  const payer = await createPayer(service)
  const pay = async () => {
    const body = creditBody(payer, { speed: 'Economy Plus' })
    return dataOf(await service.call('POST', '/payments/creditrequest', body)).window
  }
  const collects = async () => {
    for (const work of ['release payments', 'collect ACH entries', 'write ACH files']) await sweep(work)
  }
  const eastern = (time: string) => String(Temporal.Instant.from(`2026-07-06T${time}-04:00`))
  const windowOf = ({ closesAt, settlesAt }: Record<string, string>) =>
    [closesAt, settlesAt].map((at) => String(Temporal.Instant.from(at!)))
  assert.deepEqual(windowOf(await pay()), [eastern('14:45'), eastern('17:00')], 'made before the cut-off')
  clock.set('2026-07-06T18:16:00.000Z')
  await collects()
  await assert.rejects(carry(workerWith()), ServerAway)
  clock.set('2026-07-06T18:16:30.000Z')
  assert.deepEqual(windowOf(await pay()), [eastern('16:45'), eastern('18:00')], 'made after it: the next window')
  await collects()
  clock.set('2026-07-06T20:10:00.000Z')
  await server.start()
  await carry(workerWith())
  const files = await sent()
  assert.equal(files.length, 1)
  const [file] = dataOf(await service.call('GET', '/v1/institution/files?page=1&limit=1&direction=Out'))
  const { delivery } = await details(file)
  assert.equal(delivery.state, 'Delivered')
  assert.equal(delivery.missedDeadline, '2026-07-06T18:45:00.000Z')
  assert.equal(delivery.settlesAt, '2026-07-06T22:00:00.000Z')
  assert.equal(await carry(workerWith()), 0)
  assert.deepEqual(await sent(), files)
  clock.set('2026-07-06T20:16:00.000Z')
  await collects()
  await carry(workerWith())
  assert.equal((await sent()).length, 2, 'the later payment leaves with the next window')
  assert.deepEqual(await readByOperator(), await entriesIn(await sent()), 'the operator agrees entry by entry')
})

/** Every entry on the server, as the simulated operator reads it with its own checks. */
async function readByOperator(): Promise<string[]> {
  const contents = await Promise.all((await sent()).map((name) => readFile(join(remote, 'to-fed', name), 'utf8')))
  return contents
    .flatMap((content) => readOrigination(content).entries)
    .map(({ traceNumber, amount, accountNumber }) => `${traceNumber} ${amount} ${accountNumber}`)
    .toSorted()
}

/** Every entry of files of these names, as the database has it. */
async function entriesIn(names: readonly string[]): Promise<string[]> {
  const rows = await service.app.db.read((db) =>
    db.query<{ traceNumber: string; amount: bigint; receiverAccountNumber: string }>(
      `select e.trace_number, p.amount, p.receiver_account_number from ach_entries e
       join ach_files f on f.tenant_id = e.tenant_id and f.id = e.file_id
       join payments p on p.tenant_id = e.tenant_id and p.id = e.payment_id
       where e.tenant_id = $1 and f.name = any($2::text[])`,
      [tenantId(), names],
    ),
  )
  return rows.map((row) => `${row.traceNumber} ${row.amount} ${row.receiverAccountNumber}`).toSorted()
}

const drop = (name: string, content: string) => writeFile(join(remote, 'from-fed', 'bank', name), content)
const kept = () =>
  service.query<{ id: string; name: string; status: string }>(
    `select id, name, status from incoming_files where tenant_id = $1 order by received_at, id`,
    [tenantId()],
  )
async function lookTwice(app: App): Promise<void> {
  for (let look = 0; look < 3; look++) {
    await takeIn(app)
    await time.advance(20)
  }
}

test('a file of the network is taken when it rests, and leaves the server after its import has ended', async () => {
  const app = workerWith()
  await drop('returns.ach', 'returns')
  await drop('.half.ach', 'x')
  await drop('half.ach.part', 'x')
  assert.equal(await takeIn(app), 0, 'one look is not enough')
  await lookTwice(app)
  const [file] = (await kept()).filter(({ name }) => name === 'returns.ach')
  assert.equal(file?.status, 'RECEIVED')
  assert.ok((await readdir(join(remote, 'from-fed', 'bank'))).includes('returns.ach'), 'it stays until it is imported')
  await service.query(
    `update incoming_files set status = 'QUARANTINED', refusal = '{"reason": "test"}', ended_at = now() where id = $1`,
    [file.id],
  )
  await lookTwice(app)
  assert.deepEqual((await readdir(join(remote, 'from-fed', 'bank'))).toSorted(), ['.half.ach', 'half.ach.part'])
})

test('a file that is still written is not taken, and the same content under another name is kept once', async () => {
  const app = workerWith({ doneDirectory: '/done' })
  await drop('growing.ach', 'a')
  await takeIn(app)
  await time.advance(20)
  await drop('growing.ach', 'ab')
  await takeIn(app)
  assert.deepEqual(
    (await kept()).filter(({ name }) => name === 'growing.ach'),
    [],
  )
  await lookTwice(app)
  await drop('again.ach', 'ab')
  await lookTwice(app)
  const files = (await kept()).filter(({ name }) => ['growing.ach', 'again.ach'].includes(name))
  assert.deepEqual(
    files.map(({ name }) => name),
    ['growing.ach'],
  )
})

test('a cut while a file is read loses nothing: the next look takes it whole', async () => {
  const app = workerWith()
  await drop('large.ach', 'x'.repeat(200_000))
  await takeIn(app)
  await time.advance(20)
  let cuts = 0
  server.fault = (step, path) =>
    step === 'open' && path.endsWith('large.ach') && cuts++ === 0 ? 'cutBefore' : undefined
  await assert.rejects(takeIn(app))
  await time.advance(20)
  await lookTwice(app)
  const [file] = (await kept()).filter(({ name }) => name === 'large.ach')
  assert.equal(file?.status, 'RECEIVED')
  await rename(join(remote, 'from-fed', 'bank', 'large.ach'), join(remote, 'large.ach'))
})
