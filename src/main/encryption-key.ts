import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../db/client.ts'
import { listInstitutions } from '../institution/institution.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Sealer } from '../kernel/sealer.ts'
import { opensSigningKeys } from '../tokens/signing-keys.ts'
import { asStartupError, StartupError } from './startup-error.ts'

/**
 * The service's encryption key: that of the environment, else the file `encryption.key` of the data directory, which is made on first use.
 * Several nodes on one database need the same key, so there it belongs into GIRO_ENCRYPTION_KEY.
 */
export async function loadEncryptionKey(dataDir: string, fromEnvironment: Buffer | undefined): Promise<Buffer> {
  if (fromEnvironment) return fromEnvironment
  const path = join(dataDir, 'encryption.key')
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await makeIfAbsent(path, `${randomBytes(32).toString('base64')}\n`)
    const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
    if (key.length !== 32)
      throw new StartupError(`${path} does not hold a key of 32 bytes: restore the file from a backup`)
    return key
  } catch (error) {
    throw asStartupError(error, path)
  }
}

/**
 * Refuses a key that does not open what the database holds, before a client meets it, or something else is sealed with it. One institution
 * stands for all, because they share the key; the next one is asked only where nothing of the one before can be opened.
 */
export async function checkEncryptionKey(db: Database, sealer: Sealer): Promise<void> {
  const now = systemClock.now()
  const opens = await db.read(async (db) => {
    let found: boolean | undefined
    for (const { tenantId } of await listInstitutions(db)) {
      const opened = await opensSigningKeys(db, { tenantId, sealer, now })
      if (opened) return true
      found ??= opened
    }
    return found
  })
  if (opens === false)
    throw new StartupError(
      'the encryption key is not the one that this database was set up with: set GIRO_ENCRYPTION_KEY to that one, or restore encryption.key in the data directory',
    )
}

/** The file appears with its whole content, on disk, or not at all: whatever is sealed with a key that is lost can not be read again. */
async function makeIfAbsent(path: string, content: string): Promise<void> {
  if (existsSync(path)) return
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(draft, content, { mode: 0o600, flag: 'wx', flush: true })
    await link(draft, path).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
}
