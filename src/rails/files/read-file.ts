import { createHash } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Connection } from '../../db/client.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { readAcknowledgementsOf, type ShownAcknowledgement } from '../ach/file-acknowledgements.store.ts'
import { type Delivery, findDelivery } from '../courier/deliveries.store.ts'
import { type EndedFile, findIncomingFile, incomingContent, PART_BYTES } from '../incoming/incoming-files.store.ts'
import {
  findOutgoing,
  type OutgoingFile,
  type OutgoingTotals,
  readOutgoingContent,
  readOutgoingTotals,
  readResends,
} from './rail-files.store.ts'

/** One file, of either direction, with all that is known of it. */
export type FileDetails =
  | {
      direction: 'Out'
      file: OutgoingFile
      resends: Pick<OutgoingFile, 'id' | 'name' | 'status'>[]
      totals: OutgoingTotals | undefined
      delivery?: Delivery | undefined
      acknowledgements?: ShownAcknowledgement[]
    }
  | { direction: 'In'; file: EndedFile }

export async function findFile(
  db: Connection,
  tenantId: bigint,
  fileUID: string,
): Promise<Result<FileDetails, Refusal>> {
  const outgoing = await findOutgoing(db, tenantId, fileUID)
  if (outgoing) {
    const resends = await readResends(db, tenantId, outgoing.id)
    const totals = await readOutgoingTotals(db, outgoing)
    const delivery = await findDelivery(db, tenantId, outgoing.id)
    const acknowledgements = await readAcknowledgementsOf(db, tenantId, outgoing.id)
    return accept({ direction: 'Out', file: outgoing, resends, totals, delivery, acknowledgements })
  }
  const incoming = await findIncomingFile(db, tenantId, fileUID)
  return incoming ? accept({ direction: 'In', file: incoming }) : refusal('railFileNotFound')
}

/** A part of the bytes of a file. */
export interface FilePart {
  fileUID: string
  name: string
  /** From 0. */
  part: number
  parts: number
  sizeBytes: number
  /** SHA-256 of the whole file, in hexadecimal. */
  sha256: string
  content: Uint8Array
}

/**
 * A part of the bytes of a file, of at most 1 MiB. The bytes name people and their accounts, so
 * each reading is in the audit log, before anything is returned.
 */
export async function readContent(
  app: App,
  { tenantId, clientId }: { tenantId: bigint; clientId: string },
  fileUID: string,
  part: number,
  now: Temporal.Instant,
): Promise<Result<FilePart, Refusal>> {
  const found = await app.db.read((db) => findFile(db, tenantId, fileUID))
  if (!found.ok) return found
  const read =
    found.value.direction === 'Out'
      ? await outgoingPart(app, found.value.file, part)
      : await incomingPart(app, found.value.file, part)
  if (!read) return refusal('railFileWithoutContent')
  if (part >= Math.max(read.parts, 1)) return refusal('railFilePartNotFound', `it has ${read.parts} parts`)
  const subject = { kind: found.value.direction === 'Out' ? 'railHandover' : 'incomingFile', id: fileUID }
  const after = { fileUID, name: read.name, part, parts: read.parts }
  await app.db.transaction((tx) =>
    recordAudit(tx, { tenantId, actor: clientId, action: 'rails.fileContentRead', subject, after }, now),
  )
  return accept(read)
}

async function outgoingPart(app: App, file: OutgoingFile, part: number): Promise<FilePart | undefined> {
  const bytes = await app.db.read((db) => readOutgoingContent(db, file))
  if (!bytes) return undefined
  return {
    ...{ fileUID: file.id, name: file.name, part, sizeBytes: bytes.length },
    parts: Math.ceil(bytes.length / PART_BYTES),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    content: bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  }
}

async function incomingPart(app: App, file: EndedFile, part: number): Promise<FilePart | undefined> {
  const { id, name, sha256, status } = file
  if (sha256 === null || status === 'RECEIVING') return undefined
  const sizeBytes = Number(file.sizeBytes)
  const parts = Math.ceil(sizeBytes / PART_BYTES)
  const { value } = await incomingContent(app.db, file, part * PART_BYTES).next()
  return { ...{ fileUID: id, name, part, parts, sizeBytes, sha256 }, content: value ?? new Uint8Array() }
}
