/**
 * Reads JSON text for `canonicalJson`. The service writes only numbers that a double represents
 * exactly. Any other number was not written by the service, so it is kept as text: a change in
 * digits beyond a double's precision still shows.
 */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, readExactly as (name: string, value: unknown) => unknown)
}

/** ECMAScript 2026 passes a number's source text to the reviver. */
function readExactly(_name: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined) return value
  return digitsOf(source) === digitsOf(String(value)) ? value : `number ${source}`
}

/**
 * A decimal number as its significant digits and the power of ten of the last one: 1, 1.0 and 10e-1
 * give the same text.
 */
function digitsOf(text: string): string {
  const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}
