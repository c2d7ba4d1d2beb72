/** A limit of an application, under the name the client chose. Without a value it has no effect. */
export interface ApplicationLimit {
  name: string
  value?: number | string
}

/** The value of a limit in hundredths of the currency's unit. It has at most two decimals. */
export function hundredthsOf(value: number | string): bigint {
  const [whole = '', fraction = ''] = String(value).split('.')
  return BigInt(whole + fraction.padEnd(2, '0'))
}

/** The lowest limit with the name (see `limitKey`), or undefined if none has a value. */
export function lowestLimit(limits: readonly ApplicationLimit[], name: string): bigint | undefined {
  const values = limits.filter((limit) => limitKey(limit.name) === limitKey(name)).flatMap(({ value }) => value ?? [])
  return values.map(hundredthsOf).sort((a, b) => (a < b ? -1 : 1))[0]
}

/** The key under which two spellings of a limit's name are the same. */
export function limitKey(name: string): string {
  return name.toLowerCase().replaceAll(/[ _-]/g, '')
}
