import { open, stat, truncate } from 'node:fs/promises'
import { exists } from './files.ts'

const MAX_LOG_BYTES = 10 * 1024 * 1024
const LOG_TAIL_BYTES = 4_096

export async function limitLog(path: string): Promise<void> {
  if ((await exists(path)) && (await stat(path)).size > MAX_LOG_BYTES) await truncate(path, 0)
}

export async function readLog(path: string, from: number): Promise<string> {
  const log = await open(path, 'r')
  try {
    const { size } = await log.stat()
    const start = Math.max(from, size - LOG_TAIL_BYTES)
    const buffer = Buffer.alloc(Math.max(0, size - start))
    await log.read(buffer, 0, buffer.length, start)
    return buffer.toString('utf8')
  } finally {
    await log.close()
  }
}

/** The first error in the output; the errors after it usually follow from it. */
export function firstError(output: string): string | undefined {
  const lines = output.trim().split('\n')
  const line = lines.find((text) => /FATAL:|PANIC:|error:/.test(text)) ?? lines.at(-1)
  return line?.replace(/^.*?(FATAL|PANIC|error): +/, '') || undefined
}

export function remedyFor(output: string): string {
  if (/No space left|Disk quota/.test(output)) return ': free some space, or choose a data directory on another disk'
  if (/Permission denied/.test(output)) return ': check who owns the data directory, or choose another one'
  if (/could not look up effective user ID/.test(output))
    return ': give this user id a name in /etc/passwd, start Giro as a user with a name, or set GIRO_DATABASE_URL'
  if (/could not restore file/.test(output))
    return ': put the file back from a copy of the backup directory, or restore an earlier moment with --at'
  if (/error while loading shared libraries|image not found/.test(output))
    return ': run npm rebuild --ignore-scripts=false'
  return ''
}
