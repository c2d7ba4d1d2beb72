import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { holdInstitutionTime, type Institution } from '../institution/institution.ts'
import { newId } from '../kernel/id.ts'
import { formatAmount } from '../kernel/money.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import { resumeFile, suspendFile } from '../payments/payments.ts'
import {
  ACKNOWLEDGEMENT_TITLE,
  type AcknowledgedFile,
  type FileAcknowledgement,
  findAcknowledged,
  finishImport,
  type IncomingFile,
  incomingContent,
  insertAcknowledgement,
  lockIncomingFile,
  lockLastSaid,
  quarantineFile,
  readAcknowledgement,
} from '../rails/rails.ts'
import { judgeAcknowledgement } from './domain/judge-acknowledgement.ts'
import { ACTOR } from './matched-answer.ts'

/** An acknowledgement has about ten lines. */
const MAX_BYTES = 8192n
const TITLE = new RegExp(`^${ACKNOWLEDGEMENT_TITLE}\\r?\\n`)

/** An incoming file. The caller holds its lease. */
interface Work {
  app: App
  institution: Institution
  file: IncomingFile
}

/** Whether the operator says in this file what it did with one of ours. */
export async function isAcknowledgement({ app, file }: Pick<Work, 'app' | 'file'>): Promise<boolean> {
  if (file.sizeBytes > MAX_BYTES) return false
  return TITLE.test(await contentOf(app, file))
}

async function contentOf(app: App, file: IncomingFile): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of incomingContent(app.db, file)) pieces.push(piece)
  return Buffer.concat(pieces).toString('latin1')
}

/**
 * Notes what the operator says of a file of ours, in one transaction. One that cannot be read, that
 * names no file of ours or that does not agree with it goes to quarantine, and a person decides:
 * releasing one that does not agree says that it is dealt with.
 *
 * @returns 1: one file was dealt with
 */
export async function importAcknowledgement({ app, institution, file }: Work): Promise<number> {
  const said = readAcknowledgement(await contentOf(app, file))
  const { tenantId, id } = file
  await app.db.transaction(async (tx) => {
    const locked = await lockIncomingFile(tx, tenantId, id)
    if (locked?.endedAt !== null) return
    const now = await holdInstitutionTime(tx, institution, app.clock)
    const noted = said.ok ? await note(tx, institution, { said: said.value, locked }, now) : said
    if (!noted.ok) return quarantineFile(tx, tenantId, id, noted.refusal, now)
    await finishImport(tx, tenantId, id, { entries: 0, debitTotal: 0n, creditTotal: 0n, notes: [noted.value] }, now)
  })
  return 1
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockIncomingFile>>>
type Refused = Parameters<typeof quarantineFile>[3]

const refused = (reason: string): Result<never, Refused> =>
  refuse({ line: null, record: 'acknowledgement', field: null, reason })

/** What it means, in words. */
async function note(
  tx: Transaction,
  institution: Institution,
  { said, locked }: { said: FileAcknowledgement; locked: Locked },
  now: Temporal.Instant,
): Promise<Result<string, Refused>> {
  const { tenantId } = institution
  const sent = await findAcknowledged(tx, tenantId, said)
  if (!sent)
    return refused(
      `no file with the id ${said.fileId} was sent by ${said.origin} on ${said.createdOn} at ${said.createdAt}`,
    )
  const before = await lockLastSaid(tx, tenantId, sent.id)
  const judged = judgeAcknowledgement(said, sent.totals, before)
  if (judged.outcome === 'Known') return accept(`the operator accepted ${sent.name} before`)
  const { outcome, reason } = judged
  const row = { id: newId(now), fileId: sent.id, incomingFileId: locked.id, outcome, reason, totals: said.totals }
  await insertAcknowledgement(tx, tenantId, row, now)
  if (outcome === 'Different') {
    const why = `${sent.name}: ${reason}`
    return locked.release ? accept(`a person dealt with it: ${why}`) : refused(why)
  }
  if (outcome === 'Rejected') {
    const waiting = await suspendFile(tx, tenantId, sent.id, now)
    await record(tx, tenantId, 'rails.fileRejected', sent, { reason, waiting, acknowledgedIn: locked.id }, now)
    return accept(`the operator rejected ${sent.name}: ${reason}`)
  }
  if (before === 'Rejected') await resumeFile(tx, institution, sent.id, now)
  await record(tx, tenantId, 'rails.fileAccepted', sent, { acknowledgedIn: locked.id }, now)
  return accept(`the operator accepted ${sent.name}`)
}

const dollars = (cents: bigint) => formatAmount(cents, 'USD')

async function record(
  tx: Transaction,
  tenantId: bigint,
  action: 'rails.fileAccepted' | 'rails.fileRejected',
  { id, name, totals }: AcknowledgedFile,
  facts: object,
  now: Temporal.Instant,
): Promise<void> {
  const { batches, entries, debitTotal, creditTotal } = totals
  const counted = { batches, entries, debitTotal: dollars(debitTotal), creditTotal: dollars(creditTotal) }
  const after = { fileUID: id, name, ...counted, ...facts }
  await recordChange(tx, { tenantId, actor: ACTOR, action, subject: { kind: 'railHandover', id }, after }, now)
}
