/**
 * What a spreadsheet may take for the beginning of a formula, also behind white space and quotes,
 * and in the wide and small forms that it reads as the plain ones.
 */
const FORMULA = /^(?:[\t\r\n]|[\s"'\u2018\u2019\u201c\u201d]*[-=+@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/u

/**
 * A text as a cell of CSV (RFC 4180). An apostrophe stands before one that a spreadsheet could run
 * as a formula (CWE-1236), so that it is text there. Not for amounts: what the service writes as a
 * number stays one, also with a minus.
 */
export function textCell(text: string): string {
  return csvCell(FORMULA.test(text) ? `'${text}` : text)
}

/** A text that the service writes itself as a cell of CSV: a number, a date, a code. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
