import { chown, mkdir, rename, rm, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../kernel/clock.ts'
import { lockDataDir } from '../data-dir.ts'
import { layoutOf } from '../embedded-postgres/archiving.ts'
import { locateBinaries } from '../embedded-postgres/binaries.ts'
import { exists, filesIn } from '../embedded-postgres/files.ts'
import { chooseLauncher } from '../embedded-postgres/launcher.ts'
import { stopOrphan } from '../embedded-postgres/orphan.ts'
import type { Account } from '../embedded-postgres/run.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/start.ts'
import { restoreCommand } from '../embedded-postgres/wal-archive.ts'
import { StartupError } from '../startup-error.ts'
import {
  archivedUntil,
  lastPlace,
  leadsTo,
  listBaseBackups,
  listLog,
  missingSegments,
  pathOfBackup,
  readTimelines,
} from './backup-directory.ts'
import { openBackupSession, type Replayed, readReplayed } from './backup-session.store.ts'
import { type BaseBackup, readManifest } from './base-manifest.ts'
import { copyFile, syncDirectory, writeNewFile } from './copy-file.ts'
import { noteRestore } from './restore-note.ts'
import { placeOf, placeOfPosition, segmentAt } from './wal-segments.ts'

/** Replays a week of a busy bank's log. */
const RECOVERY_TIMEOUT_MS = 12 * 3_600_000
const RESERVE_BYTES = 256 * 1024 * 1024
/** How many missing segments a refusal names. */
const NAMED_SEGMENTS = 3

export interface RestoreOptions {
  from: string
  /** The data directory. */
  to: string
  /** The moment to restore, RFC 3339; undefined for the last one that the archive has. */
  at: string | undefined
  /** The timeline to follow; undefined for the newest. */
  timeline: number | undefined
  clock: Clock
  log: (line: string) => void
}

export interface Restored {
  backup: BaseBackup
  /** The commit of the last transaction that was restored, RFC 3339; undefined without any. */
  lastCommit: string | undefined
}

/**
 * Restores the database of a backup directory into a data directory that has none, and replays the
 * archived log up to the moment. The files are checked against their manifest while they are
 * copied. Until everything is done, the database is in `restoring/`, and no start takes it. A later
 * start holds the rails. Refuses before it copies if the log has a gap and no moment is asked for;
 * with a moment, PostgreSQL refuses to end before it.
 */
export async function restore({ from, to, at, ...options }: RestoreOptions): Promise<Restored> {
  const unlock = await lockDataDir(to)
  try {
    const files = await filesIn(to)
    for (const path of [files.cluster, files.password])
      if (await exists(path))
        throw new StartupError(`${path} exists: restore into another data directory, or move it away first`)
    const { backup, timeline, last } = await chooseBackup(resolve(from), { at, timeline: options.timeline })
    await requireRoom(files.dataDir, backup)
    const draft = files.restoring
    await stopOrphan(join(draft, 'postgres'), options.log)
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { mode: 0o700 })
    const inner = await filesIn(draft)
    const { account } = await chooseLauncher(inner, await locateBinaries(), options.log)
    await copyBack(pathOfBackup(resolve(from), backup.id), draft, account)
    const { lastCommit, lsn } = await recover(draft, resolve(from), { at, timeline, log: options.log })
    if (at === undefined) requireReached(resolve(from), { lsn, last, timeline })
    await noteRestore(files.dataDir, { from: resolve(from), backup: backup.id, at, lastCommit }, options.clock.now())
    await rename(inner.log, files.log)
    // The password is last: a data directory with both has all of the restore.
    await rename(inner.cluster, files.cluster)
    await rename(inner.password, files.password)
    await syncDirectory(files.dataDir)
    await rm(draft, { recursive: true, force: true })
    return { backup, lastCommit }
  } finally {
    await unlock()
  }
}

/** The newest backup that ended before the moment, the timeline to restore, and its last place. */
async function chooseBackup(
  from: string,
  { at, timeline }: { at: string | undefined; timeline: number | undefined },
): Promise<{ backup: BaseBackup; timeline: number; last: number }> {
  const backups = await listBaseBackups(from)
  if (backups.length === 0) throw new StartupError(`${from} has no complete base backup`)
  const log = await listLog(from)
  const timelines = await readTimelines(from, { log, backups }, timeline)
  const usable = backups.filter((backup) => leadsTo(backup, timelines))
  const backup = usable.filter(({ endedAt }) => at === undefined || Date.parse(endedAt) <= Date.parse(at)).at(-1)
  if (!backup)
    throw new StartupError(
      `${from} has no base backup that ended before ${at ?? 'now'} on timeline ${timelines.timeline}: see "giro backup list"`,
    )
  if (at === undefined) await requireNoGap(from, { backup, log, missing: missingSegments(backup, log, timelines) })
  return { backup, timeline: timelines.timeline, last: lastPlace(backup, log, timelines) }
}

