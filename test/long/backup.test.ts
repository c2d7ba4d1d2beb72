import assert from 'node:assert/strict'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { runningEmbeddedPostgres } from '../../src/main/embedded-postgres/running.ts'
import { type BackedUpDemo, openBackedUpDemo } from '../support/backed-up-demo.ts'
import { eventually } from '../support/eventually.ts'

// Backups of a database that was itself restored. The tests run in order.

let demo: BackedUpDemo
let backups: string
let dataDir: string
before(async () => {
  demo = await openBackedUpDemo()
  ;({ backups, dataDir } = demo)
  const made = await demo.giro('backup', '--data-dir', dataDir)
  assert.equal(made.code, 0, made.stderr)
  await demo.pay(3)
  await demo.stop()
  for (const name of ['postgres', 'postgres.password']) await rm(join(dataDir, name), { recursive: true })
  const restored = await demo.giro('restore', '--from', backups, '--to', dataDir)
  assert.equal(restored.code, 0, restored.stderr)
  await demo.serve()
  await demo.pay(2)
  await demo.stop()
})
after(() => demo?.close())

test('the restored database archives to the same directory, and can be restored again', async () => {
  const verified = await demo.giro('backup', 'verify', '--to', backups)
  assert.equal(verified.code, 0, verified.stdout + verified.stderr)
  const second = join(demo.home.directory, 'second')
  const restored = await demo.giro('restore', '--from', backups, '--to', second)
  assert.equal(restored.code, 0, restored.stderr)
  assert.match(restored.stdout, /MISSING: set GIRO_ENCRYPTION_KEY/)
  const first = await demo.giro(
    'restore',
    '--from',
    backups,
    '--to',
    join(demo.home.directory, 'first'),
    '--timeline',
    '1',
  )
  assert.equal(first.code, 0, first.stderr)
})

test('a backup that is killed half-way is never taken for a whole one, and the next one works', async () => {
  const listed = async (): Promise<string[]> => {
    const { code, stdout, stderr } = await demo.giro('backup', 'list', '--to', backups)
    assert.equal(code, 0, stderr)
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id)
  }
  const before = await listed()
  await demo.serve()
  const half = demo.home.start(['backup', '--data-dir', dataDir])
  const drafts = async () => (await readdir(join(backups, 'base'))).filter((name) => name.endsWith('.partial'))
  await eventually('some files are copied', async () => {
    const [draft] = await drafts()
    return draft !== undefined && (await readdir(join(backups, 'base', draft, 'data/base')).catch(() => [])).length > 0
  })
  half.killGroup()
  assert.equal(await half.ended, 'SIGKILL')
  assert.equal((await drafts()).length, 1)
  assert.deepEqual(await listed(), before)
  assert.equal((await demo.giro('backup', 'verify', '--to', backups)).code, 0)

  const next = await demo.giro('backup', '--data-dir', dataDir)
  assert.equal(next.code, 0, next.stderr)
  assert.deepEqual(await drafts(), [])
  assert.deepEqual(await listed(), [...before, JSON.parse(next.stdout).id])
  assert.equal((await demo.giro('backup', 'verify', '--to', backups)).code, 0)
  const kept = join(demo.home.directory, 'after-half')
  const restored = await demo.giro('restore', '--from', backups, '--to', kept)
  assert.equal(restored.code, 0, restored.stderr)
})

test('metrics, health and doctor tell of an archiver that fails, and of the newest base backup', async () => {
  const doctor = async () => (await demo.giro('doctor', '--data-dir', dataDir)).stdout
  const age = (await demo.metrics()).get('giro_base_backup_age_seconds')
  assert.ok(age !== undefined && age > 0 && age < 3_600, `${age} s`)
  assert.equal((await demo.metrics()).get('giro_wal_archiving_failed'), 0)
  const well = await doctor()
  assert.match(well, /^service: ok: the write-ahead log is archived$/m)
  assert.match(well, /^service: ok: a base backup was made in the last two days$/m)

  await rename(join(backups, 'wal'), join(backups, 'wal-away'))
  await writeFile(join(backups, 'wal'), 'no directory')
  const owner = new pg.Client({ connectionString: (await runningEmbeddedPostgres(dataDir))! })
  await owner.connect()
  // Each finished segment wakes the archiver, which otherwise rests for a minute after a failure.
  const finishSegment = async () => {
    await demo.pay(1)
    await owner.query('select pg_switch_wal()')
  }
  await finishSegment()
  await eventually('the archiver fails', async () => (await demo.metrics()).get('giro_wal_archiving_failed') === 1, {
    withinMs: 60_000,
  })
  assert.match(await doctor(), /^service: missing: the write-ahead log is archived\./m)

  await rm(join(backups, 'wal'))
  await rename(join(backups, 'wal-away'), join(backups, 'wal'))
  await finishSegment()
  await owner.end()
  await eventually('it archives again', async () => (await demo.metrics()).get('giro_wal_archiving_failed') === 0, {
    withinMs: 120_000,
  })
  await demo.stop()
})
