/** The release of this service. A test compares it with package.json. */
export const VERSION = '0.2.0'

/** Negative if release `a` is older than `b`, zero if they are the same. */
export function compareReleases(a: string, b: string): number {
  const [left, right] = [a, b].map((release) => release.split('.').map(Number)) as [number[], number[]]
  for (const [at, part] of left.entries()) if (part !== right[at]) return part - (right[at] ?? 0)
  return 0
}
