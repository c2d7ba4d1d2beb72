import { createHash } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { newId } from '../../kernel/id.ts'
import type { Rail } from '../../kernel/rail.ts'
import {
  findByContent,
  type IncomingStatus,
  insertIncoming,
  insertPart,
  insertUnread,
  markReceived,
  PART_BYTES,
} from './incoming-files.store.ts'
import { renderIncoming } from './incoming-trace.ts'

/** What is known of a file before its bytes are kept. */
export interface IncomingDigest {
  rail: Rail
  name: string
  /** SHA-256 in hexadecimal. */
  sha256: string
  sizeBytes: bigint
}

export interface StoredIncoming {
  id: string
  /** False if the same content came before, under whatever name. */
  isNew: boolean
  status: IncomingStatus
}

/**
 * Keeps the bytes of a file that came in, whole. The same content is kept once. For bytes that are
 * in memory; `takeIncoming` keeps a file of a directory, part by part.
 */
export async function storeIncomingFile(
  tx: Transaction,
  tenantId: bigint,
  { rail, name, content }: { rail: Rail; name: string; content: Uint8Array },
  now: Temporal.Instant,
): Promise<StoredIncoming> {
  const sha256 = createHash('sha256').update(content).digest('hex')
  const begun = await beginIncoming(tx, tenantId, { rail, name, sha256, sizeBytes: BigInt(content.length) }, now)
  if (begun.status !== 'RECEIVING') return begun
  const { id } = begun
  for (let part = 0; part * PART_BYTES < content.length; part++)
    await insertPart(tx, { tenantId, id }, part, content.subarray(part * PART_BYTES, (part + 1) * PART_BYTES))
  await completeIncoming(tx, tenantId, id, now)
  return { ...begun, status: 'RECEIVED' }
}

/** Announces a file by its content. If it is RECEIVING, its parts are to be added. */
export async function beginIncoming(
  tx: Transaction,
  tenantId: bigint,
  file: IncomingDigest,
  now: Temporal.Instant,
): Promise<StoredIncoming> {
  const known = await findByContent(tx, tenantId, file)
  if (known) return { id: known.id, isNew: false, status: known.status }
  const inserted = await insertIncoming(tx, { tenantId, id: newId(now), ...file, receivedAt: now })
  if (inserted) return { id: inserted.id, isNew: true, status: inserted.status }
  // Another worker announced the same content meanwhile.
  const { id, status } = (await findByContent(tx, tenantId, file))!
  return { id, isNew: false, status }
}

/** Notes that all parts of a file are kept: from now on, it can be imported. */
export async function completeIncoming(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  now: Temporal.Instant,
): Promise<void> {
  const received = await markReceived(tx, tenantId, id, now)
  if (!received) return
  const subject = { kind: 'incomingFile', id }
  const after = renderIncoming(received)
  await recordChange(tx, { tenantId, actor: 'worker', action: 'rails.fileReceived', subject, after }, now)
}

/** Puts a file in quarantine that is too large to be read. Its bytes stay where they are. */
export async function refuseUnread(
  tx: Transaction,
  tenantId: bigint,
  { maxBytes, ...file }: Omit<IncomingDigest, 'sha256'> & { maxBytes: number },
  now: Temporal.Instant,
): Promise<string> {
  const reason = `the file has ${file.sizeBytes} bytes, and at most ${maxBytes} are read`
  const refusal = { line: null, record: null, field: null, reason }
  const refused = await insertUnread(tx, { tenantId, id: newId(now), ...file, receivedAt: now }, refusal)
  const subject = { kind: 'incomingFile', id: refused.id }
  const after = renderIncoming(refused)
  await recordChange(tx, { tenantId, actor: 'worker', action: 'rails.fileQuarantined', subject, after }, now)
  return refused.id
}
