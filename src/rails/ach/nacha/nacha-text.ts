/** Letters that Unicode does not decompose to ASCII, and typographic punctuation. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L' },
  ...{ đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'TH', ħ: 'h', Ħ: 'H', ı: 'i' },
  ...{ '‘': "'", '’': "'", '“': '"', '”': '"', '«': '"', '»': '"', '–': '-', '—': '-', '‐': '-', '…': '...' },
}

/**
 * Converts text to printable ASCII, the characters of a NACHA text field, and cuts it to `width`.
 * Accents are dropped (`Zoë` becomes `Zoe`), some letters are spelled out (`Groß` becomes `Gross`),
 * and other characters are removed. Runs of white space become one space. Case is kept. The result
 * can be empty, which a mandatory field then refuses.
 *
 * Use it for names and descriptions only: an identifier must be refused, never altered.
 */
export function toNachaText(text: string, width: number): string {
  return [...text.normalize('NFKD')]
    .map((character) => REPLACEMENTS[character] ?? character)
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, width)
    .trimEnd()
}
