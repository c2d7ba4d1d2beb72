import assert from 'node:assert/strict'
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runningEmbeddedPostgres } from '../../src/main/embedded-postgres/running.ts'
import { dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { assertOneLine, type GiroHome, type GiroProcess, type Outcome, openGiroHome } from '../support/giro-process.ts'
import { connectTo, type HttpClient, openPayer, readDemoFile } from '../support/http-client.ts'
import { readPage, samplesOf } from '../support/metrics.ts'
import { takePort } from '../support/ports.ts'
import { creditBody, type Payer } from '../support/test-service.ts'

// The embedded database, its backups and its outbox as real files. The tests run in order.

let home: GiroHome
let dataDir: string
let backups: string
let port: number
let metricsPort: number
let service: GiroProcess
let client: HttpClient
let payer: Payer

before(async () => {
  home = await openGiroHome()
  dataDir = join(home.directory, 'data')
  backups = join(home.directory, 'backups')
  port = await takePort()
  metricsPort = await takePort()
})
after(() => home.close())

async function serve(): Promise<void> {
  const settings = { GIRO_BACKUP_DIR: backups, GIRO_METRICS_PORT: String(metricsPort) }
  service = home.start(['serve', '--demo', '--data-dir', dataDir, '--port', String(port)], settings)
  await service.says('demo.json')
  client = await connectTo(await readDemoFile(dataDir))
}

const out = () => join(dataDir, 'rails/ach/out')
const modeOf = async (path: string) => (await stat(path)).mode & 0o777

async function pay(count: number): Promise<string[]> {
  const uids: string[] = []
  for (let number = 0; number < count; number++) {
    const reply = await client.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 1 }))
    uids.push(dataOf(reply).paymentUID)
  }
  return uids
}

/** Takes all files of the outbox away, as the program of the network does. */
async function takeFiles(taken: Map<string, string>): Promise<void> {
  for (const name of await readdir(out()).catch(() => [])) {
    taken.set(name, await readFile(join(out(), name), 'utf8'))
    await rm(join(out(), name))
  }
}

/** Entries of one dollar (NACHA entry detail 30-39): the demo's own payout has another amount. */
const entriesIn = (content: string) =>
  content.split('\n').filter((line) => line.startsWith('6') && line.slice(29, 39) === '0000000100').length

/** Waits until so many of the test's payments have left, and takes their files away. */
const leave = (count: number) =>
  eventually(`${count} payments leave`, async () => {
    await takeFiles(taken)
    return [...taken.values()].reduce((sum, content) => sum + entriesIn(content), 0) >= count
  })

/** Without a limit: on a busy machine, a restore takes longer than other commands may. */
async function giro(...args: string[]): Promise<Outcome> {
  const started = home.start(args)
  const code = await started.ended
  return { code, ...started.said }
}
const rails = async () =>
  JSON.parse((await giro('rails', 'status', '--institution', 'demo', '--data-dir', dataDir)).stdout)

const demo = () => ['--institution', 'demo', '--data-dir', dataDir]

async function releaseAll(): Promise<void> {
  for (const { holdUID } of (await rails()).holds) {
    const released = await giro('rails', 'release', ...demo(), '--hold', holdUID, '--reason', 'compared')
    assert.equal(released.code, 0, released.stderr)
  }
}

let moment: string
let kept: string[]
let fresh: string[]
const taken = new Map<string, string>()

test('a backup is made while the service runs, and only this user can read it', async () => {
  await serve()
  payer = await openPayer(client, 1_000)
  await pay(5)
  const made = await giro('backup', '--data-dir', dataDir)
  assert.equal(made.code, 0, made.stderr)
  const { id, files } = JSON.parse(made.stdout)
  assert.ok(files > 1_000)
  const path = join(backups, 'base', id)
  assert.equal(await modeOf(path), 0o700)
  assert.equal(await modeOf(join(path, 'data')), 0o700)
  for (const file of ['manifest.jsonl', 'postgres.password', 'data/PG_VERSION', 'data/backup_label'])
    assert.equal(await modeOf(join(path, file)), 0o600, file)
  const listed = await giro('backup', 'list', '--data-dir', dataDir)
  assert.equal(JSON.parse(listed.stdout).id, id)
})

