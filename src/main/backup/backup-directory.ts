import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { layoutOf } from '../embedded-postgres/archiving.ts'
import { archivedNames, archivedPath, readArchived } from '../embedded-postgres/wal-archive.ts'
import { type BaseBackup, readBaseBackup } from './base-manifest.ts'
import { type Ancestor, isSegment, parseHistory, placeOf, placeOfPosition, segmentAt } from './wal-segments.ts'

const PARTIAL = '.partial'
const REMOVED = '.removed'
/** Nothing copies longer than half a day. */
const ABANDONED_MS = 24 * 3_600_000

/** The complete base backups of a directory, the oldest first. */
export async function listBaseBackups(directory: string): Promise<BaseBackup[]> {
  const { base } = layoutOf(directory)
  const backups: BaseBackup[] = []
  for (const name of (await namesIn(base)).sort()) {
    if (name.endsWith(PARTIAL) || name.endsWith(REMOVED)) continue
    const backup = await readBaseBackup(join(base, name))
    if (backup?.id === name) backups.push(backup)
  }
  return backups
}

export const pathOfBackup = (directory: string, id: string): string => join(layoutOf(directory).base, id)

/** The archived log: the segments and histories that a directory has. */
export async function listLog(directory: string): Promise<string[]> {
  return archivedNames(await namesIn(layoutOf(directory).wal))
}

/** When the last segment was archived: what was committed before can be restored. */
export async function archivedUntil(directory: string, log: readonly string[]): Promise<Date | undefined> {
  const last = log
    .filter(isSegment)
    .sort((one, other) => placeOf(one) - placeOf(other))
    .at(-1)
  return last === undefined ? undefined : (await stat(archivedPath(layoutOf(directory).wal, last))).mtime
}

/** The newest timeline of the archive, with those that it continues. 1 without a restore. */
export async function readTimelines(
  directory: string,
  log: readonly string[],
  asked?: number,
): Promise<{ timeline: number; ancestors: Ancestor[] }> {
  const histories = log.filter((name) => name.endsWith('.history')).map((name) => Number.parseInt(name, 16))
  const timeline = asked ?? Math.max(1, ...histories)
  if (!histories.includes(timeline)) return { timeline, ancestors: [] }
  const name = `${segmentAt(timeline, 0).slice(0, 8)}.history`
  return { timeline, ancestors: parseHistory((await readArchived(layoutOf(directory).wal, name)).toString('utf8')) }
}

/**
 * The segments that recovery needs after a backup, as far as the archive must have them, with gaps.
 * Each is of the last timeline that the log had reached there.
 */
export function missingSegments(
  backup: BaseBackup,
  log: readonly string[],
  { timeline, ancestors }: { timeline: number; ancestors: readonly Ancestor[] },
): string[] {
  const known = new Set(log)
  const ends = ancestors.map(({ timeline, until }) => ({ timeline, last: placeOfPosition(until) }))
  const timelineAt = (place: number) =>
    ends.find(({ timeline, last }) => timeline >= backup.timeline && place < last)?.timeline ?? timeline
  const places = log
    .filter(isSegment)
    .filter((name) => Number.parseInt(name.slice(0, 8), 16) === timeline)
    .map(placeOf)
  const last = Math.max(placeOf(backup.lastSegment), ...places)
  const missing: string[] = []
  // The backup has its own log; the archive must continue it without a gap.
  for (let place = placeOf(backup.lastSegment) + 1; place <= last && missing.length < 100; place++) {
    const name = segmentAt(timelineAt(place), place)
    if (!known.has(name)) missing.push(name)
  }
  return missing
}

/** Whether the log of a backup leads to a timeline. */
export function leadsTo(
  { timeline: own, stopLsn }: BaseBackup,
  { timeline, ancestors }: { timeline: number; ancestors: readonly Ancestor[] },
): boolean {
  if (own === timeline) return true
  const left = ancestors.find((ancestor) => ancestor.timeline === own)
  return left !== undefined && compareLsn(stopLsn, left.until) <= 0
}

function compareLsn(one: string, other: string): number {
  const value = (lsn: string) => {
    const [log, offset] = lsn.split('/') as [string, string]
    return (BigInt(`0x${log}`) << 32n) + BigInt(`0x${offset}`)
  }
  return Number(value(one) - value(other))
}

export interface Pruned {
  backups: string[]
  segments: number
}

/**
 * Removes all but the newest `keep` base backups, and the log before the oldest one that stays. A
 * backup that is interrupted half-way no longer has its name. Also removes what earlier runs left.
 */
export async function prune(directory: string, keep: number, nowMs: number): Promise<Pruned> {
  const { base, wal } = layoutOf(directory)
  const all = await listBaseBackups(directory)
  const removed = all.slice(0, Math.max(0, all.length - keep))
  for (const { id } of removed) await rename(join(base, id), join(base, id + REMOVED))
  for (const name of await namesIn(base)) {
    const isOld = async () => nowMs - (await stat(join(base, name))).mtimeMs > ABANDONED_MS
    if (name.endsWith(REMOVED) || (name.endsWith(PARTIAL) && (await isOld())))
      await rm(join(base, name), { recursive: true, force: true })
  }
  const oldest = all[removed.length]
  if (oldest === undefined) return { backups: [], segments: 0 }
  const first = placeOf(oldest.firstSegment)
  const needless = (await listLog(directory)).filter(
    (name) => /^[0-9A-F]{24}/.test(name) && placeOf(name.slice(0, 24)) < first,
  )
  for (const name of needless) await rm(archivedPath(wal, name), { force: true })
  return { backups: removed.map(({ id }) => id), segments: needless.length }
}

async function namesIn(directory: string): Promise<string[]> {
  return (await readdir(directory).catch(ignoreMissing)) ?? []
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
