/**
 * What JSON allows and two programs read differently: the same key twice, when one parser takes
 * the first and another the last, and a number with more digits than a double holds. Either could
 * change an amount on its way, so such a body is refused.
 */

/** The body is JSON, and nobody can know what it means. */
export class AmbiguousJson extends Error {
  readonly statusCode = 400
}

/** Throws AmbiguousJson if `text`, which was parsed to `value`, can be read in two ways. */
export function requireOneMeaning(text: string, value: unknown): void {
  // Each key has a colon. Only a text with more colons than keys can have a key twice.
  if (countOf(':', text) !== countKeys(value)) refuseDuplicateKeys(text)
  if (MANY_DIGITS.test(text)) refuseInexactNumbers(text)
}

function countOf(character: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count++
  return count
}

/** Without recursion: a body can be nested as deep as its size allows. */
function countKeys(value: unknown): number {
  let count = 0
  const open = [value]
  while (open.length > 0) {
    const one = open.pop()
    if (one === null || typeof one !== 'object') continue
    const children = Object.values(one)
    if (!Array.isArray(one)) count += children.length
    for (const child of children) if (child !== null && typeof child === 'object') open.push(child)
  }
  return count
}

const STRING = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`
const KEYS_AND_BRACES = new RegExp(String.raw`${STRING}(?<colon>\s*:)?|[{}]`, 'g')
const STRINGS_AND_NUMBERS = new RegExp(
  String.raw`${STRING}|-?(?<digits>[0-9]+(?:\.[0-9]+)?)(?<exponent>[eE][+-]?[0-9]+)?`,
  'g',
)
const MANY_DIGITS = /[0-9][0-9.]{15}/
const MAX_KEY_NAMED = 60
/** No number of a request has more digits. */
const MAX_COMPARED = 40

function refuseDuplicateKeys(text: string): void {
  const objects: Set<string>[] = []
  for (const { 0: token, groups } of text.matchAll(KEYS_AND_BRACES)) {
    if (token === '{') objects.push(new Set())
    else if (token === '}') objects.pop()
    else if (groups?.['colon'] !== undefined) {
      const key: string = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1))
      const keys = objects.at(-1)!
      if (keys.has(key)) throw new AmbiguousJson(`the key ${key.slice(0, MAX_KEY_NAMED)} is in one object twice`)
      keys.add(key)
    }
  }
}

function refuseInexactNumbers(text: string): void {
  for (const { 0: token, groups } of text.matchAll(STRINGS_AND_NUMBERS)) {
    const digits = groups?.['digits']
    if (digits === undefined || digits.length <= 15 || token === String(Number(token))) continue
    const mayBeExact = groups!['exponent'] === undefined && digits.length <= MAX_COMPARED
    if (mayBeExact && plain(digits) === plain(String(Number(digits)))) continue
    const number = digits.length > MAX_COMPARED ? `${digits.slice(0, MAX_COMPARED)}…` : digits
    throw new AmbiguousJson(`the number ${number} has more digits than a JSON number keeps; send at most 15`)
  }
}

/** A decimal number without zeros that mean nothing. */
function plain(digits: string): string {
  const [whole = '', fraction = ''] = digits.split('.')
  return `${whole.replace(/^0+(?=.)/, '')}.${fraction.replace(/0+$/, '')}`
}
