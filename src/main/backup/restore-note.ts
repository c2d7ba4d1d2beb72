import { readFile, rm, writeFile } from 'node:fs/promises'
import type { Temporal } from 'temporal-polyfill'
import { restoreNoteIn } from '../embedded-postgres/files.ts'

/** What the data directory says of a restore until a worker has held the rails. */
export interface RestoreNote {
  from: string
  backup: string
  at?: string | undefined
  lastCommit?: string | undefined
  restoredAt: string
}

export async function noteRestore(
  dataDir: string,
  note: Omit<RestoreNote, 'restoredAt'>,
  now: Temporal.Instant,
): Promise<void> {
  const text = `${JSON.stringify({ ...note, restoredAt: now.toString() })}\n`
  await writeFile(restoreNoteIn(dataDir), text, { mode: 0o600, flush: true })
}

/** What is noted of a restore; undefined without one, or if a worker has held the rails since. */
export async function readRestoreNote(dataDir: string): Promise<RestoreNote | undefined> {
  const text = await readFile(restoreNoteIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : (JSON.parse(text) as RestoreNote)
}

export async function forgetRestore(dataDir: string): Promise<void> {
  await rm(restoreNoteIn(dataDir), { force: true })
}
