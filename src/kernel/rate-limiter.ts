import { LRUCache } from 'lru-cache'

/** So many requests in so many seconds, as many of them at once as one likes. */
export interface RateLimit {
  requests: number
  seconds: number
}

export interface RateVerdict {
  admitted: boolean
  /** How many more would be admitted at this moment. */
  remaining: number
  /** When all of the limit is there again, if nothing more is asked. */
  fullInSeconds: number
  /** When the next request would be admitted; 0 where it would be now. */
  nextInSeconds: number
}

/** What one key has used of its limit. It drains evenly; what is still used counts against the next request. */
interface Bucket {
  used: number
  atMs: number
  /** What was admitted here and is not yet known to the other nodes. */
  unshared: number
}

/** What was admitted under a key since the last settlement. */
export interface Unshared {
  key: string
  count: number
}

export interface RateLimiter {
  readonly limit: RateLimit
  /** Counts one request of the key, where it is admitted; one that is refused costs nothing. */
  take(key: string): RateVerdict
  /** What other nodes have to hear of, at most so many keys at a time; from here on it is counted as told. */
  unshared(maxKeys: number): Unshared[]
  /** What all nodes together have used of the key's limit at this moment. */
  settle(key: string, used: number): void
}

/** Sums of fractions of a request are not exact; a limit of ten means ten. */
const ROUNDING = 1e-6

/**
 * A token bucket for each key, in memory: a look-up and a little arithmetic, no timer and no promise. Keys are bounded: one more costs the one
 * that asked least recently, which begins anew when it comes back.
 */
export function createRateLimiter(options: { limit: RateLimit; maxKeys: number; nowMs: () => number }): RateLimiter {
  const { limit, nowMs } = options
  const perMs = limit.requests / (limit.seconds * 1_000)
  const changed = new Set<string>()
  const buckets = new LRUCache<string, Bucket>({ max: options.maxKeys, dispose: (_, key) => changed.delete(key) })

  function drained(key: string): Bucket {
    const now = nowMs()
    const bucket = buckets.get(key)
    if (!bucket) return { used: 0, atMs: now, unshared: 0 }
    bucket.used = Math.max(0, bucket.used - (now - bucket.atMs) * perMs)
    bucket.atMs = now
    return bucket
  }

  return {
    limit,
    take(key) {
      const bucket = drained(key)
      const admitted = bucket.used + 1 <= limit.requests + ROUNDING
      if (admitted) {
        bucket.used++
        bucket.unshared++
        buckets.set(key, bucket)
        changed.add(key)
      }
      const free = limit.requests - bucket.used + ROUNDING
      return {
        admitted,
        remaining: Math.max(0, Math.floor(free)),
        fullInSeconds: Math.ceil(bucket.used / perMs / 1_000 - ROUNDING),
        nextInSeconds: free >= 1 ? 0 : Math.ceil((1 - free) / perMs / 1_000),
      }
    },
    unshared(maxKeys) {
      const told: Unshared[] = []
      for (const key of changed) {
        if (told.length === maxKeys) break
        changed.delete(key)
        const bucket = drained(key)
        // What has drained since is of no interest to anyone.
        told.push({ key, count: Math.min(bucket.unshared, bucket.used) })
        bucket.unshared = 0
      }
      return told
    },
    settle(key, used) {
      const bucket = buckets.peek(key)
      if (!bucket) return
      bucket.used = used + bucket.unshared
      bucket.atMs = nowMs()
    },
  }
}
