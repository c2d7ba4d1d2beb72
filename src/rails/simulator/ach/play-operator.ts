import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import type { App } from '../../../app.ts'
import { holdInstitutionTime, type Institution } from '../../../institution/institution.ts'
import { businessCalendar, nextBusinessDay } from '../../../kernel/business-calendar.ts'
import { newId } from '../../../kernel/id.ts'
import { accept, type Result, refuse } from '../../../kernel/result.ts'
import { findByContent } from '../../incoming/incoming-files.store.ts'
import { putFile } from '../../transports/directory.ts'
import { acknowledgementOf } from './acknowledgement.ts'
import { type AnsweringEntry, answersTo } from './answers.ts'
import { dateOf, fieldOf } from './entry-dates.ts'
import { rejectionOf } from './outcomes.ts'
import { type Origination, RefusedOrigination, readOrigination } from './read-origination.ts'
import {
  insertSimulated,
  isAccepted,
  isRejected,
  markSimulated,
  noteOrigination,
  readDueSimulated,
  readUnmet,
  type SimulatedFile,
} from './simulated-files.store.ts'
import { type SentEntry, writeOperatorFile } from './write-records.ts'

/** The first distribution of the day, New York time. */
const DISTRIBUTION = Temporal.PlainTime.from('08:30')
const ZONE = 'America/New_York'
const calendar = businessCalendar({ holidays: 'FederalReserve' })
/** The most files that one pass reads. */
const MAX_FILES = 20

/**
 * Plays the operator and the banks behind it for a sandbox: takes the institution's files from
 * `out/` of the directory `root`, checks them, and stores what comes back, which is sent on the
 * banking day after the entries settle. A file that breaks a rule is put aside. Returns how many
 * files it took.
 */
export async function takeOriginations(app: App, institution: Institution, root: string): Promise<number> {
  const out = join(root, 'out')
  const own = new RegExp(`^${institution.code}-\\d{8}-\\d{4,9}(\\.resent-\\d+)?\\.ach$`)
  const unmet = await app.db.read((db) => readUnmet(db, institution.tenantId))
  const names = (await namesIn(out)).filter((name) => own.test(name))
  for (const name of names.slice(0, MAX_FILES)) {
    const content = await readFile(join(out, name), 'utf8')
    const place = (await answer(app, institution, name, content)) ? 'taken' : 'refused'
    const directory = join(root, 'operator', place, institution.code)
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await rename(join(out, name), join(directory, name))
  }
  await noteMissing(
    app,
    institution,
    unmet.filter((name) => !names.includes(name)),
  )
  return Math.min(names.length, MAX_FILES)
}

/** Another program has collected them, before the simulator was switched on. */
async function noteMissing(app: App, institution: Institution, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await app.db.transaction(async (tx) => {
    const now = await holdInstitutionTime(tx, institution, app.clock)
    for (const name of names) {
      const missing = { name, sha256: null, outcome: 'Missing', reason: null } as const
      await noteOrigination(tx, institution.tenantId, missing, now)
    }
  })
}

async function namesIn(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.toSorted()
}

/**
 * Stores what comes back for a file, and notes the file. The same content under another name is a
 * duplicate. Returns false for a file that the operator rejects.
 */
async function answer(app: App, institution: Institution, name: string, content: string): Promise<boolean> {
  const { tenantId, code } = institution
  const read = tryRead(content)
  const sha256 = hashOf(content)
  if (!read.ok)
    app.log.error({ institution: code, name, why: read.refusal }, 'the simulated ACH operator refuses a file')
  const told = read.ok ? rejectionOf(read.value.entries) : undefined
  return app.db.transaction(async (tx) => {
    const now = await holdInstitutionTime(tx, institution, app.clock)
    const isDuplicate = await isAccepted(tx, tenantId, { name, sha256 })
    // A file that it was told to reject is taken when it comes again.
    const rejection = told !== undefined && (await isRejected(tx, tenantId, sha256)) ? undefined : told
    const reason = read.ok ? (isDuplicate ? null : (rejection ?? null)) : read.refusal
    const outcome = reason !== null ? 'Rejected' : isDuplicate ? 'Duplicate' : 'Accepted'
    if (read.ok && outcome === 'Accepted') await insertSimulated(tx, tenantId, filesFor(read.value, sha256, now), now)
    await noteOrigination(tx, tenantId, { name, sha256, outcome, reason }, now)
    const acknowledged = outcome === 'Duplicate' ? undefined : acknowledgementOf(content, reason, now)
    if (acknowledged !== undefined) await insertSimulated(tx, tenantId, [sayingOf(name, acknowledged, now)], now)
    return outcome === 'Accepted'
  })
}

