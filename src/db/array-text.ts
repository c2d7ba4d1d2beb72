/**
 * A list as the text of a PostgreSQL array, or undefined if it has values other than texts,
 * numbers, booleans and null, which the driver writes. The driver's own way costs several times as
 * much, and every insert of many rows writes some twenty arrays. Neighbours are often equal, and
 * are written once.
 */
export function arrayText(values: readonly unknown[]): string | undefined {
  let text = '{'
  let last: unknown
  let written = ''
  for (let at = 0; at < values.length; at++) {
    const value = values[at]
    if (value !== last || at === 0) {
      const element = elementText(value)
      if (element === undefined) return undefined
      last = value
      written = element
    }
    text += at === 0 ? written : `,${written}`
  }
  return `${text}}`
}

function elementText(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return quoted(value)
    case 'bigint':
    case 'number':
    case 'boolean':
      return String(value)
    case 'undefined':
      return 'NULL'
    default:
      return value === null ? 'NULL' : undefined
  }
}

const CONTROL = /\p{Cc}/u

/** In quotes, with a backslash before each quote and backslash. */
function quoted(text: string): string {
  if (!text.includes('"') && !text.includes('\\')) return `"${text}"`
  // JSON escapes these two in the same way, and fast. It also escapes what PostgreSQL does not.
  if (!CONTROL.test(text) && text.isWellFormed()) return JSON.stringify(text)
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
