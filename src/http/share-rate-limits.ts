import type { BaseLogger } from 'pino'
import { type MachineTime, machineTime } from '../kernel/machine-time.ts'
import type { RateLimiter } from '../kernel/rate-limiter.ts'
import { LATE, within } from '../kernel/within.ts'
import type { RateLimits } from './rate-limits.ts'

export interface Sharing {
  close(): Promise<void>
}

const SHARE_INTERVAL_MS = 100
/** Further keys follow in the next interval. */
const MAX_KEYS_PER_INTERVAL = 1_000
const REDIS_TIMEOUT_MS = 1_000
const MAX_RECONNECT_DELAY_MS = 5_000

/**
 * Adds what one node admitted to what all have used, and returns the sum. The bucket
 * drains by the clock of Redis, so the clocks of the nodes need not agree. KEYS[1]: the bucket;
 * ARGV: what was admitted, the limit, its period in milliseconds.
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
 * Shares the counts of admitted requests between nodes through Redis, ten times a second. No
 * request waits for it: a node decides by the counts it knows, so together the nodes can briefly
 * admit more than the limit. If Redis fails, each node counts alone, and logs this once.
 */
export function shareRateLimits(
  rateLimits: RateLimits,
  {
    redisUrl,
    log,
    time = machineTime,
  }: { redisUrl: string; log: Pick<BaseLogger, 'info' | 'warn'>; time?: MachineTime },
): Sharing {
  let isAway = false
  const away = (error: unknown) => {
    if (!isAway) log.warn({ err: error }, 'Redis does not respond: each node counts its rate limits alone')
    isAway = true
  }
  const back = () => {
    if (isAway) log.info('Redis responds again: nodes share their rate limits')
    isAway = false
  }

  const connecting = connect(redisUrl, away)
  let sharing: Promise<void> | undefined
  const stopSharing = time.every(SHARE_INTERVAL_MS, () => {
    sharing ??= share().finally(() => {
      sharing = undefined
    })
  })

  async function share(): Promise<void> {
    try {
      const redis = await connecting
      if (!redis.isReady) return
      const settled = Array.from(rateLimits.limiters, ([name, limiter]) => settle(redis, name, limiter))
      const keys = await within(REDIS_TIMEOUT_MS, Promise.all(settled), time)
      if (keys === LATE) throw new Error(`no reply within ${REDIS_TIMEOUT_MS} ms`)
      if (keys.some((count) => count > 0)) back()
    } catch (error) {
      away(error)
    }
  }

  return {
    async close() {
      stopSharing()
      await sharing
      const redis = await connecting.catch(() => undefined)
      redis?.destroy()
    },
  }
}

type Redis = Awaited<ReturnType<typeof connect>>

/** Loads the library only if needed. The client connects and reconnects automatically. */
async function connect(url: string, away: (error: unknown) => void) {
  const { createClient } = await import('redis')
  const redis = createClient({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, MAX_RECONNECT_DELAY_MS) },
  })
  redis.on('error', away)
  redis.connect().catch(away)
  return redis
}

/** Returns the number of keys settled. Counts lost on the way are not sent again. */
async function settle(redis: Redis, name: string, limiter: RateLimiter): Promise<number> {
  const { quota, seconds } = limiter.limit
  const settled = limiter.unshared(MAX_KEYS_PER_INTERVAL).map(async ({ key, count }) => {
    const used = await redis.eval(SETTLE, {
      keys: [`giro:rate:${name}:${key}`],
      arguments: [count, quota, seconds * 1_000].map(String),
    })
    limiter.settle(key, Number(used))
  })
  return (await Promise.all(settled)).length
}
