/** An amount as the API takes it beside a number: `"125.50"`. */
export type Decimal = `${number}`

const DECIMAL = /^(-?)(\d+)(?:\.(\d*))?$/

/**
 * The amount in minor units: `minorUnits('125.50', 2)` is 12550n. Throws if the text is no decimal,
 * or has more decimals than the currency.
 */
export function minorUnits(amount: string, decimals: number): bigint {
  const [, sign, whole, part = ''] = DECIMAL.exec(amount) ?? []
  if (whole === undefined) throw new RangeError(`not a decimal amount: ${amount}`)
  const kept = part.replace(/0+$/, '')
  if (kept.length > decimals) throw new RangeError(`more than ${decimals} decimals: ${amount}`)
  const minor = BigInt(whole + kept.padEnd(decimals, '0'))
  return sign === '-' ? -minor : minor
}

/** Minor units as the API takes them: `decimal(12550n, 2)` is "125.50". */
export function decimal(minor: bigint, decimals: number): Decimal {
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = decimals === 0 ? '' : `.${digits.slice(digits.length - decimals)}`
  return `${minor < 0n ? '-' : ''}${whole}${part}` as Decimal
}
