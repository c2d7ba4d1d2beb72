import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { waitAfter } from './import-attempts.ts'
import {
  type EndedFile,
  type FileRefusal,
  type ImportTotals,
  type IncomingFile,
  lockIncomingFile,
  markFailed,
  markImported,
  markQuarantined,
} from './incoming-files.store.ts'
import { renderIncoming } from './incoming-trace.ts'

/** Ends the import of a file: all of its entries are booked. */
export async function finishImport(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  totals: ImportTotals,
  now: Temporal.Instant,
): Promise<void> {
  const before = await mustBeOpen(tx, tenantId, id)
  const after = await markImported(tx, tenantId, id, totals, now)
  await record(tx, 'rails.fileImported', { before, after }, now)
}

/**
 * Puts a file aside that cannot be read or does not add up. It is kept whole, stops no other file,
 * and is imported again only if a person decides so.
 */
export async function quarantineFile(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  refusal: FileRefusal,
  now: Temporal.Instant,
): Promise<void> {
  const before = await mustBeOpen(tx, tenantId, id)
  const after = await markQuarantined(tx, tenantId, id, refusal, now)
  await record(tx, 'rails.fileQuarantined', { before, after }, now)
}

/**
 * Notes that an import failed. It is tried again after a wait. After the last attempt, the file
 * goes to quarantine, and a person decides. A file that another worker moved meanwhile stays as it
 * is.
 * @returns the seconds until the next attempt; undefined if there is none
 */
export async function failImport(
  tx: Transaction,
  file: Pick<IncomingFile, 'tenantId' | 'id' | 'attempts'>,
  now: Temporal.Instant,
): Promise<number | undefined> {
  const { tenantId, id } = file
  const before = await lockIncomingFile(tx, tenantId, id)
  if (before?.endedAt !== null || before.attempts !== file.attempts) return undefined
  const seconds = waitAfter(before.attempts + 1)
  if (seconds === undefined) {
    const next = before.importedEntries + 1
    const reason = `the import failed ${before.attempts + 1} times at entry ${next}: the logs of the workers say why`
    await quarantineFile(tx, tenantId, id, { line: null, record: null, field: null, reason }, now)
  } else await markFailed(tx, file, now.add({ seconds }))
  return seconds
}

async function mustBeOpen(tx: Transaction, tenantId: bigint, id: string): Promise<EndedFile> {
  const file = await lockIncomingFile(tx, tenantId, id)
  if (!file) throw new Error(`the incoming file ${id} does not exist`)
  if (file.endedAt !== null) throw new Error(`the incoming file ${id} is ${file.status} already`)
  return file
}

async function record(
  tx: Transaction,
  action: 'rails.fileImported' | 'rails.fileQuarantined',
  { before, after }: { before: EndedFile; after: EndedFile },
  now: Temporal.Instant,
): Promise<void> {
  const change = { before: renderIncoming(before), after: renderIncoming(after) }
  const { tenantId, id } = after
  await recordChange(tx, { tenantId, actor: 'worker', action, subject: { kind: 'incomingFile', id }, ...change }, now)
}
