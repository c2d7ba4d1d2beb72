import { chown, mkdir, rename, rm, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../kernel/clock.ts'
import { lockDataDir } from '../data-dir.ts'
import { layoutOf } from '../embedded-postgres/archiving.ts'
import { locateBinaries } from '../embedded-postgres/binaries.ts'
import { exists, filesIn } from '../embedded-postgres/files.ts'
import { chooseLauncher } from '../embedded-postgres/launcher.ts'
import type { Account } from '../embedded-postgres/run.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/start.ts'
import { restoreCommand } from '../embedded-postgres/wal-archive.ts'
import { StartupError } from '../startup-error.ts'
import { leadsTo, listBaseBackups, listLog, pathOfBackup, readTimelines } from './backup-directory.ts'
import { openBackupSession, readLastReplayed } from './backup-session.store.ts'
import { type BaseBackup, readManifest } from './base-manifest.ts'
import { copyFile, syncDirectory, writeNewFile } from './copy-file.ts'
import { noteRestore } from './restore-note.ts'

/** Replays a week of a busy bank's log. */
const RECOVERY_TIMEOUT_MS = 12 * 3_600_000
const RESERVE_BYTES = 256 * 1024 * 1024

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
 * start holds the rails.
 */
export async function restore({ from, to, at, ...options }: RestoreOptions): Promise<Restored> {
  const unlock = await lockDataDir(to)
  try {
    const files = await filesIn(to)
    for (const path of [files.cluster, files.password])
      if (await exists(path))
        throw new StartupError(`${path} exists: restore into another data directory, or move it away first`)
    const backup = await chooseBackup(resolve(from), { at, timeline: options.timeline })
    await requireRoom(files.dataDir, backup)
    const draft = join(files.dataDir, 'restoring')
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { mode: 0o700 })
    const inner = await filesIn(draft)
    const { account } = await chooseLauncher(inner, await locateBinaries(), options.log)
    await copyBack(pathOfBackup(resolve(from), backup.id), draft, account)
    const lastCommit = await recover(draft, resolve(from), { at, ...options })
    await noteRestore(files.dataDir, { from: resolve(from), backup: backup.id, at, lastCommit }, options.clock.now())
    await rename(inner.log, files.log)
    await rename(inner.password, files.password)
    await rename(inner.cluster, files.cluster)
    await syncDirectory(files.dataDir)
    await rm(draft, { recursive: true, force: true })
    return { backup, lastCommit }
  } finally {
    await unlock()
  }
}

/** The newest backup that ended before the moment, on the timeline to restore. */
async function chooseBackup(
  from: string,
  { at, timeline }: { at: string | undefined; timeline: number | undefined },
): Promise<BaseBackup> {
  const backups = await listBaseBackups(from)
  if (backups.length === 0) throw new StartupError(`${from} has no complete base backup`)
  const timelines = await readTimelines(from, await listLog(from), timeline)
  const usable = backups.filter((backup) => timelines.ancestors.length === 0 || leadsTo(backup, timelines))
  const backup = usable.filter(({ endedAt }) => at === undefined || Date.parse(endedAt) <= Date.parse(at)).at(-1)
  if (!backup)
    throw new StartupError(
      `${from} has no base backup that ended before ${at ?? 'now'} on timeline ${timelines.timeline}: see "giro backup list"`,
    )
  return backup
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
  { at, timeline, log }: Pick<RestoreOptions, 'at' | 'timeline' | 'log'>,
): Promise<string | undefined> {
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
      recovery_target_timeline: timeline === undefined ? 'latest' : String(timeline),
      recovery_target_action: 'promote',
      ...(at !== undefined && { recovery_target_time: asTimestamp(at) }),
    },
  })
  try {
    return await lastCommitOf(server.connectionString)
  } finally {
    await server.stop()
  }
}

/** PostgreSQL does not take the Z of RFC 3339 in this setting. */
const asTimestamp = (at: string) => Temporal.Instant.from(at).toString().replace('T', ' ').replace('Z', '+00')

async function lastCommitOf(connectionString: string): Promise<string | undefined> {
  const client = await openBackupSession(connectionString)
  try {
    return await readLastReplayed(client)
  } finally {
    await client.end()
  }
}