test('a moment after the backup is restored: what came later is gone, nothing leaves, and both are said', async () => {
  await leave(5)
  const held = await giro('rails', 'hold', ...demo(), '--reason', 'a drill')
  assert.equal(held.code, 0, held.stderr)
  assert.match(held.stderr, /an operator held the rails/)
  kept = await pay(3)
  await sleep(100)
  moment = new Date().toISOString()
  await sleep(1_100)
  const [lost] = await pay(1)
  await releaseAll()
  await leave(9)
  assert.equal(await service.stop(), 0)

  await mkdir(join(home.directory, 'old'))
  for (const name of ['postgres', 'postgres.password'])
    await cp(join(dataDir, name), join(home.directory, 'old', name), { recursive: true })
  for (const name of ['postgres', 'postgres.password']) await rm(join(dataDir, name), { recursive: true })
  const restored = await giro('restore', '--from', backups, '--to', dataDir, '--at', moment)
  assert.equal(restored.code, 0, restored.stderr)
  assert.match(
    restored.stdout,
    /The master key: found\.\nThe outbox: found .* its manifest: found\.\nThe anchors: found/,
  )
  await serve()
  const status = async (uid: string) => (await client.call('GET', `/payments/${uid}`)).status
  assert.equal(await status(kept[0]!), 200)
  assert.equal(await status(lost!), 404)
  const { holds, departed } = await rails()
  const differences = Object.fromEntries(
    holds.map((hold: { reason: string; differences: string[] }) => [hold.reason, hold.differences.join()]),
  )
  assert.match(differences['Restored'], /^the database was restored at .* from \d{8}T\d{6}Z of /)
  assert.match(differences['DatabaseOlder'], /\.ach left at .*, and the database does not know it/)
  assert.match(differences['Operator'], /^a drill \(.+ on .+\)$/)
  const count = (of: 'payments' | 'unknownPayments') =>
    departed.reduce((sum: number, file: Record<string, number>) => sum + file[of]!, 0)
  assert.deepEqual([count('payments'), count('unknownPayments')], [4, 1])
  fresh = await pay(2)
  await sleep(3_000)
  assert.deepEqual(await readdir(out()), [])
})

test('when the holds are released, no payment leaves a second time, and the new ones leave', async () => {
  const before = new Map(taken)
  await releaseAll()
  await leave(11)
  for (const uid of [...kept, ...fresh])
    await eventually(`${uid} counts as sent`, async () =>
      ['TRANSMITTED', 'PROCESSED'].includes(dataOf(await client.call('GET', `/payments/${uid}`)).status),
    )
  await sleep(3_000)
  await takeFiles(taken)
  const added = [...taken].filter(([name]) => !before.has(name))
  assert.equal(taken.size - before.size, added.length, 'no name is used twice')
  assert.equal(
    added.reduce((sum, [, content]) => sum + entriesIn(content), 0),
    fresh.length,
  )
  assert.equal(await service.stop(), 0)
})

test('the restored database archives to the same directory, and can be restored again', async () => {
  const verified = await giro('backup', 'verify', '--to', backups)
  assert.equal(verified.code, 0, verified.stdout + verified.stderr)
  const second = join(home.directory, 'second')
  const restored = await giro('restore', '--from', backups, '--to', second)
  assert.equal(restored.code, 0, restored.stderr)
  assert.match(restored.stdout, /MISSING: set GIRO_ENCRYPTION_KEY/)
  const first = await giro('restore', '--from', backups, '--to', join(home.directory, 'first'), '--timeline', '1')
  assert.equal(first.code, 0, first.stderr)
})

