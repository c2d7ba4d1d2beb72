import { join, resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { systemClock } from '../../kernel/clock.ts'
import {
  archivedUntil,
  listBaseBackups,
  listLog,
  missingSegments,
  prune,
  readTimelines,
} from '../backup/backup-directory.ts'
import { makeBaseBackup } from '../backup/base-backup.ts'
import { restore } from '../backup/restore.ts'
import { verifyBackups } from '../backup/verify-backup.ts'
import { anchorDirOf, type Environment, forgetOtherDatabases, outboxDirOf, readEnvironment } from '../config.ts'
import { joinDatabase } from '../database.ts'
import { readBackupDirOf } from '../embedded-postgres/archiving.ts'
import { exists, filesIn } from '../embedded-postgres/files.ts'
import { StartupError } from '../startup-error.ts'
import { command, say, wholeNumber } from './options.ts'

interface BackupOptions {
  dataDir: string
  to?: string
}

const count = wholeNumber(1, 10_000, 'use a whole number from 1 to 10000.')

const moment = (text: string) => {
  if (
    !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text) ||
    Number.isNaN(Date.parse(text))
  )
    throw new InvalidArgumentError('use a time with its zone, such as 2026-07-01T14:30:00Z.')
  return text
}

/** `giro backup …` and `giro restore`: for the embedded database. */
export function addBackupCommands(giro: Command): void {
  const backup = command(giro, 'backup', 'Copy the embedded database while it runs. Prints what was made.')
    .option('--to <directory>', 'the backup directory; by default that of GIRO_BACKUP_DIR')
    .action(makeBackup)

  directoryCommand(backup, 'list', 'List the base backups, and until when each can restore.').action(list)
  directoryCommand(backup, 'verify', 'Read all backups again. Exit code 1 if anything is wrong.').action(verify)
  directoryCommand(backup, 'prune', 'Remove old base backups, and the log that no other one needs.')
    .requiredOption('--keep <number>', 'how many base backups stay', count)
    .action(async (options: BackupOptions & { keep: number }) => {
      const pruned = await prune(await directoryOf(options), options.keep, systemClock.now().epochMilliseconds)
      say(JSON.stringify(pruned))
    })

  giro
    .command('restore')
    .description('Restore the embedded database from a backup, into a data directory that has none.')
    .requiredOption('--from <directory>', 'the backup directory')
    .requiredOption('--to <data directory>', 'the data directory')
    .option('--at <time>', 'the moment to restore, such as 2026-07-01T14:30:00Z; by default the last one', moment)
    .option('--timeline <number>', 'the timeline to follow, after an earlier restore; by default the newest', count)
    .action(restoreDatabase)
}

/** The subcommands take the directory of their own option, or of the command above them. */
function directoryCommand(parent: Command, name: string, description: string): Command {
  return command(parent, name, description).option('--to <directory>', 'the backup directory')
}

async function makeBackup(options: BackupOptions): Promise<void> {
  const environment = readEnvironment()
  if (environment.databaseUrl !== undefined)
    throw new StartupError(
      'giro backup copies the embedded database: back up a PostgreSQL of your own with pgBackRest or pg_basebackup, see docs/operations.md',
    )
  if (!(await exists(join(options.dataDir, 'postgres'))))
    throw new StartupError(`${resolve(options.dataDir)} has no Giro database: name the data directory with --data-dir`)
  const database = await joinDatabase(environment, options.dataDir, (line) => console.error(line))
  try {
    const source = { url: database.ownerUrl!, files: await filesIn(options.dataDir), clock: systemClock }
    const made = await makeBaseBackup(source, await directoryOf(options))
    say(JSON.stringify(made))
  } finally {
    await database.stop()
  }
}

async function directoryOf({ to, dataDir }: BackupOptions): Promise<string> {
  const { backupDir } = readEnvironment()
  if (to !== undefined) return resolve(to)
  if (backupDir !== undefined && backupDir !== 'off') return resolve(backupDir)
  const remembered = (await exists(dataDir)) ? await readBackupDirOf(await filesIn(dataDir)) : undefined
  if (remembered !== undefined) return remembered
  throw new StartupError('no backup directory is known: name one with --to, or set GIRO_BACKUP_DIR')
}

async function list(options: BackupOptions): Promise<void> {
  const directory = await directoryOf(options)
  const log = await listLog(directory)
  const backups = await listBaseBackups(directory)
  const timelines = await readTimelines(directory, { log, backups })
  const until = await archivedUntil(directory, log)
  for (const backup of backups) {
    const missing = missingSegments(backup, log, timelines)
    const restorableUntil = until === undefined || missing.length > 0 ? backup.endedAt : until.toISOString()
    say(JSON.stringify({ ...backup, restorableUntil, ...(missing.length > 0 && { missing }) }))
  }
}

async function verify(options: BackupOptions): Promise<void> {
  const findings = await verifyBackups(await directoryOf(options))
  for (const finding of findings) say(finding)
  if (findings.length === 0) say('All backups have the bytes of their manifests, and the log has no gap.')
  process.exitCode = findings.length === 0 ? 0 : 1
}

async function restoreDatabase(options: { from: string; to: string; at?: string; timeline?: number }): Promise<void> {
  forgetOtherDatabases()
  const { from, to, at, timeline } = options
  const log = (line: string) => console.error(line)
  const restored = await restore({ from, to, at, timeline, clock: systemClock, log })
  say(`Restored ${restored.backup.id} up to ${restored.lastCommit ?? restored.backup.endedAt} into ${resolve(to)}.`)
  for (const line of await companionsOf(readEnvironment(), to)) say(line)
}

/** What a restored database needs beside it, and whether it is where the next start looks. */
async function companionsOf(environment: Environment, dataDir: string): Promise<string[]> {
  const key = join(resolve(dataDir), 'encryption.key')
  const hasKey = environment.encryptionKey !== undefined || environment.keyCommand !== undefined || (await exists(key))
  const outbox = join(outboxDirOf(environment, resolve(dataDir)), 'ach')
  const anchors = anchorDirOf(environment, resolve(dataDir))
  const state = async (path: string) => ((await exists(path)) ? 'found' : 'MISSING')
  return [
    `The master key: ${hasKey ? 'found' : `MISSING: set GIRO_ENCRYPTION_KEY, or put it back to ${key}`}.`,
    `The outbox: ${await state(join(outbox, 'outbox.json'))} in ${outbox}, its manifest: ${await state(join(outbox, 'manifest'))}.`,
    `The anchors: ${await state(anchors)} in ${anchors}.`,
    'No backup has these three. The outbox and the anchors must be as they are now, not as they were at the',
    'time of the backup: they show what has left since. Put back what is missing before the next start.',
    'The next worker holds the rails: see "giro rails status".',
  ]
}
