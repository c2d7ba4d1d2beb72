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

/** The limits of each application of a role or user. */
export type LimitsByApplication = readonly { name: string; limits?: readonly ApplicationLimit[] | undefined }[]

/**
 * Whether any limit in `before` is higher or missing in `after`. Lowering a limit or adding one
 * gives nothing more.
 */
export function widensLimits(before: LimitsByApplication, after: LimitsByApplication): boolean {
  return before.some(({ name, limits = [] }) => {
    const remaining = after.find((application) => application.name === name)?.limits ?? []
    return limits.some((limit) => {
      const held = lowestLimit(limits, limit.name)
      if (held === undefined) return false
      const given = lowestLimit(remaining, limit.name)
      return given === undefined || given > held
    })
  })
}
