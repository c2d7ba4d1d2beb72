import { networkOf } from '../kernel/network-of.ts'
import { createRateLimiter, type RateLimit, type RateLimiter, type RateVerdict } from '../kernel/rate-limiter.ts'
import type { Principal } from '../tokens/access-tokens.ts'

/** Undefined for no limit. */
export interface RateLimitSettings {
  /** What each API client may ask, with any of its tokens. */
  perClient: RateLimit | undefined
  /** What each address may ask without a token that is known to be good; at the token service, too. */
  perAddress: RateLimit | undefined
}

/** What was decided on one request, and what the answer tells of it. */
export interface Counted extends RateVerdict {
  policy: Policy
  /** Refused, after it was refused as often as it may ask. */
  isPersistent: boolean
}

interface Policy {
  /** The header RateLimit-Policy. */
  header: string
  name: string
  limit: RateLimit
}

export interface RateLimits {
  /** Counts a request of an API client; undefined where there is no limit. */
  ofClient(principal: Principal): Counted | undefined
  /** Counts a request of whoever asks from this address; undefined where there is no limit. */
  ofAddress(address: string): Counted | undefined
  /**
   * Answers a request that was refused. Who goes on asking all the same is answered late: a flood from so many connections then is no faster
   * than they are answered, and costs others less. Only so many answers are held back; beyond them they go at once.
   */
  refuse(counted: Counted, answer: () => void): void
  /** The limiters by name: for sharing them with other nodes. */
  limiters: ReadonlyMap<string, RateLimiter>
}

/** Some 20 MB of each, when all are there. */
const MAX_KEYS = 100_000
/** Held back for a random time between these: what was refused together would come back together, and be admitted in one burst. */
export const HOLD_MS = { from: 100, to: 300 }
export const MAX_HELD = 1_000

export function createRateLimits(settings: RateLimitSettings, nowMs = () => performance.now()): RateLimits {
  const limiters = new Map<string, RateLimiter>()
  const count = (name: string, limit: RateLimit | undefined): ((key: string) => Counted | undefined) => {
    if (!limit) return () => undefined
    const limiter = createRateLimiter({ limit, maxKeys: MAX_KEYS, nowMs })
    const refusals = createRateLimiter({ limit, maxKeys: MAX_KEYS, nowMs })
    const policy: Policy = { name, limit, header: `"${name}";q=${limit.requests};w=${limit.seconds}` }
    limiters.set(name, limiter)
    return (key) => {
      const verdict = limiter.take(key)
      return Object.assign(verdict, { policy, isPersistent: !verdict.admitted && !refusals.take(key).admitted })
    }
  }
  const client = count('client', settings.perClient)
  const address = count('address', settings.perAddress)
  let held = 0
  return {
    refuse({ isPersistent }, answer) {
      if (!isPersistent || held >= MAX_HELD) return answer()
      held++
      setTimeout(() => {
        held--
        answer()
      }, holdMs())
    },
    ofClient: ({ tenantId, clientId }) => client(`${tenantId} ${clientId}`),
    ofAddress: (from) => address(networkOf(from)),
    limiters,
  }
}

function holdMs(): number {
  return HOLD_MS.from + Math.random() * (HOLD_MS.to - HOLD_MS.from)
}

/** RFC 6585 section 4, and the fields RateLimit-Policy and RateLimit of draft-ietf-httpapi-ratelimit-headers. */
export function rateLimitHeaders({ admitted, remaining, fullInSeconds, nextInSeconds, policy }: Counted) {
  return {
    'ratelimit-policy': policy.header,
    ratelimit: `"${policy.name}";r=${remaining};t=${fullInSeconds}`,
    ...(admitted ? {} : { 'retry-after': String(nextInSeconds) }),
  }
}

/** What the header says is said of the limit in words, too. */
export function explainRate({ policy: { name, limit }, nextInSeconds }: Counted): string {
  return `${limit.requests} requests in ${limit.seconds} s are admitted for one ${name}; the next one in ${nextInSeconds} s`
}
