import { COMMON_WORDS } from './common-words.ts'

export const MIN_PASSWORD_CHARACTERS = 12
export const MAX_PASSWORD_CHARACTERS = 256

/** What a password must not consist of, besides common words. */
interface About {
  loginId: string
  firstName: string
  lastName: string
  email: string
  institution: string
}

/**
 * Why a new password is refused; undefined if it is good. It is normalised (NFKC). Length counts
 * code points, as a person counts characters.
 */
export function objectionTo(password: string, about: About): string | undefined {
  const { length } = [...password]
  if (length < MIN_PASSWORD_CHARACTERS) return `The password must have at least ${MIN_PASSWORD_CHARACTERS} characters.`
  if (password.length > MAX_PASSWORD_CHARACTERS)
    return `The password must have at most ${MAX_PASSWORD_CHARACTERS} characters.`
  if (new Set(password).size < 4 || isRun(password)) return 'The password must not be one pattern that repeats.'
  const own = namesIn(about)
  if (/\p{L}/u.test(password) && isMadeOf(password, own))
    return 'The password must not be your name, your login or the name of the institution.'
  if (isMadeOf(password, new Set([...COMMON_WORDS, ...own])))
    return 'The password is too common: use words that belong together only for you.'
  return undefined
}

/** The words of the person's own names, in small letters, and each name as a whole. */
function namesIn({ loginId, firstName, lastName, email, institution }: About): Set<string> {
  const names = [loginId, firstName, lastName, email, institution].map((name) => name.normalize('NFKC').toLowerCase())
  const words = names.flatMap((name) => [name.replaceAll(/[^\p{L}]+/gu, ''), ...name.split(/[^\p{L}]+/u)])
  return new Set(words.filter((word) => word.length > 1))
}

/** Digits and signs that stand for letters. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b' },
  ...{ '@': 'a', $: 's', '!': 'i', '+': 't' },
}

/**
 * Whether only these words, and digits or signs around and between them, make up the password.
 * Digits and signs count as the letters that they look like, too.
 */
function isMadeOf(password: string, words: ReadonlySet<string>): boolean {
  const lower = password.toLowerCase()
  const letters = lower.replaceAll(/[^\p{L}]+/gu, '')
  const spelled = [...lower].map((one) => LOOKALIKES[one] ?? one).join('')
  const asLetters = spelled.replaceAll(/[^\p{L}]+/gu, '')
  const trimmed = [...lower.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')].map((one) => LOOKALIKES[one] ?? one).join('')
  return [letters, asLetters, trimmed.replaceAll(/[^\p{L}]+/gu, '')].some((text) => splits(text, words))
}

/** Whether the text is nothing but words, one after the other. The empty text is. */
function splits(text: string, words: ReadonlySet<string>): boolean {
  const reached = [true]
  const longest = 24
  for (let end = 1; end <= text.length; end++) {
    reached[end] = false
    for (let start = Math.max(0, end - longest); start < end && !reached[end]; start++)
      reached[end] = reached[start]! && words.has(text.slice(start, end))
  }
  return reached[text.length]!
}

/** The order of the keys on a keyboard, and of digits and letters. */
const ROWS = ['0123456789012', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm', 'qwertzuiopasdfghjklyxcvbnm']

/** Whether the whole password follows one of the rows, forwards or backwards, or repeats a part. */
function isRun(password: string): boolean {
  const text = password.toLowerCase()
  const rows = ROWS.flatMap((row) => [row, [...row].reverse().join('')])
  if (rows.some((row) => (row + row).includes(text))) return true
  return Array.from({ length: Math.floor(text.length / 2) }, (_, at) => text.slice(0, at + 1)).some(
    (part) => part.length <= 6 && part.repeat(Math.ceil(text.length / part.length)).startsWith(text),
  )
}
