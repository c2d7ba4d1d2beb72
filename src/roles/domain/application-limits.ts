/** A limit of an application, under the name the integrator gave it; without a value it limits nothing. */
export interface ApplicationLimit {
  name: string
  value?: number | string
}

/** The value of a limit in hundredths of the currency's unit; it has two decimals at the most. */
export function hundredthsOf(value: number | string): bigint {
  const [whole = '', fraction = ''] = String(value).split('.')
  return BigInt(whole + fraction.padEnd(2, '0'))
}

/** The lowest of the limits with that name; undefined where none of them has a value. Names are the same in any case, and with space or underscore. */
export function lowestLimit(limits: readonly ApplicationLimit[], name: string): bigint | undefined {
  const values = limits.filter((limit) => limitKey(limit.name) === limitKey(name)).flatMap(({ value }) => value ?? [])
  return values.map(hundredthsOf).sort((a, b) => (a < b ? -1 : 1))[0]
}

/** What two names of a limit have in common that are the same. */
export function limitKey(name: string): string {
  return name.toLowerCase().replaceAll(/[ _-]/g, '')
}
