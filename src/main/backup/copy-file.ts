import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { ManifestFile } from './base-manifest.ts'

const CHUNK_BYTES = 1 << 20

/**
 * Copies a file to a new one that only this user can read, and waits until it is on disk. Returns
 * what was written, or undefined if the source is gone. The source may change meanwhile: the log
 * repairs what was torn.
 */
export async function copyFile(from: string, to: string): Promise<Omit<ManifestFile, 'path'> | undefined> {
  const source = await open(from, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!source) return undefined
  try {
    const target = await open(to, 'wx', 0o600)
    try {
      const written = await pour(source, target)
      await target.sync()
      return written
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function pour(source: FileHandle, target: FileHandle): Promise<Omit<ManifestFile, 'path'>> {
  const sum = createHash('sha256')
  const buffer = Buffer.alloc(CHUNK_BYTES)
  let bytes = 0
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, CHUNK_BYTES, bytes)
    if (bytesRead === 0) return { bytes, sha256: sum.digest('hex') }
    const chunk = buffer.subarray(0, bytesRead)
    sum.update(chunk)
    await target.writeFile(chunk)
    bytes += bytesRead
  }
}

/** Writes a new file that only this user can read, and waits until it is on disk. */
export async function writeNewFile(path: string, content: string | Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
