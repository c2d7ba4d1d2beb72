import { createHash, hash, randomUUID } from 'node:crypto'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { DEPARTURE_KINDS } from '../../handover/departure-kinds.ts'
import { BrokenEvidence, type ConsignmentItem } from '../../handover/transport.ts'
import { syncDirectory } from './sync-directory.ts'

/** How a line of the manifest names the payments of a file: a list beside it, by its hash. */
export interface ItemsRef {
  count: number
  sha256: string
}

const CHUNK_BYTES = 1 << 20

export interface ItemList extends ItemsRef {
  text: string
}

export function listOf(items: readonly ConsignmentItem[]): ItemList {
  const text = items.map((item) => `${JSON.stringify(item)}\n`).join('')
  return { text, count: items.length, sha256: hash('sha256', text) }
}

const pathOf = (directory: string, month: string, sha256: string) => join(directory, month, 'items', `${sha256}.jsonl`)

/** Puts a list beside the manifest of a month and waits until it is on disk, unless it is there. */
export async function writeItems(directory: string, month: string, { text, sha256 }: ItemList): Promise<void> {
  const path = pathOf(directory, month, sha256)
  if (await exists(path)) return
  const folder = join(directory, month, 'items')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${sha256}.${randomUUID()}`)
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
  for (const one of [folder, join(directory, month), directory]) await syncDirectory(one)
}

/**
 * Reads a list in pieces of bounded size, each within the time that `within` allows. Throws
 * `BrokenEvidence` if it is missing or was changed, at the latest after the last piece: use nothing
 * of it before the end.
 */
export async function* readItems(
  directory: string,
  { at, items }: { at: string; items: ItemsRef },
  within: <T>(work: () => Promise<T>) => Promise<T>,
): AsyncGenerator<ConsignmentItem[]> {
  const path = pathOf(directory, at.slice(0, 7), items.sha256)
  const file = await within(() => open(path, 'r')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BrokenEvidence(`the list of payments ${path} is missing`)
    throw error
  })
  try {
    const sum = createHash('sha256')
    const decoder = new StringDecoder('utf8')
    let rest = ''
    let count = 0
    for (;;) {
      const { bytesRead, buffer } = await within(() => file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES))
      if (bytesRead === 0) break
      sum.update(buffer.subarray(0, bytesRead))
      const lines = (rest + decoder.write(buffer.subarray(0, bytesRead))).split('\n')
      rest = lines.pop()!
      const some = lines.map((line) => parseItem(path, line))
      count += some.length
      yield some
    }
    if (rest !== '' || count !== items.count || sum.digest('hex') !== items.sha256)
      throw new BrokenEvidence(`the list of payments ${path} was changed`)
  } finally {
    await file.close()
  }
}

function parseItem(path: string, line: string): ConsignmentItem {
  try {
    const item = JSON.parse(line) as Partial<ConsignmentItem>
    if (/^[0-9a-f-]{36}$/.test(item.paymentId ?? '') && DEPARTURE_KINDS.some((kind) => kind === item.kind))
      return item as ConsignmentItem
  } catch {
    // Refused below, like any other text.
  }
  throw new BrokenEvidence(`the list of payments ${path} was changed`)
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}
