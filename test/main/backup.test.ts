import assert from 'node:assert/strict'
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { dataOf } from '../support/answers.ts'
import { type BackedUpDemo, entriesIn, openBackedUpDemo } from '../support/backed-up-demo.ts'
import { eventually } from '../support/eventually.ts'
import { assertOneLine } from '../support/giro-process.ts'

// The embedded database, its backups and its outbox as real files. The tests run in order.
// test/long/backup.test.ts has more of it.

let demo: BackedUpDemo
let backups: string
let dataDir: string
before(async () => {
  demo = await openBackedUpDemo()
  ;({ backups, dataDir } = demo)
})
after(() => demo?.close())

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

const institution = () => ['--institution', 'demo', '--data-dir', dataDir]
const rails = async () => JSON.parse((await demo.giro('rails', 'status', ...institution())).stdout)

async function releaseAll(): Promise<void> {
  for (const { holdUID } of (await rails()).holds) {
    const released = await demo.giro('rails', 'release', ...institution(), '--hold', holdUID, '--reason', 'compared')
    assert.equal(released.code, 0, released.stderr)
  }
}

let kept: string[]
let fresh: string[]

test('a backup is made while the service runs, and only this user can read it', async () => {
  await demo.pay(5)
  const made = await demo.giro('backup', '--data-dir', dataDir)
  assert.equal(made.code, 0, made.stderr)
  const { id, files } = JSON.parse(made.stdout)
  assert.ok(files > 1_000)
  const path = join(backups, 'base', id)
  assert.equal(await modeOf(path), 0o700)
  assert.equal(await modeOf(join(path, 'data')), 0o700)
  for (const file of ['manifest.jsonl', 'postgres.password', 'data/PG_VERSION', 'data/backup_label'])
    assert.equal(await modeOf(join(path, file)), 0o600, file)
  const listed = await demo.giro('backup', 'list', '--data-dir', dataDir)
  assert.equal(JSON.parse(listed.stdout).id, id)
})

test('a moment after the backup is restored: what came later is gone, nothing leaves, and both are said', async () => {
  await demo.leave(5)
  const held = demo.home.start(['rails', 'hold', ...institution(), '--reason', 'a drill'])
  assert.equal(await held.ended, 0)
  assert.match(held.said.stderr, /an operator held the rails/)
  kept = await demo.pay(3)
  await sleep(100)
  const moment = new Date().toISOString()
  await sleep(1_100)
  const [lost] = await demo.pay(1)
  await releaseAll()
  await demo.leave(9)
  await demo.stop()

  await mkdir(join(demo.home.directory, 'old'))
  for (const name of ['postgres', 'postgres.password'])
    await rename(join(dataDir, name), join(demo.home.directory, 'old', name))
  const restored = await demo.giro('restore', '--from', backups, '--to', dataDir, '--at', moment)
  assert.equal(restored.code, 0, restored.stderr)
  assert.match(
    restored.stdout,
    /The master key: found\.\nThe outbox: found .* its manifest: found\.\nThe anchors: found/,
  )
  await demo.serve()
  const status = async (uid: string) => (await demo.get(uid)).status
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
  fresh = await demo.pay(2)
  await demo.workIsDone()
  assert.deepEqual(await readdir(demo.out), [])
})

test('when the holds are released, no payment leaves a second time, and the new ones leave', async () => {
  const before = new Map(demo.taken)
  await releaseAll()
  await demo.leave(11)
  for (const uid of [...kept, ...fresh])
    await eventually(`${uid} counts as sent`, async () =>
      ['TRANSMITTED', 'PROCESSED'].includes(dataOf(await demo.get(uid)).status),
    )
  await demo.workIsDone()
  await demo.takeFiles()
  const added = [...demo.taken].filter(([name]) => !before.has(name))
  assert.equal(demo.taken.size - before.size, added.length, 'no name is used twice')
  assert.equal(
    added.reduce((sum, [, content]) => sum + entriesIn(content), 0),
    fresh.length,
  )
  await demo.stop()
})

test('a restore takes no data directory that has a database, and no backup that was changed', async () => {
  const refused = await demo.giro('restore', '--from', backups, '--to', dataDir)
  assertOneLine(refused, /postgres exists: restore into another data directory/)
  const { id } = JSON.parse((await demo.giro('backup', 'list', '--to', backups)).stdout.trim().split('\n').at(-1)!)
  const path = join(backups, 'base', id, 'data/PG_VERSION')
  await writeFile(path, '17\n')
  assert.match((await demo.giro('backup', 'verify', '--to', backups)).stdout, /PG_VERSION was changed/)
  const third = await demo.giro('restore', '--from', backups, '--to', join(demo.home.directory, 'third'))
  assert.match(third.stderr, /PG_VERSION was changed or is missing: use another backup/)
  await assert.rejects(stat(join(demo.home.directory, 'third', 'postgres')), { code: 'ENOENT' })
  await writeFile(path, '18\n')
})

test('one directory has the backups of one database', async () => {
  const other = demo.home.start(['migrate', '--data-dir', join(demo.home.directory, 'other')], {
    GIRO_BACKUP_DIR: backups,
  })
  assert.equal(await other.ended, 1)
  assert.match(other.said.stderr, /has the backups of another database/)
})
