import type { BaseLogger } from 'pino'
import type { RateLimiter } from '../kernel/rate-limiter.ts'
import type { RateLimits } from './rate-limits.ts'

export interface Sharing {
  close(): Promise<void>
}

const SHARE_EVERY_MS = 100
/** What does not fit goes with the next turn. */
const MAX_KEYS_AT_ONCE = 1_000
const ANSWER_WITHIN_MS = 1_000
const RECONNECT_AT_MOST_MS = 5_000

/**
 * Adds what one node has admitted to what all have used, which drains by Redis's own clock, so that the clocks of nodes need not agree. Answers the
 * sum. KEYS[1]: the bucket; ARGV: requests admitted, the limit, its milliseconds.
 */
const SETTLE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local bucket = redis.call('HMGET', KEYS[1], 'used', 'at')
local drained = (now - (tonumber(bucket[2]) or now)) * ARGV[2] / ARGV[3]
local used = math.max(0, (tonumber(bucket[1]) or 0) - drained) + ARGV[1]
redis.call('HSET', KEYS[1], 'used', tostring(used), 'at', string.format('%.3f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil(used * ARGV[3] / ARGV[2]) + 1000)
return tostring(used)`

/**
 * Lets nodes tell each other through Redis what was admitted, ten times a second. No request waits for it: a node decides by what it knows, so that
 * together nodes may admit, once, what they do not yet know of each other. A Redis that fails costs nothing but that: each node then counts for
 * itself, which is logged once.
 */
export function shareRateLimits(
  rateLimits: RateLimits,
  { redisUrl, log }: { redisUrl: string; log: Pick<BaseLogger, 'info' | 'warn'> },
): Sharing {
  let isAway = false
  const away = (error: unknown) => {
    if (!isAway) log.warn({ err: error }, 'Redis does not answer: each node counts its rate limits by itself')
    isAway = true
  }
  const back = () => {
    if (isAway) log.info('Redis answers again: nodes share their rate limits')
    isAway = false
  }

  const connecting = connect(redisUrl, away)
  let sharing: Promise<void> | undefined
  const timer = setInterval(() => {
    sharing ??= share().finally(() => {
      sharing = undefined
    })
  }, SHARE_EVERY_MS).unref()

  async function share(): Promise<void> {
    try {
      const redis = await connecting
      if (!redis.isReady) return
      const settled = Array.from(rateLimits.limiters, ([name, limiter]) => settle(redis, name, limiter))
      if ((await withinTime(Promise.all(settled))).some((keys) => keys > 0)) back()
    } catch (error) {
      away(error)
    }
  }

  return {
    async close() {
      clearInterval(timer)
      await sharing
      const redis = await connecting.catch(() => undefined)
      redis?.destroy()
    },
  }
}

type Redis = Awaited<ReturnType<typeof connect>>

/** The library is loaded only where it is wanted, and connects by itself, now and whenever the connection is lost. */
async function connect(url: string, away: (error: unknown) => void) {
  const { createClient } = await import('redis')
  const redis = createClient({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, RECONNECT_AT_MOST_MS) },
  })
  redis.on('error', away)
  redis.connect().catch(away)
  return redis
}

/** How many keys were settled. What was told and not heard is not told again. */
async function settle(redis: Redis, name: string, limiter: RateLimiter): Promise<number> {
  const { requests, seconds } = limiter.limit
  const told = limiter.unshared(MAX_KEYS_AT_ONCE).map(async ({ key, count }) => {
    const used = await redis.eval(SETTLE, {
      keys: [`giro:rate:${name}:${key}`],
      arguments: [count, requests, seconds * 1_000].map(String),
    })
    limiter.settle(key, Number(used))
  })
  return (await Promise.all(told)).length
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${ANSWER_WITHIN_MS} ms`)), ANSWER_WITHIN_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
