import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BrokenEvidence } from '../../handover/transport.ts'
import { syncDirectory } from './sync-directory.ts'

const pathOf = (root: string) => join(root, 'outbox.json')

/** The identity of an outbox; undefined if the directory has none. Changes nothing. */
export async function readIdentity(root: string): Promise<string | undefined> {
  const path = pathOf(root)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    const { identity } = JSON.parse(text) as { identity?: unknown }
    if (typeof identity === 'string' && /^[0-9a-f-]{36}$/.test(identity)) return identity
  } catch {
    // Refused below, like any other text.
  }
  throw new BrokenEvidence(`${path} does not name an outbox: restore it from its backup`)
}

/** Gives a directory an identity. Of several workers that start at once, the first one names it. */
export async function nameOutbox(root: string): Promise<void> {
  const path = pathOf(root)
  await mkdir(root, { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify({ identity: randomUUID() })}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  await syncDirectory(root)
}
