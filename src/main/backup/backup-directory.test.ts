import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { link, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { archiveSegment, restoreCommand, restoreSegment } from '../embedded-postgres/wal-archive.ts'
import {
  archivedUntil,
  leadsTo,
  listBaseBackups,
  listLog,
  missingSegments,
  prune,
  readTimelines,
} from './backup-directory.ts'
import { type BaseBackup, digestOfText, ManifestWriter, readManifest } from './base-manifest.ts'
import { verifyFiles } from './verify-backup.ts'
import { segmentAt } from './wal-segments.ts'

let parent: string
let root: string
let number = 0
before(async () => {
  parent = await mkdtemp(join(tmpdir(), 'giro-backups-'))
})
after(() => rm(parent, { recursive: true, force: true }))
beforeEach(() => {
  root = join(parent, String(++number))
})

const segment = (place: number, timeline = 1) => segmentAt(timeline, place)
const wal = () => join(root, 'wal')
const HOUR_MS = 3_600_000

async function archive(
  place: number,
  content = `content of ${place}`,
  timeline = 1,
  name = segment(place, timeline),
): Promise<void> {
  await mkdir(root, { recursive: true })
  const path = join(root, 'source')
  await writeFile(path, content)
  await archiveSegment(wal(), path, name)
}

/** The position at which the log of a place begins. */
const positionOf = (place: number) => `0/${place.toString(16)}000000`

/** A base backup of one file, whose log begins and ends at a place. */
async function backUp(id: string, place: number, timeline = 1): Promise<BaseBackup> {
  const path = join(root, 'base', id)
  await mkdir(path, { recursive: true })
  const writer = await ManifestWriter.create(path)
  await writeFile(join(path, 'file'), 'content')
  await writer.addFile({ path: 'file', ...digestOfText('content') })
  const backup = await writer.finish({
    ...{
      id,
      giro: '1',
      postgres: '18.4',
      system: '7',
      timeline,
      startLsn: positionOf(place),
      stopLsn: positionOf(place),
    },
    ...{ firstSegment: segment(place, timeline), lastSegment: segment(place, timeline) },
    ...{ startedAt: '2026-01-01T00:00:00Z', endedAt: '2026-01-01T00:00:00Z' },
  })
  await writer.close()
  return backup
}

test('a segment is archived once, complete, for this user only; the same one again is no error', async () => {
  await archive(1)
  await archive(1)
  const files = await readdir(wal())
  assert.deepEqual(files, [`${segment(1)}.gz`])
  assert.equal((await stat(join(wal(), files[0]!))).mode & 0o777, 0o600)
  const path = join(root, 'restored')
  assert.equal(await restoreSegment(wal(), segment(1), path), true)
  assert.equal(await readFile(path, 'utf8'), 'content of 1')
  assert.equal(await restoreSegment(wal(), segment(2), path), false)
})

test('another content never replaces an archived segment', async () => {
  await archive(1)
  await assert.rejects(archive(1, 'of another server'), /has another content/)
  await restoreSegment(wal(), segment(1), join(root, 'restored'))
  assert.equal(await readFile(join(root, 'restored'), 'utf8'), 'content of 1')
})

test('what an archive command left when it was killed is no segment, and does not stop the next one', async () => {
  await mkdir(wal(), { recursive: true })
  await writeFile(join(wal(), `.${segment(1)}.unfinished`), 'half')
  assert.deepEqual(await listLog(root), [])
  await archive(1)
  assert.deepEqual(await listLog(root), [segment(1)])
})

test('what a killed archive command left as a second name of a segment never changes that segment', async () => {
  await archive(1)
  await link(join(wal(), `${segment(1)}.gz`), join(wal(), `.${segment(1)}.${process.pid}.unfinished`))
  await link(join(wal(), `${segment(1)}.gz`), join(wal(), `.${segment(1)}.unfinished`))
  await assert.rejects(archive(1, 'of another server'), /has another content/)
  await restoreSegment(wal(), segment(1), join(root, 'restored'))
  assert.equal(await readFile(join(root, 'restored'), 'utf8'), 'content of 1')
  assert.deepEqual(await readdir(wal()), [`${segment(1)}.gz`])
})

/** How the restore command ends, as PostgreSQL runs it. */
async function runRestore(name: string, target = join(root, 'restored'), timeoutMs?: number): Promise<number> {
  const line = restoreCommand(wal(), timeoutMs).replace('%f', name).replace('%p', target)
  const [code, signal] = await once(spawn('/bin/sh', ['-c', line], { stdio: 'ignore' }), 'exit')
  return signal === null ? code : 128
}

test('only a segment that the archive lacks ends a recovery; any other failure gives it up', async () => {
  await archive(1)
  await archive(2)
  assert.equal(await runRestore(segment(1)), 0)
  assert.equal(await runRestore(segment(3)), 1)
  assert.ok((await runRestore(segment(1), join(root, 'none', 'restored'))) > 125, 'the target cannot be written')
  const path = join(wal(), `${segment(2)}.gz`)
  await truncate(path, 20)
  assert.ok((await runRestore(segment(2))) > 125, 'the segment is cut off')
  await rm(path)
  await mkdir(path)
  assert.ok((await runRestore(segment(2))) > 125, 'the segment cannot be read')
  await rm(wal(), { recursive: true })
  assert.ok((await runRestore(segment(3))) > 125, 'the archive is not mounted')
})

test('storage that hangs gives a recovery up', async () => {
  await mkdir(wal(), { recursive: true })
  execFileSync('/bin/sh', ['-c', 'mkfifo "$1"', 'sh', join(wal(), `${segment(1)}.gz`)])
  assert.ok((await runRestore(segment(1), undefined, 100)) > 125)
})

test('a name that is no WAL file is not archived', async () => {
  await mkdir(root, { recursive: true })
  await writeFile(join(root, 'source'), 'x')
  await assert.rejects(archiveSegment(wal(), join(root, 'source'), '../escape'), /is not the name of a WAL file/)
})

test('a backup that is not complete is not listed, whatever its directory is called', async () => {
  await backUp('20260101T000000Z', 1)
  await mkdir(join(root, 'base', '20260102T000000Z.partial'))
  await mkdir(join(root, 'base', '20260103T000000Z'))
  await writeFile(join(root, 'base', '20260103T000000Z', 'manifest.jsonl'), '{"directory":"data"}\n')
  assert.deepEqual(
    (await listBaseBackups(root)).map(({ id }) => id),
    ['20260101T000000Z'],
  )
})

test('a changed, a missing and an added file are found, and so is a changed manifest', async () => {
  const { id } = await backUp('20260101T000000Z', 1)
  const path = join(root, 'base', id)
  assert.deepEqual(await verifyFiles(path), [])
  await writeFile(join(path, 'file'), 'CONTENT')
  await writeFile(join(path, 'added'), '')
  assert.deepEqual(await verifyFiles(path), ['file was changed', 'added is not in the manifest'])
  await rm(join(path, 'file'))
  assert.match((await verifyFiles(path)).join(), /^file cannot be read \(ENOENT\)/)
  const manifest = await readFile(join(path, 'manifest.jsonl'), 'utf8')
  await writeFile(join(path, 'manifest.jsonl'), manifest.replace('"bytes":7', '"bytes":8'))
  assert.match((await verifyFiles(path)).join(), /was changed$/)
})

test('a manifest never names a file outside of its backup', async () => {
  const path = await mkdtemp(join(parent, 'evil-'))
  await writeFile(join(path, 'manifest.jsonl'), '{"path":"../../etc/passwd","bytes":1,"sha256":"x"}\n')
  await assert.rejects(async () => {
    for await (const line of readManifest(path)) assert.fail(JSON.stringify(line))
  }, /leads out of the backup/)
})

test('prune keeps the newest backups, and the log from the start of the oldest one that stays', async () => {
  for (const [place, id] of ['20260101T000000Z', '20260102T000000Z', '20260103T000000Z'].entries())
    await backUp(id, place * 2 + 2)
  for (let place = 1; place <= 8; place++) await archive(place)
  const pruned = await prune(root, 2, HOUR_MS)
  assert.deepEqual(pruned, { backups: ['20260101T000000Z'], segments: 3 })
  assert.deepEqual(
    await listLog(root),
    [4, 5, 6, 7, 8].map((place) => segment(place)),
  )
  assert.deepEqual(await prune(root, 2, HOUR_MS), { backups: [], segments: 0 })
  assert.equal((await listBaseBackups(root)).length, 2)
})

/** Timeline 2 leaves timeline 1 within a place. */
async function leaveTimeline1(place: number): Promise<void> {
  await archive(0, `1\t0/${place.toString(16)}000100\tbefore 2026-01-01\n`, 2, '00000002.history')
}

test('prune keeps the log of the living timeline, also if newer backups of another one have later log', async () => {
  await backUp('20260101T000000Z', 2)
  await backUp('20260102T000000Z', 9)
  await leaveTimeline1(4)
  await backUp('20260103T000000Z', 5, 2)
  for (const place of [2, 3, 4, 8, 9, 10]) await archive(place)
  for (const place of [4, 5, 6]) await archive(place, 'content', 2)
  assert.deepEqual(await prune(root, 2, HOUR_MS), { backups: [], segments: 0 })

  await backUp('20260104T000000Z', 6, 2)
  assert.deepEqual(await prune(root, 2, HOUR_MS), { backups: ['20260101T000000Z', '20260102T000000Z'], segments: 7 })
  assert.deepEqual(await listLog(root), ['00000002.history', segment(5, 2), segment(6, 2)])
})

test('a backup that a restore took back stays as long as an older one that counts, with its log', async () => {
  await backUp('20260101T000000Z', 2)
  await backUp('20260102T000000Z', 9)
  await leaveTimeline1(4)
  for (const place of [1, 2, 3, 9, 10]) await archive(place)
  for (const place of [4, 5]) await archive(place, 'content', 2)
  assert.deepEqual(await prune(root, 1, HOUR_MS), { backups: [], segments: 1 })
  assert.equal((await listLog(root)).length, 7)
})

test('the newest timeline is known without its history, as in a directory that a restored bank got later', async () => {
  const backup = await backUp('20260101T000000Z', 2, 2)
  const timelines = await readTimelines(root, { log: [], backups: [backup] })
  assert.equal(timelines.timeline, 2)
  assert.equal(leadsTo(backup, timelines), true)
  assert.equal((await readTimelines(root, { log: [segment(3, 3)], backups: [backup] })).timeline, 3)
})

test('a gap of the log after a backup is found, and across timelines the right segments are asked for', async () => {
  const backup = await backUp('20260101T000000Z', 2)
  const log = [1, 2, 3, 5].map((place) => segment(place))
  const only = { timeline: 1, ancestors: [] }
  assert.deepEqual(missingSegments(backup, log, only), [segment(4)])
  const second = { timeline: 2, ancestors: [{ timeline: 1, until: '0/4000100' }] }
  const both = [...[2, 3].map((place) => segment(place)), ...[4, 5].map((place) => segment(place, 2))]
  assert.deepEqual(missingSegments(backup, both, second), [])
  assert.deepEqual(missingSegments(backup, ['00000002.history'], second), [segment(3)])
  assert.equal(leadsTo(backup, second), true)
  assert.equal(leadsTo({ ...backup, stopLsn: '0/4000101' }, second), false)
  assert.ok(!(await archivedUntil(root, [])))
})
