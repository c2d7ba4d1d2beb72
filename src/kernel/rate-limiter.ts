import { LRUCache } from 'lru-cache'
import type { MachineTime } from './machine-time.ts'

/** A number of requests or bytes per number of seconds. All of them may come in one burst. */
export interface RateLimit {
  quota: number
  seconds: number
}

export interface RateVerdict {
  admitted: boolean
  /** The part of the quota that is free now. */
  remaining: number
  /** The time until the whole limit is available again, without further requests. */
  fullInSeconds: number
  /** The time until the next request would be admitted; 0 for now. */
  nextInSeconds: number
}

/** The used part of one key's limit. It drains evenly over time. */
interface Bucket {
  used: number
  atMs: number
  /** What this node admitted and the other nodes do not know yet. */
  unshared: number
}

/** What was admitted for a key since the last settlement. */
export interface Unshared {
  key: string
  count: number
}

export interface RateLimiter {
  readonly limit: RateLimit
  /**
   * Decides one request of the key, which takes `cost` of its quota. It is admitted if any of the
   * quota is free, so that none is too large; what it takes beyond the quota has to drain first.
   * A refused request does not use up the limit.
   */
  take(key: string, cost?: number): RateVerdict
  /**
   * The counts to report to other nodes, for at most `maxKeys` keys. They count as reported now.
   */
  unshared(maxKeys: number): Unshared[]
  /** Sets the used part of the key's limit, as reported by all nodes together. */
  settle(key: string, used: number): void
}

/** Tolerance for sums of fractions: a limit of ten admits ten. */
const ROUNDING = 1e-6

/**
 * A token bucket per key, in memory: one lookup and some arithmetic, no timer and no promise. The
 * number of keys is bounded. One more key evicts the least recently used one, which then starts
 * with a full limit.
 */
export function createRateLimiter(options: {
  limit: RateLimit
  maxKeys: number
  time: Pick<MachineTime, 'nowMs'>
}): RateLimiter {
  const { limit, time } = options
  const perMs = limit.quota / (limit.seconds * 1_000)
  const changed = new Set<string>()
  // A bound by size, one per key: with `max`, each cache would allocate its memory when it is made.
  const buckets = new LRUCache<string, Bucket>({
    maxSize: options.maxKeys,
    sizeCalculation: () => 1,
    dispose: (_, key) => changed.delete(key),
  })

  function drained(key: string): Bucket {
    const now = time.nowMs()
    const bucket = buckets.get(key)
    if (!bucket) return { used: 0, atMs: now, unshared: 0 }
    bucket.used = Math.max(0, bucket.used - (now - bucket.atMs) * perMs)
    bucket.atMs = now
    return bucket
  }

  return {
    limit,
    take(key, cost = 1) {
      const bucket = drained(key)
      const admitted = bucket.used + 1 <= limit.quota + ROUNDING
      if (admitted) {
        bucket.used += cost
        bucket.unshared += cost
        buckets.set(key, bucket)
        changed.add(key)
      }
      const free = limit.quota - bucket.used + ROUNDING
      return {
        admitted,
        remaining: Math.max(0, Math.floor(free)),
        fullInSeconds: Math.ceil(bucket.used / perMs / 1_000 - ROUNDING),
        nextInSeconds: free >= 1 ? 0 : Math.ceil((1 - free) / perMs / 1_000),
      }
    },
    unshared(maxKeys) {
      const reported: Unshared[] = []
      for (const key of changed) {
        if (reported.length === maxKeys) break
        changed.delete(key)
        const bucket = drained(key)
        // Requests that have drained already no longer count.
        reported.push({ key, count: Math.min(bucket.unshared, bucket.used) })
        bucket.unshared = 0
      }
      return reported
    },
    settle(key, used) {
      const bucket = buckets.peek(key)
      if (!bucket) return
      bucket.used = used + bucket.unshared
      bucket.atMs = time.nowMs()
    },
  }
}
