import { LRUCache } from 'lru-cache'

/** How many rows a list has in all, for the page that is shown of it. */
export interface Totals {
  /** `key` names the list and its filter, with the tenant; `count` counts it now. */
  of(key: readonly unknown[], count: () => Promise<number>): Promise<number>
}

/** From here on counting costs more than the page itself, and nobody sees that a total is seconds old. */
const COSTLY = 10_000
const FRESH_MS = 5_000
const MAX_LISTS = 1_000

/**
 * Counts every list anew, but for those of more than ten thousand rows: such a total is counted once in five seconds at the most, because
 * PostgreSQL has to walk all of them for it.
 */
export function createTotals(): Totals {
  const costly = new LRUCache<string, number>({ max: MAX_LISTS, ttl: FRESH_MS })
  return {
    async of(key, count) {
      // With its type: a filter that is left out is none for the text "undefined".
      const name = key.map((part) => `${typeof part} ${part}`).join('\u0000')
      const known = costly.get(name)
      if (known !== undefined) return known
      const total = await count()
      if (total > COSTLY) costly.set(name, total)
      return total
    },
  }
}
