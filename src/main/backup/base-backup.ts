import { mkdir, readdir, readFile, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Clock } from '../../kernel/clock.ts'
import { machineTime } from '../../kernel/machine-time.ts'
import { VERSION } from '../../kernel/version.ts'
import { claimDirectory, layoutOf, systemOf } from '../embedded-postgres/archiving.ts'
import type { Files } from '../embedded-postgres/files.ts'
import { StartupError } from '../startup-error.ts'
import { lockBackups, openBackupSession, readSize, startBackup, stopBackup } from './backup-session.store.ts'
import { type BaseBackup, digestOfText, ManifestWriter } from './base-manifest.ts'
import { CONTROL_FILE, filesOfCluster } from './cluster-files.ts'
import { copyFile, syncDirectory, writeNewFile } from './copy-file.ts'
import { isSegment, placeOf, segmentAt, timelineOf } from './wal-segments.ts'

/** A copy that takes longer is given up. */
const COPY_TIMEOUT_MS = 12 * 3_600_000
/** What must be free beside the size of the database. */
const RESERVE_BYTES = 256 * 1024 * 1024
const PARTIAL = '.partial'

export interface BackupSource {
  /** The login of the superuser. */
  url: string
  files: Files
  clock: Clock
}

/**
 * Copies the running cluster to `directory`, with the log that it needs to start. Until it is
 * complete and on disk, its name ends in `.partial`; what a backup that was killed left is removed
 * first. Throws a StartupError if another backup runs, the disk has no room or the directory has
 * the backups of another database.
 */
export async function makeBaseBackup(source: BackupSource, directory: string): Promise<BaseBackup> {
  const { cluster } = source.files
  const { base } = layoutOf(directory)
  await claimDirectory(directory, await systemOf(cluster))
  await mkdir(base, { recursive: true, mode: 0o700 })
  const client = await openBackupSession(source.url)
  try {
    if (!(await lockBackups(client))) throw new StartupError('another backup runs: wait until it has ended')
    for (const name of await readdir(base))
      if (name.endsWith(PARTIAL)) await rm(join(base, name), { recursive: true, force: true })
    await requireRoom(client, directory)
    return await makeIn(base, client, source)
  } finally {
    await client.end()
  }
}

async function makeIn(base: string, client: pg.Client, source: BackupSource): Promise<BaseBackup> {
  const startedAt = source.clock.now()
  const id = startedAt.round('second').toString().replaceAll(/[-:]/g, '')
  const target = join(base, id)
  const draft = target + PARTIAL
  await mkdir(draft, { mode: 0o700 })
  try {
    const backup = await copyCluster(client, source, { draft, id, startedAt: startedAt.toString() })
    await rename(draft, target)
    await syncDirectory(base)
    return backup
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

async function requireRoom(client: pg.Client, directory: string): Promise<void> {
  const bytes = await readSize(client)
  const { bavail, bsize } = await statfs(directory)
  const needed = Number(bytes) + RESERVE_BYTES
  if (bavail * bsize < needed)
    throw new StartupError(
      `${directory} has ${bavail * bsize} bytes free, and the backup needs ${needed}: free some space`,
    )
}

/**
 * Copies the files between the start and the stop of a backup. A slot of this session keeps the log
 * until it is copied too.
 */
async function copyCluster(
  client: pg.Client,
  { files, clock }: BackupSource,
  { draft, id, startedAt }: { draft: string; id: string; startedAt: string },
): Promise<BaseBackup> {
  const started = await startBackup(client, `giro ${id}`)
  const data = join(draft, 'data')
  const manifest = await ManifestWriter.create(draft)
  try {
    await copyFiles(files.cluster, data, manifest)
    const stopped = await stopBackup(client)
    await writeNewFile(join(data, 'backup_label'), stopped.label)
    await manifest.addFile({ path: 'data/backup_label', ...digestOfText(stopped.label) })
    await copyLog(files.cluster, data, { first: started.segment, last: stopped.segment }, manifest)
    const password = await readFile(files.password, 'utf8')
    await writeNewFile(join(draft, 'postgres.password'), password)
    await manifest.addFile({ path: 'postgres.password', ...digestOfText(password) })
    await syncTree(data)
    const backup = await manifest.finish({
      ...{ id, giro: VERSION, postgres: started.version, system: await systemOf(files.cluster) },
      ...{ timeline: timelineOf(started.segment), startLsn: started.lsn, stopLsn: stopped.lsn },
      ...{ firstSegment: started.segment, lastSegment: stopped.segment },
      ...{ startedAt, endedAt: clock.now().toString() },
    })
    await syncDirectory(draft)
    return backup
  } finally {
    await manifest.close()
  }
}

async function copyFiles(cluster: string, data: string, manifest: ManifestWriter): Promise<void> {
  const endsAtMs = machineTime.nowMs() + COPY_TIMEOUT_MS
  await mkdir(data, { mode: 0o700 })
  await manifest.addDirectory('data')
  for await (const { path, isDirectory } of filesOfCluster(cluster)) {
    if (machineTime.nowMs() > endsAtMs) throw new Error(`the backup took longer than ${COPY_TIMEOUT_MS / 3_600_000} h`)
    if (isDirectory) {
      await mkdir(join(data, path), { mode: 0o700 })
      await manifest.addDirectory(join('data', path))
      continue
    }
    // A table may be dropped meanwhile: the log drops it again.
    const copied = await copyFile(join(cluster, path), join(data, path))
    if (copied) await manifest.addFile({ path: join('data', path), ...copied })
  }
  const control = await readControlFile(join(cluster, CONTROL_FILE))
  await writeNewFile(join(data, CONTROL_FILE), control)
  await manifest.addFile({ path: join('data', CONTROL_FILE), ...digestOfText(control) })
}

/** The server writes the file in place: two equal readings are not torn. */
async function readControlFile(path: string): Promise<Buffer> {
  let last = await readFile(path)
  for (let reading = 0; reading < 100; reading++) {
    const next = await readFile(path)
    if (next.equals(last)) return next
    last = next
  }
  throw new Error(`${path} changes all the time`)
}

/** The segments from the start to the stop, so that the backup starts without an archive. */
async function copyLog(
  cluster: string,
  data: string,
  { first, last }: { first: string; last: string },
  manifest: ManifestWriter,
): Promise<void> {
  const histories = (await readdir(join(cluster, 'pg_wal'))).filter((name) => /^[0-9A-F]{8}\.history$/.test(name))
  const segments = Array.from({ length: placeOf(last) - placeOf(first) + 1 }, (_, at) =>
    segmentAt(timelineOf(first), placeOf(first) + at),
  )
  for (const name of [...histories, ...segments]) {
    const path = join('pg_wal', name)
    const copied = await copyFile(join(cluster, path), join(data, path))
    if (!copied && isSegment(name)) throw new Error(`the log of the backup lacks ${name}`)
    if (copied) await manifest.addFile({ path: join('data', path), ...copied })
  }
}

/** Waits until the names in all directories are on disk. */
async function syncTree(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true }))
    if (entry.isDirectory()) await syncTree(join(directory, entry.name))
  await syncDirectory(directory)
}
