import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { layoutOf } from '../embedded-postgres/archiving.ts'
import { archivedNames, archivedPath, readArchived } from '../embedded-postgres/wal-archive.ts'
import { type BaseBackup, readBaseBackup } from './base-manifest.ts'
import {
  type Ancestor,
  isSegment,
  parseHistory,
  placeOf,
  placeOfPosition,
  segmentAt,
  timelineOf,
} from './wal-segments.ts'

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

/** A timeline, with those that it continues. */
export interface Timelines {
  timeline: number
  ancestors: readonly Ancestor[]
}

/**
 * The newest timeline of the backups and the log: 1 without a restore. A directory that a restored
 * database was given later has no history of its timeline.
 */
export async function readTimelines(
  directory: string,
  { log, backups }: { log: readonly string[]; backups: readonly BaseBackup[] },
  asked?: number,
): Promise<Timelines> {
  const timeline = asked ?? greatest([1, ...backups.map(({ timeline }) => timeline), ...log.map(timelineOf)])
  const name = `${segmentAt(timeline, 0).slice(0, 8)}.history`
  if (!log.includes(name)) return { timeline, ancestors: [] }
  return { timeline, ancestors: parseHistory((await readArchived(layoutOf(directory).wal, name)).toString('utf8')) }
}

/** A year of log has more segments than a function may have arguments. */
const greatest = (numbers: readonly number[]) => numbers.reduce((one, other) => Math.max(one, other))
const least = (numbers: readonly number[]) =>
  numbers.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)

/**
 * The segments that recovery needs after a backup, as far as the archive must have them, with gaps.
 * Each is of the last timeline that the log had reached there.
 */
export function missingSegments(
  backup: BaseBackup,
  log: readonly string[],
  { timeline, ancestors }: Timelines,
): string[] {
  const known = new Set(log)
  const ends = ancestors.map(({ timeline, until }) => ({ timeline, last: placeOfPosition(until) }))
  const timelineAt = (place: number) =>
    ends.find(({ timeline, last }) => timeline >= backup.timeline && place < last)?.timeline ?? timeline
  const last = lastPlace(backup, log, { timeline, ancestors })
  const missing: string[] = []
  // The backup has its own log; the archive must continue it without a gap.
  for (let place = placeOf(backup.lastSegment) + 1; place <= last && missing.length < 100; place++) {
    const name = segmentAt(timelineAt(place), place)
    if (!known.has(name)) missing.push(name)
  }
  return missing
}

/**
 * The place of the log that recovery must reach after a backup. The log of an earlier timeline is
 * whole up to where it was left, also if nothing followed yet.
 */
export function lastPlace(backup: BaseBackup, log: readonly string[], { timeline, ancestors }: Timelines): number {
  const places = log.filter((name) => isSegment(name) && timelineOf(name) === timeline).map(placeOf)
  const left = ancestors.map(({ until }) => placeOfPosition(until) - 1)
  return greatest([placeOf(backup.lastSegment), ...left, ...places])
}

/** Whether the log of a backup leads to a timeline. */
export function leadsTo({ timeline: own, stopLsn }: BaseBackup, { timeline, ancestors }: Timelines): boolean {
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
 * Removes what is older than the newest `keep` base backups that lead to the living timeline, and
 * the log that none of those that stay needs. A backup of a moment that a restore took back does
 * not count, and stays as long as those of its time. A backup whose removal is interrupted no
 * longer has its name. Also removes what earlier runs left.
 */
export async function prune(directory: string, keep: number, nowMs: number): Promise<Pruned> {
  const { base, wal } = layoutOf(directory)
  const all = await listBaseBackups(directory)
  const log = await listLog(directory)
  const timelines = await readTimelines(directory, { log, backups: all })
  const oldest = all.filter((backup) => leadsTo(backup, timelines)).at(-keep)
  const kept = oldest === undefined ? all : all.slice(all.indexOf(oldest))
  const removed = all.slice(0, all.length - kept.length)
  for (const { id } of removed) await rename(join(base, id), join(base, id + REMOVED))
  for (const name of await namesIn(base)) {
    const isOld = async () => nowMs - (await stat(join(base, name))).mtimeMs > ABANDONED_MS
    if (name.endsWith(REMOVED) || (name.endsWith(PARTIAL) && (await isOld())))
      await rm(join(base, name), { recursive: true, force: true })
  }
  if (kept.length === 0) return { backups: [], segments: 0 }
  const needless = log.filter((name) => /^[0-9A-F]{24}/.test(name) && !isNeeded(name.slice(0, 24), kept))
  for (const name of needless) await rm(archivedPath(wal, name), { force: true })
  return { backups: removed.map(({ id }) => id), segments: needless.length }
}

/** A kept backup may need the later segments of its own timeline and of newer ones. */
function isNeeded(name: string, kept: readonly BaseBackup[]): boolean {
  const through = kept.filter(({ timeline }) => timeline <= timelineOf(name))
  return placeOf(name) >= least(through.map(({ firstSegment }) => placeOf(firstSegment)))
}

async function namesIn(directory: string): Promise<string[]> {
  return (await readdir(directory).catch(ignoreMissing)) ?? []
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
