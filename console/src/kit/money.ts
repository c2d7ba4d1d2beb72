/** Amounts come as JSON numbers or decimal text. Text is never turned into a number. */
export type Amount = string | number

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * The amount as people read it: `1234567.5` in USD is `1,234,567.50`. Keeps every digit; text that is
 * no decimal stays as it is.
 */
export function formatAmount(amount: Amount, currency: string): string {
  const [, sign, whole, part = ''] = DECIMAL.exec(String(amount)) ?? []
  if (whole === undefined) return String(amount)
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  const decimals = part.padEnd(decimalsOf(currency), '0')
  return `${sign === '-' ? '−' : ''}${grouped}${decimals && `.${decimals}`}`
}

/** The decimals of a currency by ISO 4217, as the browser knows them; two if it does not. */
export function decimalsOf(currency: string): number {
  try {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    return maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/** The sum of amounts of one currency, exact. */
export function sumOf(amounts: readonly Amount[]): string {
  const parts = amounts.map((amount) => DECIMAL.exec(String(amount)))
  const places = Math.max(0, ...parts.map((part) => part?.[3]?.length ?? 0))
  let sum = 0n
  for (const part of parts) {
    if (!part) continue
    const minor = BigInt(part[2]! + (part[3] ?? '').padEnd(places, '0'))
    sum += part[1] === '-' ? -minor : minor
  }
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  return `${sum < 0n ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`}`
}