/** Without the segments of a gap, everything after it would be lost. */
async function requireNoGap(
  from: string,
  { backup, log, missing }: { backup: BaseBackup; log: readonly string[]; missing: readonly string[] },
): Promise<void> {
  const [first] = missing
  if (first === undefined) return
  const until = await archivedUntil(
    from,
    log.filter((name) => placeOf(name) > placeOf(backup.lastSegment) && placeOf(name) < placeOf(first)),
  )
  const named = missing.slice(0, NAMED_SEGMENTS).join(', ')
  const more = missing.length > NAMED_SEGMENTS ? ` and ${missing.length - NAMED_SEGMENTS} more` : ''
  throw new StartupError(
    `${layoutOf(from).wal} lacks ${named}${more}, and what follows would be lost: put them back from another copy, or restore a moment before ${until?.toISOString() ?? backup.endedAt} with --at`,
  )
}

/** PostgreSQL takes a record that is not valid for the end of the log, whatever follows it. */
function requireReached(from: string, { lsn, last, timeline }: { lsn: string; last: number; timeline: number }): void {
  const reached = placeOfPosition(lsn)
  if (reached < last)
    throw new StartupError(
      `the log ends in ${segmentAt(timeline, reached)} of ${layoutOf(from).wal}, and what follows up to ${segmentAt(timeline, last)} would be lost: restore from another copy, or restore an earlier moment with --at`,
    )
}

async function requireRoom(directory: string, { bytes }: BaseBackup): Promise<void> {
  const { bavail, bsize } = await statfs(directory)
  const needed = bytes + RESERVE_BYTES
  if (bavail * bsize < needed)
    throw new StartupError(`${directory} has ${bavail * bsize} bytes free, and needs ${needed}: free some space`)
}

/** Copies a backup to a draft of a data directory, and checks each file. */
async function copyBack(backupPath: string, draft: string, account: Account | undefined): Promise<void> {
  const give = async (path: string) => {
    if (account !== undefined) await chown(path, account.uid, account.gid)
  }
  await give(draft)
  for await (const line of readManifest(backupPath)) {
    const listed = 'directory' in line ? line.directory : line.path
    const target = join(draft, listed.replace(/^data(?=$|\/)/, 'postgres'))
    if ('directory' in line) await mkdir(target, { mode: 0o700 })
    else {
      const copied = await copyFile(join(backupPath, line.path), target)
      if (copied?.bytes !== line.bytes || copied.sha256 !== line.sha256)
        throw new StartupError(`${join(backupPath, line.path)} was changed or is missing: use another backup`)
    }
    await give(target)
  }
  const signal = join(draft, 'postgres', 'recovery.signal')
  await writeNewFile(signal, '')
  await give(signal)
}

/** Starts the server once, so that it replays the log, and ends it. */
async function recover(
  draft: string,
  from: string,
  { at, timeline, log }: Pick<RestoreOptions, 'at' | 'log'> & { timeline: number },
): Promise<Replayed> {
  const { wal } = layoutOf(from)
  const server = await startEmbeddedPostgres({
    dataDir: draft,
    log,
    backupDir: 'off',
    recoveryTimeoutMs: RECOVERY_TIMEOUT_MS,
    settings: {
      // The new timeline is archived when the service starts.
      archive_mode: 'on',
      // The server counts as ready only when it has replayed everything.
      hot_standby: 'off',
      restore_command: restoreCommand(wal),
      recovery_target_timeline: String(timeline),
      recovery_target_action: 'promote',
      ...(at !== undefined && { recovery_target_time: asTimestamp(at) }),
    },
  })
  try {
    return await replayedBy(server.connectionString)
  } finally {
    await server.stop()
  }
}

/** PostgreSQL does not take the Z of RFC 3339 in this setting. */
const asTimestamp = (at: string) => Temporal.Instant.from(at).toString().replace('T', ' ').replace('Z', '+00')

async function replayedBy(connectionString: string): Promise<Replayed> {
  const client = await openBackupSession(connectionString)
  try {
    return await readReplayed(client)
  } finally {
    await client.end()
  }
}
