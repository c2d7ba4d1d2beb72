import anyAscii from 'any-ascii'

/**
 * Signs that ASCII spells out, and letters that are spelled otherwise than the library does. A sign
 * that is not here and is no letter, digit or mark is removed.
 */
export const SPELLED_OUT: Readonly<Record<string, string>> = {
  ...{ '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR', '₽': 'RUB', '₩': 'KRW', '₺': 'TRY', '₴': 'UAH', '₪': 'ILS' },
  ...{ '₫': 'VND', '₦': 'NGN', '₱': 'PHP', '฿': 'THB', '¢': 'c' },
  ...{ '⁄': '/', '∕': '/', '×': 'x', '÷': '/', '±': '+/-', '−': '-', '‰': ' per mille' },
  ...{ '©': '(c)', '®': '(R)', '§': 'Sec. ', '·': '-', '•': '-', '‧': '-', '・': ' ', '、': ', ', '。': '.' },
  ...{ '‘': "'", '’': "'", '‚': "'", '‛': "'", '′': "'", '´': "'", '‹': "'", '›': "'" },
  ...{ '“': '"', '”': '"', '„': '"', '‟': '"', '″': '"', '«': '"', '»': '"' },
  ...{ '–': '-', '—': '-', '‐': '-', '‑': '-', '‒': '-', '―': '-', '…': '...' },
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L' },
  ...{ đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'TH', ħ: 'h', Ħ: 'H', ı: 'i' },
}

const ASCII = /^[\x20-\x7e]*$/
const FRACTION = /(\d?)([\u00bc-\u00be\u2150-\u215f\u2189])/gu
const WORD = /[\p{L}\p{N}\p{M}]/u
const DIACRITICS = /[\u0300-\u036f]/g

/**
 * Spells text in printable ASCII. Accents are dropped (`Zoë` becomes `Zoe`), signs are spelled out
 * by `SPELLED_OUT` (`5 €` becomes `5 EUR`, and `1½` becomes `1 1/2`), and other scripts are
 * transliterated: `Ольга` becomes `Ol'ga`, and `李明` becomes `LiMing`. What remains, such as an
 * emoji, is removed. Runs of white space become one space. The result can be empty.
 */
export function toAscii(text: string): string {
  const spelled = ASCII.test(text) ? text : spellOut(text)
  return spelled.replace(/\s+/g, ' ').trim()
}

function spellOut(text: string): string {
  const fractions = (_: string, before: string, fraction: string) =>
    `${before && `${before} `}${fraction.normalize('NFKD').replace('⁄', '/')}`
  return [...text.normalize('NFC').replace(FRACTION, fractions)]
    .map((character) => SPELLED_OUT[character] ?? spellCharacter(character))
    .join('')
    .replace(/[^\x20-\x7e\s]/g, '')
}

function spellCharacter(character: string): string {
  const plain = [...character.normalize('NFKD').replace(DIACRITICS, '')]
    .map((part) => SPELLED_OUT[part] ?? part)
    .join('')
  if (ASCII.test(plain)) return plain
  return WORD.test(character) ? anyAscii(character) : plain
}
