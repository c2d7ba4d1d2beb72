import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const memory = new URL('node_modules/.cache/giro-sdk-types', root)

/**
 * The types of the SDK for the document. Making them takes two seconds, so the hash of what went in
 * and what came out is kept: `committed` is returned if it is what this document gives.
 */
export async function sdkTypes(document: object, committed: string): Promise<string> {
  const given = [JSON.stringify(document), ...['sdk/scripts/api-types.ts', 'sdk/package.json'].map(read)]
  const hashOf = (types: string) => hash('sha256', JSON.stringify([...given, types]))
  if (committed !== '' && read('node_modules/.cache/giro-sdk-types') === hashOf(committed)) return committed
  const { apiTypes } = await import('../sdk/scripts/api-types.ts')
  const types = await apiTypes(document)
  mkdirSync(new URL('./', memory), { recursive: true })
  writeFileSync(memory, hashOf(types))
  return types
}

function read(file: string): string {
  try {
    return readFileSync(new URL(file, root), 'utf8')
  } catch {
    return ''
  }
}
