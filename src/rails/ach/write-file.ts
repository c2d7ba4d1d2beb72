import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { putFile } from '../transports/directory.ts'
import { type AchEntry, lockUnwrittenFile, markWritten, readEntries } from './ach.store.ts'

declare module '../../app.ts' {
  interface App {
    /** The directory where the ACH operator picks up NACHA files. */
    achOutDirectory: string
  }
}

/** A file that is now available to the ACH operator, with its entries. */
export interface WrittenFile {
  id: string
  name: string
  entries: AchEntry[]
}

/**
 * Writes the oldest stored file not marked as written; undefined if none exists. If the process
 * dies before the commit, the next run writes the same bytes under the same name.
 */
export async function writeOldestFile(
  tx: Transaction,
  tenantId: bigint,
  directory: string,
  now: Temporal.Instant,
): Promise<WrittenFile | undefined> {
  const file = await lockUnwrittenFile(tx, tenantId)
  if (!file) return undefined
  await putFile(directory, file.name, file.content)
  await markWritten(tx, tenantId, file.id, now)
  return { id: file.id, name: file.name, entries: await readEntries(tx, tenantId, file.id) }
}
