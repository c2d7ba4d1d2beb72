/** Letters that Unicode does not decompose into ASCII and a mark, and punctuation that word processors put in names. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L' },
  ...{ đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'TH', ħ: 'h', Ħ: 'H', ı: 'i' },
  ...{ '‘': "'", '’': "'", '“': '"', '”': '"', '«': '"', '»': '"', '–': '-', '—': '-', '‐': '-', '…': '...' },
}

/**
 * Writes text in the characters a NACHA text field may hold, printable ASCII, and cuts it to `width`. Accents are
 * dropped (`Zoë` becomes `Zoe`), some letters spelled out (`Groß` becomes `Gross`), and a character without a Latin
 * likeness is left out; runs of white space become one space. Upper and lower case stay as they are. The result may be
 * empty, which a mandatory field then refuses. It is for names and descriptions: an identifier is refused, not altered.
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
