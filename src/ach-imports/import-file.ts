import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import { holdInstitutionTime, type Institution } from '../institution/institution.ts'
import {
  findIncomingFile,
  finishImport,
  type IncomingFile,
  incomingContent,
  lockIncomingFile,
  type NachaSummary,
  noteImported,
  quarantineFile,
  type ReadEntry,
  readNachaStream,
  TOLERANCES,
} from '../rails/rails.ts'
import { type ReceivedItem, receiveBatch } from '../receipts/receipts.ts'
import { bookAnswers } from './book-answers.ts'
import { type Answer, answerOf } from './domain/answer.ts'
import { type BatchDates, dateOfField, datesOfBatches } from './domain/entry-dates.ts'
import { Doubles, identityText, Occurrences } from './domain/entry-identity.ts'
import { kindOf } from './domain/entry-kind.ts'
import { receivedItem } from './domain/received-item.ts'
import { type FileLease, Interrupted, LEASE_MS } from './file-lease.ts'
import { importAcknowledgement, isAcknowledgement } from './import-acknowledgement.ts'
import { OneAhead } from './one-ahead.ts'

/**
 * The entries that one transaction books: it keeps their accounts from payments until it ends, and
 * what waits for it in memory outlives collections of garbage.
 */
const SLICE = 200

/** The work on one file. The caller holds its lease. */
export interface Import {
  app: App
  institution: Institution
  file: IncomingFile
  lease: FileLease
  signal: AbortSignal | undefined
}

/** What is known of a file after it was read once. */
interface Checked {
  createdOn: Temporal.PlainDate
  repeated: ReadonlySet<number>
}

/**
 * Imports a file: reads it once to check that it adds up, and once more to book its entries in
 * slices. A file that does not add up goes to quarantine, and nothing of it is booked. Each slice
 * is one transaction with the progress of the file, so a worker that ends books nothing twice, and
 * another goes on where it stopped.
 *
 * @returns how many entries were booked
 */
export async function importFile(work: Import): Promise<number> {
  if (await isAcknowledgement(work)) return importAcknowledgement(work)
  const checked = await checkFile(work)
  if (!checked) return 1
  let booked = 0
  const slices = new OneAhead(async (slice: readonly Imported[]) => {
    await book(work, slice)
    booked += slice.length
  })
  try {
    const summary = await readSlices(work, checked, slices)
    await finish(work, summary)
  } catch (error) {
    await slices.settled()
    if (!(error instanceof Interrupted)) throw error
  }
  return booked
}

/** Reads the whole file, and books nothing. Undefined if it is in quarantine now. */
async function checkFile({ app, institution, file, lease }: Import): Promise<Checked | undefined> {
  const doubles = new Doubles()
  let foreign: ReadEntry | undefined
  let isForUs = false
  const read = await readNachaStream(incomingContent(app.db, file), async (entries) => {
    await lease.keep()
    for (const entry of entries) {
      doubles.add(identityText(entry, entry.header.settlementDate))
      if (isFor(institution, entry)) isForUs = true
      else foreign ??= entry
    }
  })
  const error = !read.ok ? read.error : foreign && !isForUs ? otherBanksFile(institution, foreign) : undefined
  if (read.ok && !error)
    return { createdOn: dateOfField(read.summary.header.fileCreationDate)!, repeated: doubles.repeated() }
  await app.db.transaction(async (tx) => {
    const locked = await lockIncomingFile(tx, file.tenantId, file.id)
    if (locked?.endedAt !== null) return
    const now = await holdInstitutionTime(tx, institution, app.clock)
    await quarantineFile(tx, file.tenantId, file.id, error!, now)
  })
  return undefined
}

/** By its routing number: account numbers are unique at their bank alone (entry detail 04-12). */
function isFor({ routingNumber }: Institution, { entry }: ReadEntry): boolean {
  return entry.detail.receivingRouting === routingNumber
}

/**
 * A file with entries for other banks alone was sent to the wrong one. The destination in its
 * header does not decide that: it can be a bank or a processor that receives for others.
 */
function otherBanksFile({ routingNumber }: Institution, { entry: { detail }, line }: ReadEntry) {
  const field = 'receivingRouting'
  const reason = `no entry of the file is for ${routingNumber}: this one is for ${detail.receivingRouting}`
  return { line, record: detail.record, field, reason }
}

