import anyAscii from 'any-ascii'

/** Signs and letters that are spelled otherwise than the library does. */
export const SPELLED_OUT: Readonly<Record<string, string>> = {
  ...{ '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR', '₽': 'RUB', '₩': 'KRW', '₺': 'TRY', '₴': 'UAH', '₪': 'ILS' },
  ...{ '₫': 'VND', '₦': 'NGN', '₱': 'PHP', '฿': 'THB', '৳': 'BDT', '₡': 'CRC', '₵': 'GHS', '₮': 'MNT', '₭': 'LAK' },
  ...{ '₲': 'PYG', '₸': 'KZT', '₼': 'AZN', '₾': 'GEL', '֏': 'AMD', '៛': 'KHR', '؋': 'AFN', '⃀': 'KGS', '¢': 'c' },
  ...{ '⁄': '/', '∕': '/', '×': 'x', '÷': '/', '±': '+/-', '∓': '-/+', '−': '-', '˗': '-' },
  ...{ '‰': ' per mille', '‱': ' per 10000', '°': ' ', '¤': ' ', '∞': ' infinity ', '√': ' sqrt ', '¬': ' not ' },
  ...{ '←': '<-', '→': '->', '↔': '<->', '⇐': '<=', '⇒': '=>', '⇔': '<=>', '➕': '+', '➖': '-', '✕': 'x', '✖': 'x' },
  ...{ '©': '(c)', '®': '(R)', '§': 'Sec. ', '¦': '|', '†': '*', '‡': '**' },
  ...{ '·': '.', '‧': '.', '•': '*', '・': ' ', '、': ', ', '。': '.', '،': ',', '؛': ';', '٫': '.', '٬': ',' },
  ...{ '‘': "'", '’': "'", '‚': "'", '‛': "'", '′': "'", '´': "'", '‹': "'", '›': "'" },
  ...{ '“': '"', '”': '"', '„': '"', '‟': '"', '″': '"', '«': '"', '»': '"' },
  ...{ '–': '-', '—': '-', '‐': '-', '‑': '-', '‒': '-', '―': '-', '…': '...', '∶': ':', '꞉': ':', '〜': '~' },
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L' },
  ...{ đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'TH', ħ: 'h', Ħ: 'H', ı: 'i' },
}

const ASCII = /^[\x20-\x7e]*$/
const DIGIT = /\p{Nd}/gu
/** 1⁄2 in small digits, exponents, indices, and other signs with a number: ½, ⅟2, ①, ⒈, ㎡. */
const NUMBER_SIGN = /[⁰¹²³⁴-⁹]+⁄[₀-₉]+|[⁺⁻]?[⁰¹²³⁴-⁹]+|[₊₋]?[₀-₉]+|⅟\d*|[\p{No}〸-〺\u{10140}-\u{10174}㋀-㋋㍘-㏾]/gu
const EXPONENT = /^[⁺⁻]?[⁰¹²³⁴-⁹]+$/
const INDEX = /^[₊₋]?[₀-₉]+$/
/** Signs that mean something else beside digits, or away from Greek letters. */
const IN_CONTEXT: readonly [RegExp, string][] = [
  [/(?<=\d)‚(?=\d)/g, ','],
  [/(?<=\d)円/g, ' yen'],
  [/(?<=[Nn])°/g, 'o'],
  [/(?<!\p{Script=Greek})μ(?!\p{Script=Greek})/gu, 'u'],
  [/(?<!\p{Script=Greek})Ω(?!\p{Script=Greek})/gu, ' ohm'],
]
const WORD = /[\p{L}\p{N}\p{M}]/u
/** Signs that the library spells as they look. Plus and minus of others are ornaments. */
const SPELLED_SIGN = /[\p{P}\p{Sc}\p{Sm}]/u
const ARITHMETIC = /[\p{Pd}\p{Sm}]/u
const INVISIBLE = /[\p{M}\p{Cf}]/u
const DIACRITICS = /[\u0300-\u036f]/g

