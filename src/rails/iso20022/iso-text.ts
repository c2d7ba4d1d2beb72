import { toAscii } from '../../kernel/ascii-text.ts'

/**
 * The characters that a network carries. `ascii` is printable ASCII: FedNow, Fedwire and RTP, and
 * with SWIFT the names, addresses and remittance of CBPR+. `swiftX` is SWIFT's character set x, for
 * all other text of CBPR+. `swiftReference` is x for references, which neither begin nor end with a
 * slash, nor have two in a row.
 */
export type Charset = 'ascii' | 'swiftX' | 'swiftReference'

/** What stands in character set x for the signs of ASCII that it does not have. */
const IN_SWIFT_X: Readonly<Record<string, string>> = {
  ...{ '&': '+', '@': '(at)', '"': "'", '`': "'", '!': '.', ';': ',', _: '-', '=': '-', '~': '-' },
  ...{ '[': '(', '{': '(', '<': '(', ']': ')', '}': ')', '>': ')', '\\': '/', '|': '/' },
  ...{ '#': '.', $: '.', '%': '.', '*': '.', '^': '.' },
}

/**
 * Text as a network carries it: spelled in ASCII (`kernel/ascii-text.ts`), the signs that the
 * character set does not have replaced, and cut to its length. The result can be empty, for text
 * that is nothing but emojis; such an element is left out.
 */
export function isoText(text: string, { charset, maxLength }: { charset: Charset; maxLength: number }): string {
  const ascii = toAscii(text)
  if (charset === 'ascii') return ascii.slice(0, maxLength).trim()
  const x = ascii.replace(/[^0-9A-Za-z/\-?:().,'+ ]/g, (sign) => IN_SWIFT_X[sign] ?? '')
  if (charset === 'swiftX') return x.slice(0, maxLength).trim()
  return x
    .replace(/\/{2,}/g, '/')
    .replace(/^[/ ]+/, '')
    .slice(0, maxLength)
    .replace(/[/ ]+$/, '')
}
