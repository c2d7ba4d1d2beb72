import { LRUCache } from 'lru-cache'
import { machineTime } from '../kernel/machine-time.ts'

/** The total number of rows in a list, for its pagination. */
export interface Totals {
  /** `key` identifies the tenant, the list and its filter; `count` counts the rows. */
  of(key: readonly unknown[], count: () => Promise<number>): Promise<number>
}

/** Above this, counting costs more than reading the page, and a total a few seconds old will do. */
const MAX_UNCACHED_TOTAL = 10_000
const CACHE_TTL_MS = 5_000
const MAX_LISTS = 1_000

/**
 * Counts a list for each page. A total above ten thousand rows is cached for five seconds, because
 * PostgreSQL must read all the rows to count them.
 */
export function createTotals(time = machineTime): Totals {
  const perf = { now: time.nowMs }
  const cache = new LRUCache<string, number>({ max: MAX_LISTS, ttl: CACHE_TTL_MS, ttlResolution: 0, perf })
  return {
    async of(key, count) {
      // With its type, so that a missing filter differs from a filter for the text "undefined".
      const name = key.map((part) => `${typeof part} ${part}`).join('\u0000')
      const known = cache.get(name)
      if (known !== undefined) return known
      const total = await count()
      if (total > MAX_UNCACHED_TOTAL) cache.set(name, total)
      return total
    },
  }
}
