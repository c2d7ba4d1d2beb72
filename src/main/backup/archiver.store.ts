import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../../db/client.ts'

/** What PostgreSQL says of the archiving of its write-ahead log. */
export interface Archiver {
  isArchiving: boolean
  /** When it failed last, if it has archived nothing since. */
  failedAt: Temporal.Instant | null
  /** When it archived a segment last. */
  archivedAt: Temporal.Instant | null
}

export async function readArchiver(db: Connection): Promise<Archiver> {
  const row = await db.row<Archiver>(
    `select current_setting('archive_mode') <> 'off' as is_archiving, last_archived_time as archived_at,
       case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_time end as failed_at
     from pg_stat_archiver`,
  )
  return row!
}
