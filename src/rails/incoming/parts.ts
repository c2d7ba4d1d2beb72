import { createHash } from 'node:crypto'
import { ChangingFile } from './inbox.ts'
import { PART_BYTES } from './incoming-files.store.ts'

/** The bytes in parts of `PART_BYTES`, the last one shorter. One part is in memory at a time. */
export async function* partsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces)
    for (let from = 0; from < piece.length; ) {
      const taken = piece.subarray(from, from + PART_BYTES - size)
      waiting.push(taken)
      size += taken.length
      from += taken.length
      if (size < PART_BYTES) continue
      yield Buffer.concat(waiting)
      waiting = []
      size = 0
    }
  if (size > 0) yield Buffer.concat(waiting)
}

/** The hashes of a file and of each of its parts. */
export interface Digest {
  sha256: string
  sizeBytes: bigint
  parts: readonly string[]
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export async function digestOf(pieces: AsyncIterable<Uint8Array>): Promise<Digest> {
  const whole = createHash('sha256')
  const parts: string[] = []
  let size = 0
  for await (const bytes of partsOf(pieces)) {
    whole.update(bytes)
    parts.push(sha256Of(bytes))
    size += bytes.length
  }
  return { sha256: whole.digest('hex'), sizeBytes: BigInt(size), parts }
}

/** Throws `ChangingFile` unless these are the bytes of the part that were hashed before. */
export function mustBePart(bytes: Uint8Array, part: number, digest: Pick<Digest, 'parts'>): void {
  if (sha256Of(bytes) !== digest.parts[part]) throw new ChangingFile('the file changed while it was read')
}
