import { forbiddenIn } from '../../../http/fields.ts'

/** Names under which programs write files that are not complete yet. */
const UNFINISHED = /\.(unfinished|part|partial|filepart|tmp|temp|writing)$/i
const MAX_NAME = 255

/** Whether a file is on its way, by its name: it is left alone without a word. */
export const isUnfinished = (name: string): boolean => name.startsWith('.') || UNFINISHED.test(name)

/** Why a file of this name is not taken; undefined if it can be. */
export function objectionToName(name: string): string | undefined {
  if (name.includes('\ufffd')) return 'its name is not valid UTF-8'
  const character = forbiddenIn(name, 'line')
  if (character !== undefined) return `its name has ${character}`
  return name.length > MAX_NAME ? `its name is longer than ${MAX_NAME} characters` : undefined
}
