import assert from 'node:assert/strict'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { fixedClock } from '../../src/kernel/clock.ts'
import { masterKeyFrom } from '../../src/main/key-providers/key-provider-of.ts'
import { type Service, startService } from '../../src/main/service.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { decideHandover } from '../../src/rails/handover/decide-handover.ts'
import { readEvidenced } from '../../src/rails/rails.ts'
import { dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { createPayer, creditBody, type Payer, startTestService, type TestService } from '../support/test-service.ts'

/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
let restored: Service | undefined
let admin: pg.Client
const name = () => new URL(service.databaseUrl).pathname.slice(1)
const older = () => `${name()}_older`

before(async () => {
  service = await startTestService({ clock, worker: false })
  const url = new URL(service.databaseUrl)
  url.pathname = '/postgres'
  admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
})
after(async () => {
  await restored?.stop()
  for (const copy of [older(), `${name()}_kept`]) await admin.query(`drop database if exists ${copy} with (force)`)
  await admin.end()
  await service.stop()
})

const sweep = (of: Pick<TestService, 'app'>, work: string) =>
  sweepNamed(paymentSweeps, `payments: ${work}`).run(of.app, service.tenant.institution)
const visible = () => readdir(service.app.achOutDirectory)

/** A backup: a copy of the database as it is now. */
async function backUp(): Promise<void> {
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name()])
  await admin.query(`create database ${name()}_kept template ${name()}`)
  await admin.query(`create database ${older()} template ${name()}_kept`)
}

/** The service on the backup, with the outbox as it is now. */
async function restore(): Promise<Service> {
  const url = new URL(service.serviceUrl)
  url.pathname = `/${older()}`
  return startService({
    databaseUrl: url.href,
    maxConnections: 5,
    dataDir: service.dataDir,
    master: masterKeyFrom(Buffer.from(service.encryptionKey, 'hex')),
    log: pino({ level: 'silent' }),
    clock,
    worker: true,
    webhookNetworks: [],
  })
}

const inRestored = <Row>(sql: string) =>
  restored!.app.db.read((db) => db.query<Row>(sql, [service.tenant.institution.tenantId]))

const release = () =>
  restored!.app.db.transaction((tx) =>
    tx.query(
      `update rail_holds set released_at = now(), released_by = 'test', release_reason = 'test'
       where tenant_id = $1 and released_at is null`,
      [service.tenant.institution.tenantId],
    ),
  )

interface State {
  paymentId: string
  status: string
  evidence: { file?: string; traceNumber?: string } | null
}
const statesOf = async (ids: readonly string[]) =>
  (await inRestored<State>('select payment_id, status, evidence from payment_states where tenant_id = $1')).filter(
    ({ paymentId }) => ids.includes(paymentId),
  )

/** The names in `out/` and their entries, taken away as the program of the network does. */
async function takeFiles(): Promise<Map<string, string[]>> {
  const files = new Map<string, string[]>()
  for (const name of await visible()) {
    const text = await readFile(join(service.app.achOutDirectory, name), 'utf8')
    files.set(
      name,
      text.split('\n').flatMap((line) => (line.startsWith('6') ? [line.slice(79, 94)] : [])),
    )
    await rm(join(service.app.achOutDirectory, name))
  }
  return files
}

async function pay(payer: Payer, count: number): Promise<string[]> {
  const uids: string[] = []
  for (let number = 0; number < count; number++)
    uids.push(
      dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 1 }))).paymentUID,
    )
  return uids
}

// The tests run in order.
let payer: Payer
let departed: string[]
let others: string[]
let file: string
let traces: string[]

const isSent = ({ status }: State) => status === 'TRANSMITTED' || status === 'PROCESSED'
const stepsTo = (ids: readonly string[]) =>
  inRestored<{ paymentId: string; file: string; traceNumber: string }>(
    `select payment_id, evidence ->> 'file' as file, evidence ->> 'traceNumber' as trace_number from payment_steps
     where tenant_id = $1 and to_status = 'TRANSMITTED'`,
  ).then((steps) => steps.filter(({ paymentId }) => ids.includes(paymentId)))
const collectAndHandOver = async () => {
  for (const work of ['release payments', 'collect ACH entries', 'write ACH files']) await sweep(restored!, work)
}

