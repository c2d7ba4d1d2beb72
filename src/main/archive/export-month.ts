import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Temporal } from 'temporal-polyfill'
import { type ChainLink, formatHead, readLinks, recordAudit } from '../../audit/audit.ts'
import type { Database, Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { firstIdAt } from '../../kernel/id.ts'
import { VERSION } from '../../kernel/version.ts'
import { StartupError } from '../startup-error.ts'
import {
  type ArchivedRow,
  findLinksOfMonth,
  findOpenDay,
  type MonthBounds,
  PARTS_OF_PAYMENTS,
  readAccountIds,
  readClosingsOfMonth,
  readEntriesOfMonth,
  readJournalOfMonth,
  readPartOfPayments,
  readPaymentsOfMonth,
} from './archive.store.ts'
import {
  type ArchivedFile,
  FORMAT,
  hashText,
  type Manifest,
  manifestPath,
  openSection,
  readManifest,
  type SectionWriter,
} from './archive-files.ts'
import { archiveKeyOf, writeSignature } from './archive-signature.ts'
import { MonthSums } from './month-sums.ts'

const PAGE_PAYMENTS = 500
const PAGE_ROWS = 2_000
/** States in which nothing is due. A processed payment may still be returned or reversed. */
const ENDED = new Set(['PROCESSED', 'RETURNED', 'REVERSED', 'REJECTED', 'CANCELLED', 'VALIDATION_FAILURE'])

export interface ExportOptions {
  institution: Institution
  month: Temporal.PlainYearMonth
  /** Gets a directory for each month, such as `demo-2026-05`. */
  directory: string
  now: Temporal.Instant
}

/**
 * Writes an archive of a closed month: its payments with everything about them, its journal and
 * entries, its closing balances and its part of the audit chain, all of one moment. Signs the
 * manifest, and records its hash in the audit log. Refuses a month with an open business day, and
 * one that is archived already. The directory has its name only when it is complete and on disk.
 */
export async function exportMonth(
  db: Database,
  { institution, month, directory, now }: ExportOptions,
): Promise<{ path: string; manifest: Manifest; sha256: string }> {
  const { code, tenantId } = institution
  const nameOf = (one: Temporal.PlainYearMonth) => `${code}-${one}`
  const path = resolve(directory, nameOf(month))
  if (existsSync(path)) throw new StartupError(`${path} exists: verify it with giro archive verify, or move it away`)
  const previous = resolve(directory, nameOf(month.subtract({ months: 1 })))
  const before = existsSync(previous) ? (await readManifest(previous)).sha256 : null
  const partial = `${path}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true, mode: 0o700 })
  const written = await db
    .forTenant(tenantId)
    .snapshot((tx) => writeSections(tx, partial, boundsOf(institution, month)))
  const manifest: Manifest = {
    ...{ format: FORMAT, institution: code, month: String(month), exportedAt: now.toString(), release: VERSION },
    ...{ previous: before, ...written },
  }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await writeDurably(manifestPath(partial), text)
  await writeSignature(partial, text, await archiveKeyOf(db.keyring, tenantId))
  const sha256 = hashText(text)
  await db.forTenant(tenantId).transaction((tx) => recordExport(tx, institution, { month, sha256 }, now))
  await rename(partial, path)
  await syncDirectory(resolve(directory))
  return { path, manifest, sha256 }
}

/** The audit chain, and with it its anchors, know the archive from then on. */
async function recordExport(
  tx: Transaction,
  { tenantId, code }: Institution,
  { month, sha256 }: { month: Temporal.PlainYearMonth; sha256: string },
  now: Temporal.Instant,
): Promise<void> {
  const subject = { kind: 'institution', id: code }
  const after = { month: String(month), manifestSha256: sha256 }
  await recordAudit(tx, { tenantId, actor: 'operator', action: 'archive.exported', subject, after }, now)
}

interface Bounds extends MonthBounds {
  from: string
  to: string
}

/** The month in the institution's time zone. */
function boundsOf({ tenantId, timeZone }: Institution, month: Temporal.PlainYearMonth): Bounds {
  const [first, end] = [month, month.add({ months: 1 })].map((one) => one.toPlainDate({ day: 1 }))
  const [from, to] = [first!, end!].map((day) => day.toZonedDateTime(timeZone).toInstant())
  return {
    ...{ tenantId, firstDay: String(first), endDay: String(end), from: String(from), to: String(to) },
    ...{ firstId: firstIdAt(from!), endId: firstIdAt(to!) },
  }
}

async function writeSections(
  tx: Transaction,
  directory: string,
  bounds: Bounds,
): Promise<Pick<Manifest, 'files' | 'openPayments' | 'altered' | 'posted' | 'audit'>> {
  await tx.query(`set local time zone 'UTC'`)
  const { openDay, closedDays } = await findOpenDay(tx, bounds)
  if (openDay !== null) throw new StartupError(`the month is not closed: the business day ${openDay} is open`)
  if (closedDays === 0n) throw new StartupError('the month has no closed business day: check the month')
  const payments = await writePayments(tx, directory, bounds)
  const sums = new MonthSums()
  const journal = await inSection(directory, 'journal', (to) => writeJournal(tx, to, bounds, sums))
  const entries = await inSection(directory, 'entries', (to) => writeEntries(tx, to, bounds, sums))
  const closings = await inSection(directory, 'closings', (to) => writeClosings(tx, to, bounds))
  const problems = sums.problems()
  if (problems.length > 0)
    throw new StartupError('the ledger of the month contradicts itself: run giro ledger verify', {
      detail: problems.join('\n'),
    })
  let audit: Manifest['audit'] = null
  const links = await inSection(directory, 'audit', async (to) => {
    audit = await writeLinks(tx, to, bounds)
  })
  const files = [...payments.files, journal, entries, closings, links]
  return { files, openPayments: payments.open, altered: payments.altered, posted: sums.posted(), audit }
}

async function inSection(
  directory: string,
  name: string,
  write: (to: SectionWriter) => Promise<void>,
): Promise<ArchivedFile> {
  const section = openSection(directory, name)
  await write(section)
  return section.close()
}

async function writePayments(
  tx: Transaction,
  directory: string,
  bounds: MonthBounds,
): Promise<{ files: ArchivedFile[]; open: number; altered: number }> {
  const instructions = openSection(directory, 'payments')
  const parts = PARTS_OF_PAYMENTS.map((part) => ({ part, section: openSection(directory, part) }))
  let [open, altered] = [0, 0]
  const count = (rows: readonly ArchivedRow[]) => {
    altered += rows.filter((row) => row.altered !== undefined).length
  }
  let after: string | undefined
  for (;;) {
    const page = await readPaymentsOfMonth(tx, bounds, after, PAGE_PAYMENTS)
    if (page.length === 0) break
    after = page.at(-1)!.id
    open += page.filter(({ line }) => !ENDED.has(JSON.parse(line).state.status)).length
    count(page)
    await instructions.write(page.map(({ line }) => line))
    const ids = page.map(({ id }) => id)
    for (const { part, section } of parts) {
      const rows = await readPartOfPayments(tx, bounds.tenantId, part, ids)
      count(rows)
      await section.write(rows.map(({ line }) => line))
    }
  }
  const files = [await instructions.close()]
  for (const { section } of parts) files.push(await section.close())
  return { files, open, altered }
}

async function writeJournal(tx: Transaction, to: SectionWriter, bounds: MonthBounds, sums: MonthSums): Promise<void> {
  let after: { day: string; id: string } | undefined
  for (;;) {
    const page = await readJournalOfMonth(tx, bounds, after, PAGE_ROWS)
    if (page.length === 0) return
    after = page.at(-1)!
    for (const { line } of page) sums.addTransfer(JSON.parse(line))
    await to.write(page.map(({ line }) => line))
  }
}

async function writeEntries(tx: Transaction, to: SectionWriter, bounds: MonthBounds, sums: MonthSums): Promise<void> {
  let last = 0n
  for (;;) {
    const accounts = await readAccountIds(tx, bounds.tenantId, last, PAGE_ROWS)
    if (accounts.length === 0) return
    last = accounts.at(-1)!
    for (const accountId of accounts) {
      let after = 0n
      for (;;) {
        const page = await readEntriesOfMonth(tx, bounds, { accountId, after, limit: PAGE_ROWS })
        for (const { line } of page) sums.addEntry(JSON.parse(line))
        await to.write(page.map(({ line }) => line))
        if (page.length < PAGE_ROWS) break
        after = page.at(-1)!.sequence
      }
    }
  }
}

async function writeClosings(tx: Transaction, to: SectionWriter, bounds: MonthBounds): Promise<void> {
  let day: string | undefined
  for (;;) {
    const page = await readClosingsOfMonth(tx, bounds, day)
    if (page.length === 0) return
    day = page[0]!.day
    await to.write(page.map(({ line }) => line))
  }
}

async function writeLinks(tx: Transaction, to: SectionWriter, bounds: Bounds): Promise<Manifest['audit']> {
  const range = await findLinksOfMonth(tx, bounds.tenantId, bounds)
  if (!range) return null
  let [first, last]: (ChainLink | undefined)[] = []
  for (let after = range.first - 1n; after < range.last; ) {
    const page = await readLinks(tx, bounds.tenantId, after, PAGE_ROWS)
    const links = page.filter(({ sequence }) => sequence <= range.last)
    first ??= links[0]
    last = links.at(-1) ?? last
    if (page.length === 0) break
    after = page.at(-1)!.sequence
    await to.write(links.map(lineOf))
  }
  if (!first || !last) return null
  return { from: formatHead({ sequence: first.sequence - 1n, hash: first.previousHash }), to: formatHead(last) }
}

/** A link as text: hashes in hex, and numbers as text. */
function lineOf({ sequence, auditId, previousHash, hash, record }: ChainLink): string {
  return JSON.stringify({
    ...{ sequence: String(sequence), auditId, previousHash: previousHash.toString('hex'), hash: hash.toString('hex') },
    record: record && { ...record, customerId: record.customerId === null ? null : String(record.customerId) },
  })
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(join(path, '.'))
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
