import { Temporal } from 'temporal-polyfill'
import type { Database } from '../../db/client.ts'
import { type Archiver, readArchiver } from './archiver.store.ts'
import { listBaseBackups } from './backup-directory.ts'

/** Whether the database could be restored if it were lost now. */
export interface BackupStanding extends Archiver {
  /**
   * The end of the newest base backup; null if none exists. Undefined for a PostgreSQL of one's
   * own: only the program that backs it up knows.
   */
  backedUpAt: Temporal.Instant | null | undefined
}

/** How old the newest base backup may be: one is made each night. */
export const OLDEST_BACKUP_S = 50 * 3_600

/**
 * Reads what is known of backups. `directory` is that of the embedded database, null if it has
 * none, and undefined with a PostgreSQL of one's own. A directory that cannot be read has no
 * backup.
 */
export async function readBackupStanding(db: Database, directory: string | null | undefined): Promise<BackupStanding> {
  const archiver = await db.read(readArchiver)
  return { ...archiver, backedUpAt: directory === undefined ? undefined : await lastBackupAt(directory) }
}

async function lastBackupAt(directory: string | null): Promise<Temporal.Instant | null> {
  if (directory === null) return null
  const last = (await listBaseBackups(directory).catch(() => [])).at(-1)
  return last ? Temporal.Instant.from(last.endedAt) : null
}
