/**
 * The canonical text of a JSON value (RFC 8785, JSON Canonicalization Scheme): names in the order
 * of their UTF-16 code units, no white space, numbers and strings as ECMAScript writes them. Equal
 * values have equal text, so its hash shows any change. Undefined members are left out, as in JSON.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
