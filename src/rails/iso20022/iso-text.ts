import { cutText, toAscii } from '../../kernel/ascii-text.ts'

/**
 * The characters that a network carries. `ascii` is printable ASCII: FedNow, Fedwire and RTP, and
 * with SWIFT the names, addresses and remittance of CBPR+. `swiftX` is SWIFT's character set x, for
 * all other text of CBPR+. `swiftReference` is x for references, which neither begin nor end with a
 * slash, nor have two in a row.
 */
export type Charset = 'ascii' | 'swiftX' | 'swiftReference'

/** What stands in character set x for the signs of ASCII that it does not have; else a space. */
const IN_SWIFT_X: Readonly<Record<string, string>> = {
  ...{ '&': '+', '@': '(at)', '"': "''", '`': "'", '[': '(', '{': '(', ']': ')', '}': ')', '\\': '/' },
  ...{ '!': '.', ';': ',', _: '-', '%': ' pct ' },
}
/** What would be a point, a comma or a minus of the number after it. */
const BESIDE_NUMBER = /[!;](?=\d)|(?<![A-Za-z0-9])_(?=\d)/g

/**
 * Text as a network carries it: spelled in ASCII (`kernel/ascii-text.ts`), the signs that the
 * character set does not have replaced, and cut to its length. The result can be empty, for text
 * that is nothing but emojis; such an element is left out.
 */
export function isoText(text: string, { charset, maxLength }: { charset: Charset; maxLength: number }): string {
  const ascii = toAscii(text)
  if (charset === 'ascii') return cutText(ascii, maxLength)
  const x = ascii
    .replace(BESIDE_NUMBER, ' ')
    .replace(/[^0-9A-Za-z/\-?:().,'+ ]/g, (sign) => IN_SWIFT_X[sign] ?? ' ')
    .replace(/ +/g, ' ')
    .trim()
  if (charset === 'swiftX') return cutText(x, maxLength)
  return x
    .replace(/\/{2,}/g, '/')
    .replace(/^[/ ]+/, '')
    .slice(0, maxLength)
    .replace(/[/ ]+$/, '')
}
