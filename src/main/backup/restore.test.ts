import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { eventually } from '../../../test/support/eventually.ts'
import { temporaryRoot } from '../../../test/support/test-database.ts'
import { systemClock } from '../../kernel/clock.ts'
import { layoutOf } from '../embedded-postgres/archiving.ts'
import { exists, filesIn } from '../embedded-postgres/files.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/start.ts'
import { archivedPath, archiveSegment } from '../embedded-postgres/wal-archive.ts'
import { listLog } from './backup-directory.ts'
import { makeBaseBackup } from './base-backup.ts'
import { type BaseBackup, ManifestWriter } from './base-manifest.ts'
import { restore } from './restore.ts'
import { placeOf, segmentAt } from './wal-segments.ts'

let parent: string
let server: EmbeddedPostgres | undefined
let number = 0
before(async () => {
  parent = await mkdtemp(join(await temporaryRoot(), 'giro-restore-'))
  // The user that runs PostgreSQL must reach its archive.
  await chmod(parent, 0o755)
})
after(async () => {
  await server?.stop()
  await rm(parent, { recursive: true, force: true })
})

const log = () => {}
const settings = { fsync: 'off' }
const newPath = (name: string) => join(parent, `${name}-${++number}`)
const restoreTo = (to: string, from: string, { timeline, at }: { timeline?: number; at?: string } = {}) =>
  restore({ from, to, at, timeline, clock: systemClock, log })

async function start(dataDir: string, backupDir = 'off'): Promise<EmbeddedPostgres> {
  server = await startEmbeddedPostgres({ dataDir, log, settings, backupDir })
  return server
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server!.connectionString })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** A base backup without a file. Only what its manifest says is read before the copy. */
async function noteBackup(from: string, id: string, place: number, timeline: number): Promise<BaseBackup> {
  const path = join(from, 'base', id)
  await mkdir(path, { recursive: true })
  const writer = await ManifestWriter.create(path)
  const name = segmentAt(timeline, place)
  const lsn = `0/${place.toString(16)}000000`
  const backup = await writer.finish({
    ...{ id, giro: '1', postgres: '18.4', system: '7', timeline, startLsn: lsn, stopLsn: lsn },
    ...{ firstSegment: name, lastSegment: name },
    ...{ startedAt: '2026-01-01T00:00:00Z', endedAt: '2026-01-01T00:00:00Z' },
  })
  await writer.close()
  return backup
}

async function archive(from: string, name: string, content = 'content'): Promise<void> {
  const path = join(from, 'source')
  await writeFile(path, content)
  await archiveSegment(layoutOf(from).wal, path, name)
}

test('a gap of the log is refused before anything is copied, unless a moment is asked for', async () => {
  const from = newPath('backups')
  const to = newPath('data')
  await noteBackup(from, '20260101T000000Z', 1, 1)
  for (const place of [2, 3, 5]) await archive(from, segmentAt(1, place))
  await assert.rejects(restoreTo(to, from), {
    name: 'StartupError',
    message: /wal lacks 000000010000000000000004, .* put them back .* restore a moment before 2.*Z with --at$/,
  })
  assert.equal(await exists(join(to, 'restoring')), false)
  // It goes on to the copy, which has no PostgreSQL.
  await assert.rejects(restoreTo(to, from, { at: '2026-01-02T00:00:00Z' }), /recovery\.signal/)
})

test('an earlier timeline is restored from its own backups only', async () => {
  const from = newPath('backups')
  await noteBackup(from, '20260102T000000Z', 5, 2)
  await archive(from, '00000002.history', '1\t0/4000100\tbefore 2026-01-01\n')
  await assert.rejects(restoreTo(newPath('data'), from, { timeline: 1 }), /no base backup .* on timeline 1/)
})

test('a start refuses a data directory whose restore did not finish, at each step of it', async () => {
  const dataDir = newPath('data')
  await mkdir(dataDir)
  const { restoring, restoreNote, cluster } = await filesIn(dataDir)
  await mkdir(restoring)
  await assert.rejects(start(dataDir), /a restore did not finish .* run "giro restore" again/)
  await mkdir(cluster)
  await writeFile(join(cluster, 'PG_VERSION'), '18\n')
  await assert.rejects(start(dataDir), /a restore did not finish/)
  for (const path of [restoring, cluster]) await rm(path, { recursive: true })
  await writeFile(restoreNote, '{}')
  await assert.rejects(start(dataDir), /the restored database is not there .* remove .*restored\.json$/)
  assert.equal(await exists(cluster), false)
})

test('a damaged segment fails the restore instead of ending the log; repaired, all is restored', async () => {
  const from = newPath('backups')
  const bank = newPath('data')
  const { connectionString: url } = await start(bank, from)
  await query('create table note (number int)')
  const backup = await makeBaseBackup({ url, files: await filesIn(bank), clock: systemClock }, from)
  for (const note of [1, 2, 3]) {
    await query(`insert into note values (${note})`)
    await query('select pg_switch_wal()')
  }
  const later = async () => (await listLog(from)).filter((name) => placeOf(name) > placeOf(backup.lastSegment))
  await eventually('three segments are archived', async () => (await later()).length >= 3)
  await server!.stop()

  const path = archivedPath(layoutOf(from).wal, (await later())[1]!)
  const whole = await readFile(path)
  await truncate(path, 1_000)
  const to = newPath('data')
  await assert.rejects(restoreTo(to, from), /could not restore file .* put the file back from a copy/)
  await assert.rejects(start(to), /a restore did not finish/)
  await writeFile(path, gzipSync(Buffer.alloc(16 * 1024 * 1024)))
  await assert.rejects(restoreTo(to, from), /the log ends in \w{24} .* would be lost/)
  await writeFile(path, whole)
  await restoreTo(to, from)
  await start(to)
  assert.deepEqual(await query('select number from note order by number'), [
    { number: 1 },
    { number: 2 },
    { number: 3 },
  ])
})
