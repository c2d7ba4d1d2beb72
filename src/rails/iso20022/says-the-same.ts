import { isDeepStrictEqual } from 'node:util'
import { readMessage } from './read-message.ts'

/**
 * Whether two messages have the same document. Their headers may differ: a message that is sent
 * again has a new time and a mark as a duplicate. What cannot be read is not compared.
 */
export function saysTheSame(one: string, other: string): boolean {
  const [first, second] = [readMessage(one), readMessage(other)]
  if (!first.ok || !second.ok) return true
  return first.value.type === second.value.type && isDeepStrictEqual(first.value.document, second.value.document)
}
