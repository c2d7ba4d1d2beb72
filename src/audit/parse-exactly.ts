/**
 * Reads JSON text for `canonicalJson`. The service writes only numbers that a double holds exactly; any other was not written by it, and stays
 * as its own text, so that a change in digits that a double would swallow still shows.
 */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, readExactly as (name: string, value: unknown) => unknown)
}

/** ECMAScript 2026 hands the text of a number over. */
function readExactly(_name: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined) return value
  return digitsOf(source) === digitsOf(String(value)) ? value : `number ${source}`
}

/** A decimal number as its significant digits and the power of ten of the last: the same text for 1, 1.0 and 10e-1. */
function digitsOf(text: string): string {
  const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}
