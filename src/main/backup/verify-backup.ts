import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { layoutOf } from '../embedded-postgres/archiving.ts'
import { readArchived } from '../embedded-postgres/wal-archive.ts'
import { leadsTo, listBaseBackups, listLog, missingSegments, pathOfBackup, readTimelines } from './backup-directory.ts'
import { type BaseBackup, digestOf, MANIFEST, readManifest } from './base-manifest.ts'
import { isSegment } from './wal-segments.ts'

const SEGMENT_BYTES = 16 * 1024 * 1024
/** More findings than these tell a person nothing new. */
const MAX_FINDINGS = 100

/**
 * Reads all of a backup directory again: each file of each base backup has the bytes of its
 * manifest, no file was added, and the archived log can be read and has no gap. Returns what is
 * wrong, in words.
 */
export async function verifyBackups(directory: string): Promise<string[]> {
  const findings: string[] = []
  const backups = await listBaseBackups(directory)
  if (backups.length === 0) findings.push('there is no complete base backup')
  for (const { id } of backups)
    findings.push(...(await verifyFiles(pathOfBackup(directory, id))).map((finding) => `${id}: ${finding}`))
  const log = await listLog(directory)
  for (const name of log) findings.push(...(await verifyArchived(layoutOf(directory).wal, name)))
  findings.push(...(await verifyContinuity(directory, backups, log)))
  return findings.slice(0, MAX_FINDINGS)
}

/** What differs between a base backup and its manifest. */
export async function verifyFiles(backupPath: string): Promise<string[]> {
  const findings: string[] = []
  const listed = new Set([MANIFEST])
  try {
    for await (const line of readManifest(backupPath)) {
      if ('directory' in line) continue
      listed.add(line.path)
      const found = await digestOf(join(backupPath, line.path)).catch((error: NodeJS.ErrnoException) => error.code)
      if (typeof found !== 'object') findings.push(`${line.path} cannot be read (${found})`)
      else if (found.bytes !== line.bytes || found.sha256 !== line.sha256) findings.push(`${line.path} was changed`)
    }
  } catch (error) {
    return [(error as Error).message]
  }
  const entries = await readdir(backupPath, { withFileTypes: true, recursive: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name).slice(backupPath.length + 1)
    if (!entry.isDirectory() && !listed.has(path)) findings.push(`${path} is not in the manifest`)
  }
  return findings
}

async function verifyArchived(wal: string, name: string): Promise<string[]> {
  const content = await readArchived(wal, name).catch((error: Error) => error.message)
  if (typeof content === 'string') return [`the archived ${name} cannot be read: ${content}`]
  return isSegment(name) && content.length !== SEGMENT_BYTES ? [`the archived ${name} is not a whole segment`] : []
}

async function verifyContinuity(directory: string, backups: readonly BaseBackup[], log: string[]): Promise<string[]> {
  if (log.length === 0) return []
  const timelines = await readTimelines(directory, { log, backups })
  return backups
    .filter((backup) => leadsTo(backup, timelines))
    .flatMap((backup) => {
      const missing = missingSegments(backup, log, timelines)
      return missing.length > 0 ? [`${backup.id}: the archive lacks ${missing.join(', ')}`] : []
    })
}