/** What the operator says of a file comes in at once. */
function sayingOf(name: string, content: string, now: Temporal.Instant): SimulatedFile {
  return { id: newId(now), name: `acknowledgement-${name}`, content, dueAt: now }
}

function tryRead(content: string): Result<Origination, string> {
  try {
    return accept(readOrigination(content))
  } catch (error) {
    if (!(error instanceof RefusedOrigination)) throw error
    return refuse(error.message)
  }
}

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex')

/** The banking days from the settlement of an entry until its answer comes. */
const DAYS = { onTime: 1, late: 4 }

/**
 * One file for each day on which answers come, and a second one for those that come twice. A file
 * that was sent twice is answered once, by its hash.
 */
function filesFor(origination: Origination, sha256: string, now: Temporal.Instant): SimulatedFile[] {
  const answers = answersTo(origination)
  const doubled = answers.filter(({ isDoubled }) => isDoubled)
  const fileOf = (entries: readonly AnsweringEntry[], copy: 0 | 1): SimulatedFile => {
    const { effectiveOn, timing } = entries[0]!
    let day = dateOf(effectiveOn)
    for (let days = 0; days < DAYS[timing]; days++) day = nextBusinessDay(day, calendar)
    const reference = sha256.slice(8 * copy, 8 * copy + 8).toUpperCase()
    const { origin, destination } = origination
    return {
      id: newId(now),
      name: `${KINDS[copy][timing]}-${effectiveOn}-${sha256.slice(0, 16)}.ach`,
      content: contentOf({ origin: destination, destination: origin, reference }, day, entries),
      dueAt: day.toZonedDateTime({ timeZone: ZONE, plainTime: DISTRIBUTION }).toInstant(),
    }
  }
  return ([answers, doubled] as const).flatMap((entries, copy) => {
    const days = Map.groupBy(entries, ({ effectiveOn, timing }) => `${effectiveOn} ${timing}`)
    return Array.from(days.values(), (group) => fileOf(group, copy as 0 | 1))
  })
}

/** The beginnings of names, of first files and second ones. */
const KINDS = [
  { onTime: 'answers', late: 'late' },
  { onTime: 'answers-again', late: 'late-again' },
] as const

/** A file of the operator of that day. */
export function contentOf(
  ends: { origin: string; destination: string; reference: string },
  day: Temporal.PlainDate,
  entries: readonly SentEntry[],
): string {
  const createdOn = fieldOf(day)
  const settlesOn = String(day.dayOfYear).padStart(3, '0')
  return writeOperatorFile({ ...ends, createdOn, createdAt: '0830', settlesOn }, entries)
}

/**
 * Puts what is due where files come in, until the service has it: a worker that ends puts the same
 * file again. Returns how many files were put there or were taken in.
 */
export async function sendSimulated(app: App, institution: Institution, root: string): Promise<number> {
  const { tenantId, code } = institution
  const now = await app.db.transaction((tx) => holdInstitutionTime(tx, institution, app.clock))
  const files = await app.db.read((db) => readDueSimulated(db, tenantId, now))
  const inbox = join(root, 'in', code)
  const waiting = await namesIn(inbox)
  let moved = 0
  for (const { id, name, content } of files) {
    const kept = await app.db.read((db) => findByContent(db, tenantId, { rail: 'ACH', sha256: hashOf(content) }))
    if (kept && kept.status !== 'RECEIVING') await app.db.transaction((tx) => markSimulated(tx, tenantId, id, now))
    else if (waiting.includes(name)) continue
    else await putFile(inbox, name, content)
    moved++
  }
  return moved
}