/** An entry with what it means. */
interface Imported {
  number: number
  item: ReceivedItem
  /** Undefined for an entry for an account of the institution. */
  answer: Answer | undefined
}

/**
 * Reads the file, and passes on the entries that are not booked, in slices of one kind: each is
 * read while the one before it is booked.
 */
async function readSlices(
  { app, institution, file, lease, signal }: Import,
  { createdOn, repeated }: Checked,
  slices: OneAhead<readonly Imported[]>,
): Promise<NachaSummary> {
  const { tenantId, id: fileId } = file
  const occurrences = new Occurrences(repeated)
  const datesOf = datesOfBatches(createdOn)
  const done = (await app.db.read((db) => findIncomingFile(db, tenantId, fileId)))?.importedEntries ?? 0
  let slice: Imported[] = []
  const flush = async () => {
    if (signal?.aborted) throw new Interrupted()
    if (slice.length > 0) await slices.add(slice)
    slice = []
  }
  const read = await readNachaStream(incomingContent(app.db, file), async (entries) => {
    // Later, each slice renews it: here, its lock would be waited for.
    if ((entries.at(-1)?.number ?? 0) <= done) await lease.keep()
    for (const entry of entries) {
      const text = identityText(entry, entry.header.settlementDate)
      const occurrence = occurrences.next(text)
      if (entry.number <= done) continue
      const dates = datesOf(entry.header)
      // An identity contains an account number, so only its keyed hash is stored.
      const clear = `${dates.settlementDate}|${text}|${occurrence}`
      const identity = app.db.keyring.indexOf(tenantId, 'ach_entry', clear)
      const imported = importedOf(institution, entry, { fileId, dates, identity })
      const [last] = slice
      const isOther = last !== undefined && (last.answer === undefined) !== (imported.answer === undefined)
      if (slice.length === SLICE || isOther) await flush()
      slice.push(imported)
    }
  })
  if (!read.ok) throw new Error(`the incoming file ${fileId} of ${institution.code} was right, and is not any more`)
  await flush()
  await slices.done()
  return read.summary
}

function importedOf(
  institution: Institution,
  entry: ReadEntry,
  origin: { identity: string; fileId: string; dates: BatchDates },
): Imported {
  const kind = kindOf(entry.entry, entry.header.secCode)
  const item = receivedItem(entry, origin)
  if (kind !== 'Receipt') return { number: entry.number, item, answer: answerOf(entry, kind, item) }
  const held = isFor(institution, entry) ? {} : { heldFor: 'OtherBank' as const }
  return { number: entry.number, item: { ...item, ...held }, answer: undefined }
}

/** Books a slice in one transaction with the progress of the file. */
async function book({ app, institution, file }: Import, slice: readonly Imported[]): Promise<void> {
  const { tenantId, id } = file
  await app.db.transaction(async (tx) => {
    await mustBeAt(tx, file, slice[0]!.number - 1)
    const now = await holdInstitutionTime(tx, institution, app.clock)
    const answers = slice.flatMap(({ answer }) => answer ?? [])
    const items = slice.flatMap(({ answer, item }) => (answer ? [] : [item]))
    await bookAnswers(tx, institution, answers, now)
    const { writeBooks } = await receiveBatch(tx, institution, items, now)
    const progress = { importedEntries: slice.at(-1)!.number, leaseMs: LEASE_MS }
    await tx.commitWith(() => Promise.all([noteImported(tx, tenantId, id, progress), writeBooks()]))
  })
}

async function finish({ app, institution, file }: Import, summary: NachaSummary): Promise<void> {
  const { entryCount: entries, totalDebitCents: debitTotal, totalCreditCents: creditTotal } = summary
  const notes = summary.notes.map(({ tolerance, records }) => `${TOLERANCES[tolerance]} (${records})`)
  await app.db.transaction(async (tx) => {
    await mustBeAt(tx, file, entries)
    const now = await holdInstitutionTime(tx, institution, app.clock)
    await finishImport(tx, file.tenantId, file.id, { entries, debitTotal, creditTotal, notes }, now)
  })
}

/** Locks the file. Another worker that is at work on it has moved it. */
async function mustBeAt(tx: Transaction, { tenantId, id }: Import['file'], importedEntries: number): Promise<void> {
  const locked = await lockIncomingFile(tx, tenantId, id)
  if (locked?.endedAt !== null || locked.importedEntries !== importedEntries) throw new Interrupted()
}