test('a backup that is killed half-way is never taken for a whole one, and the next one works', async () => {
  const listed = async (): Promise<string[]> => {
    const { code, stdout, stderr } = await giro('backup', 'list', '--to', backups)
    assert.equal(code, 0, stderr)
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id)
  }
  const before = await listed()
  await serve()
  const half = home.start(['backup', '--data-dir', dataDir])
  const drafts = async () => (await readdir(join(backups, 'base'))).filter((name) => name.endsWith('.partial'))
  await eventually('some files are copied', async () => {
    const [draft] = await drafts()
    return draft !== undefined && (await readdir(join(backups, 'base', draft, 'data/base')).catch(() => [])).length > 0
  })
  half.killGroup()
  assert.equal(await half.ended, 'SIGKILL')
  assert.equal((await drafts()).length, 1)
  assert.deepEqual(await listed(), before)
  assert.equal((await giro('backup', 'verify', '--to', backups)).code, 0)

  const next = await giro('backup', '--data-dir', dataDir)
  assert.equal(next.code, 0, next.stderr)
  assert.deepEqual(await drafts(), [])
  assert.deepEqual(await listed(), [...before, JSON.parse(next.stdout).id])
  assert.equal((await giro('backup', 'verify', '--to', backups)).code, 0)
  const kept = join(home.directory, 'after-half')
  const restored = await giro('restore', '--from', backups, '--to', kept)
  assert.equal(restored.code, 0, restored.stderr)
})

test('metrics, health and doctor tell of an archiver that fails, and of the newest base backup', async () => {
  const samples = async () => samplesOf((await readPage(metricsPort)).text)
  const doctor = async () => (await giro('doctor', '--data-dir', dataDir)).stdout
  const age = (await samples()).get('giro_base_backup_age_seconds')
  assert.ok(age !== undefined && age > 0 && age < 3_600, `${age} s`)
  assert.equal((await samples()).get('giro_wal_archiving_failed'), 0)
  const well = await doctor()
  assert.match(well, /^service: ok: the write-ahead log is archived$/m)
  assert.match(well, /^service: ok: a base backup was made in the last two days$/m)

  await rename(join(backups, 'wal'), join(backups, 'wal-away'))
  await writeFile(join(backups, 'wal'), 'no directory')
  const owner = new pg.Client({ connectionString: (await runningEmbeddedPostgres(dataDir))! })
  await owner.connect()
  // Each finished segment wakes the archiver, which otherwise rests for a minute after a failure.
  const finishSegment = async () => {
    await pay(1)
    await owner.query('select pg_switch_wal()')
  }
  await finishSegment()
  await eventually('the archiver fails', async () => (await samples()).get('giro_wal_archiving_failed') === 1, {
    withinMs: 60_000,
  })
  assert.match(await doctor(), /^service: missing: the write-ahead log is archived\./m)

  await rm(join(backups, 'wal'))
  await rename(join(backups, 'wal-away'), join(backups, 'wal'))
  await finishSegment()
  await owner.end()
  await eventually('it archives again', async () => (await samples()).get('giro_wal_archiving_failed') === 0, {
    withinMs: 120_000,
  })
  assert.equal(await service.stop(), 0)
})

test('a restore takes no data directory that has a database, and no backup that was changed', async () => {
  const refused = await giro('restore', '--from', backups, '--to', dataDir)
  assertOneLine(refused, /postgres exists: restore into another data directory/)
  const { id } = JSON.parse((await giro('backup', 'list', '--to', backups)).stdout.trim().split('\n').at(-1)!)
  const path = join(backups, 'base', id, 'data/PG_VERSION')
  await writeFile(path, '17\n')
  assert.match((await giro('backup', 'verify', '--to', backups)).stdout, /PG_VERSION was changed/)
  const third = await giro('restore', '--from', backups, '--to', join(home.directory, 'third'))
  assert.match(third.stderr, /PG_VERSION was changed or is missing: use another backup/)
  await assert.rejects(stat(join(home.directory, 'third', 'postgres')), { code: 'ENOENT' })
  await writeFile(path, '18\n')
})

test('one directory has the backups of one database', async () => {
  const other = home.start(['migrate', '--data-dir', join(home.directory, 'other')], { GIRO_BACKUP_DIR: backups })
  assert.equal(await other.ended, 1)
  assert.match(other.said.stderr, /has the backups of another database/)
})
