import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../db/client.ts'
import { listInstitutions } from '../institution/institution.ts'
import { systemClock } from '../kernel/clock.ts'
import { opensSigningKeys } from '../tokens/signing-keys.ts'
import { asStartupError, StartupError } from './startup-error.ts'

/**
 * The service's encryption key of 32 bytes: the one from the environment, or else the one in the
 * file `encryption.key` of the data directory, which is created on first use. Nodes that share a
 * database need the same key, so set GIRO_ENCRYPTION_KEY there.
 */
export async function loadEncryptionKey(
  dataDir: string,
  fromEnvironment: Buffer | undefined,
  { mayCreate = true }: { mayCreate?: boolean } = {},
): Promise<Buffer> {
  if (fromEnvironment) return fromEnvironment
  const path = join(dataDir, 'encryption.key')
  if (!mayCreate && !existsSync(path))
    throw new StartupError(`${path} does not exist: set GIRO_ENCRYPTION_KEY, or restore the file from a backup`)
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
 * Refuses a master key that cannot unwrap the data keys in the database, or decrypt its signing
 * keys, before any request fails and before anything new is encrypted with it. All institutions
 * share the master key, so the check stops at the first institution with a key that decrypts. After
 * that, institutions without data keys get them.
 */
export async function checkEncryptionKey(db: Database): Promise<void> {
  const now = systemClock.now()
  const { sealer } = db.keyring
  await db.readKeys()
  if (db.keyring.isLocked)
    throw new StartupError(
      'the master key cannot unwrap any data key of this database: set GIRO_ENCRYPTION_KEY to the original key, restore encryption.key in the data directory, or correct GIRO_KEY_COMMAND',
    )
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
      'the encryption key is not the one this database was set up with: set GIRO_ENCRYPTION_KEY to the original key, or restore encryption.key in the data directory',
    )
  db.keyring.mayCreate = true
  for (const { tenantId } of await db.read(listInstitutions)) await db.forTenant(tenantId).read(async () => {})
}

/**
 * The file appears on disk complete or not at all, because data encrypted with a lost key cannot be
 * read again.
 */
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