test('a database restored to a moment before a file left knows the file and its payments', async () => {
  payer = await createPayer(service, { balance: 1000 })
  departed = await pay(payer, 30)
  await sweep(service, 'release payments')
  others = await pay(payer, 3)
  clock.advance({ seconds: 2 })
  await backUp()
  for (const uid of others) dataOf(await service.call('PUT', `/payments/${uid}/cancel`, {}))
  const lost = await pay(payer, 2)
  await sweep(service, 'release payments')
  clock.advance({ seconds: 2 })
  assert.equal(await sweep(service, 'collect ACH entries'), 32)
  assert.equal(await sweep(service, 'write ACH files'), 32)
  ;[[file, traces]] = [...(await takeFiles())] as [[string, string[]]]

  restored = await restore()
  const [hold] = await inRestored<{ reason: string; differences: string[] }>(
    'select reason, differences from rail_holds where tenant_id = $1 and released_at is null',
  )
  assert.equal(hold?.reason, 'DatabaseOlder')
  assert.match(hold.differences.join(), new RegExp(`^${file} left at .*, and the database does not know it`))
  const found = await restored.app.db.read((db) => readEvidenced(db, service.tenant.institution.tenantId))
  assert.deepEqual(
    found.map(({ id: _, ...rest }) => rest),
    [{ name: file, status: 'Waiting', decision: 'HandedOver', payments: 32, unknownPayments: lost.length }],
  )
  await collectAndHandOver()
  assert.deepEqual(await visible(), [])
})

test('after the release, its payments count as sent in it and never leave again; the others leave in another file', async () => {
  await release()
  clock.advance({ minutes: 1 })
  const sent = await eventually('the payments count as sent', async () => {
    await collectAndHandOver()
    const states = await statesOf([...departed, ...others])
    return states.length === 33 && states.every(isSent) && stepsTo([...departed, ...others])
  })
  const files = await takeFiles()
  assert.equal(files.size, 1)
  const [[another, fresh]] = [...files] as [[string, string[]]]
  assert.notEqual(another, file)
  assert.equal(fresh.length, others.length)
  assert.ok(
    fresh.every((trace) => !traces.includes(trace)),
    'no trace number is used twice',
  )
  for (const { paymentId, ...step } of sent) {
    const isDeparted = departed.includes(paymentId)
    assert.equal(step.file, isDeparted ? file : another)
    assert.ok((isDeparted ? traces : fresh).includes(step.traceNumber))
  }
  const holds = await inRestored('select from rail_holds where tenant_id = $1 and released_at is null')
  assert.equal(holds.length, 0, 'what people accepted does not hold the rails again')
})

/** Restores the same backup once more, to a database of its own. */
async function restoreAgain(): Promise<void> {
  await restored!.stop()
  await admin.query(`drop database ${older()} with (force)`)
  await admin.query(`create database ${older()} template ${name()}_kept`)
  restored = await restore()
}

test('restored once more, nothing leaves again of what left before the first restore or after it', async () => {
  await restoreAgain()
  await release()
  await eventually('the payments count as sent', async () => {
    await collectAndHandOver()
    return (await statesOf([...departed, ...others])).every(isSent)
  })
  assert.deepEqual(await visible(), [])
})

test('two people can decide that a file has not left: its payments leave in another one, once', async () => {
  await restoreAgain()
  const { tenantId } = service.tenant.institution
  const found = await restored!.app.db.read((db) => readEvidenced(db, tenantId))
  const first = found.find(({ name }) => name === file)!
  const decided = { decision: 'HandOverAgain', reason: 'the operator never got it' } as const
  await restored!.app.db.transaction((tx) =>
    decideHandover(tx, { tenantId, clientId: 'test' }, first.id, decided, clock.now()),
  )
  await release()
  await eventually('the payments count as sent', async () => {
    await collectAndHandOver()
    return (await statesOf(departed)).every(isSent)
  })
  const files = await takeFiles()
  assert.deepEqual(
    [...files.values()].map(({ length }) => length),
    [departed.length],
  )
  assert.ok(!files.has(file))
})

test('a list of payments that is lost holds the rails, and nothing of its file is recorded', async () => {
  const month = join(service.dataDir, 'rails/ach/manifest', String(clock.now()).slice(0, 7))
  const months = await readdir(join(service.dataDir, 'rails/ach/manifest'))
  for (const one of months) await rename(join(month, '..', one, 'items'), join(month, '..', one, 'lost'))
  await restoreAgain()
  const holds = await inRestored<{ reason: string; differences: string[] }>(
    'select reason, differences from rail_holds where tenant_id = $1 and released_at is null order by reason',
  )
  assert.deepEqual(
    holds.map(({ reason }) => reason),
    ['DatabaseOlder', 'EvidenceBroken'],
  )
  assert.match(holds[1]!.differences.join(), /left at .*, and which payments it has is not known: .* is missing/)
  assert.deepEqual(await restored!.app.db.read((db) => readEvidenced(db, service.tenant.institution.tenantId)), [])
  await collectAndHandOver()
  assert.deepEqual(await visible(), [])
  for (const one of months) await rename(join(month, '..', one, 'lost'), join(month, '..', one, 'items'))
  await restoreAgain()
  const found = await restored!.app.db.read((db) => readEvidenced(db, service.tenant.institution.tenantId))
  assert.ok(found.length >= 3)
})
