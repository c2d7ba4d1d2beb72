/** What a message says at a path of elements: the first of each. Undefined if nothing is there. */
export function dig(value: unknown, ...path: readonly string[]): unknown {
  let found = value
  for (const tag of path) {
    if (Array.isArray(found)) found = found[0]
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Record<string, unknown>)[tag]
  }
  return Array.isArray(found) ? found[0] : found
}

/** The text there. */
export function digText(value: unknown, ...path: readonly string[]): string | undefined {
  const found = dig(value, ...path)
  return typeof found === 'string' ? found : undefined
}
