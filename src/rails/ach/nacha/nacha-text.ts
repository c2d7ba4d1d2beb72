/**
 * Text in printable ASCII, the characters of a NACHA text field, cut to `width`. Runs of white
 * space become one space. Other characters are removed: spell them out before (`toAscii`). Case is
 * kept. The result can be empty, which a mandatory field then refuses.
 *
 * Use it for names and descriptions only: an identifier must be refused, never altered.
 */
export function toNachaText(text: string, width: number): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, width)
    .trimEnd()
}