/**
 * Spells text in printable ASCII. Accents are dropped (`Zoë` becomes `Zoe`), signs are spelled out
 * (`5 €` becomes `5 EUR`, `1½` becomes `1 1/2`, and `10²` becomes `10^2`), and other scripts are
 * transliterated: `Ольга` becomes `Ol'ga`, and `李明` becomes `LiMing`. What remains, such as an
 * emoji, becomes a space, and runs of white space become one. No number changes: nothing joins two
 * of them, and what is no number does not become a digit. The result can be empty.
 */
export function toAscii(text: string): string {
  const spelled = ASCII.test(text) ? text : spellOut(text)
  return spelled.replace(/\s+/g, ' ').trim()
}

/**
 * As much of a text as fits, without spaces at the end. A number that does not fit is left out
 * whole, because its first digits are another number; a text that is nothing else is cut.
 */
export function cutText(text: string, length: number): string {
  const kept = text.slice(0, length)
  if (text.length <= length) return kept.trimEnd()
  const number = numberAcross(text, length)
  const before = text.slice(0, number ?? length).trimEnd()
  return /[A-Za-z1-9]/.test(before) ? before : kept.trimEnd()
}

/** Where the number begins that the cut would go through, with its sign. */
function numberAcross(text: string, cut: number): number | undefined {
  for (const { 0: number, index } of text.matchAll(/[-+]?\d(?:[ .,:'/^_-]?\d)*/g)) {
    if (index >= cut) return undefined
    if (index + number.length > cut) return index
  }
  return undefined
}

function spellOut(text: string): string {
  const numbered = text.normalize('NFC').replace(DIGIT, spellWord).replace(NUMBER_SIGN, apart)
  return [...IN_CONTEXT.reduce((said, [sign, spelled]) => said.replace(sign, spelled), numbered)]
    .map((character) => SPELLED_OUT[character] ?? spellCharacter(character))
    .join('')
    .replace(/[^\x20-\x7e\s]/g, '')
}

/** A sign with a number, apart from the numbers beside it. */
function apart(sign: string, at: number, text: string): string {
  const [before = '', after = ''] = [text[at - 1], text[at + sign.length]]
  const spelled = `${sign.normalize('NFKD')}${/[\p{N}\p{Cs}]/u.test(after) ? ' ' : ''}`
  if (EXPONENT.test(sign)) return /[\d)\]]/.test(before) ? `^${spelled}` : spelled
  if (INDEX.test(sign)) return /\d/.test(before) ? `_${spelled}` : spelled
  return /[\p{N}\p{Cs}.,]/u.test(before) ? ` ${spelled}` : spelled
}

function spellCharacter(character: string): string {
  const parts = [...character.normalize('NFKD').replace(DIACRITICS, '')]
  const plain = parts.map((part) => SPELLED_OUT[part] ?? part).join('')
  if (/^\p{Sm}$/u.test(character) && character.normalize('NFD').includes('\u0338')) return ` not ${plain} `
  if (ASCII.test(plain)) return plain
  if (WORD.test(character)) return spellWord(character)
  return parts.map((part) => SPELLED_OUT[part] ?? (WORD.test(part) ? spellWord(part) : spellSign(part))).join('')
}

/** A letter that the library does not know, or spells with a digit, as hieroglyphs, is a space. */
function spellWord(character: string): string {
  const spelled = anyAscii(character) || (/\p{L}/u.test(character) ? ' ' : '')
  return /\d/.test(spelled) && !/\p{N}/u.test(character) ? ' ' : spelled
}

function spellSign(sign: string): string {
  if (ASCII.test(sign)) return sign
  if (INVISIBLE.test(sign)) return ''
  const spelled = SPELLED_SIGN.test(sign) ? anyAscii(sign) : ''
  if (spelled === '' || /\d|:[a-z]/.test(spelled)) return ' '
  return /[-+]/.test(spelled) && !ARITHMETIC.test(sign) ? ' ' : spelled
}
