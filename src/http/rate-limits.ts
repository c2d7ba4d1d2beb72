import { type MachineTime, machineTime } from '../kernel/machine-time.ts'
import { networkOf } from '../kernel/network-of.ts'
import { createRateLimiter, type RateLimit, type RateLimiter, type RateVerdict } from '../kernel/rate-limiter.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { CONSOLE_CLIENT } from '../tokens/console-client.ts'

/** An undefined limit means no limit. */
export interface RateLimitSettings {
  /** The limit of each API client, over all its tokens. */
  perClient: RateLimit | undefined
  /**
   * The limit of each address for requests without a known valid token, including the token
   * service.
   */
  perAddress: RateLimit | undefined
  /** The bytes of stored texts (documents, pages, scripts) that each address is sent. */
  bytesPerAddress: RateLimit | undefined
}

/** The decision on one request, with the values of the rate limit headers. */
export interface Counted extends RateVerdict {
  policy: Policy
  /** The request was refused, and the client already has as many refusals as its limit. */
  isPersistent: boolean
}

interface Policy {
  /** The value of the RateLimit-Policy header. */
  header: string
  name: string
  unit: 'requests' | 'bytes'
  limit: RateLimit
}

export interface RateLimits {
  /** Counts a request of an API client; undefined without a limit. */
  ofClient(principal: Principal): Counted | undefined
  /** Counts a request from an address; undefined without a limit. */
  ofAddress(address: string): Counted | undefined
  /** Counts the bytes of a stored text for an address; undefined without a limit. */
  ofBytes(address: string, bytes: number): Counted | undefined
  /**
   * Sends the reply to a refused request. A client that keeps exceeding its limit gets the reply
   * late, which slows down a flood from a limited number of connections. At most `MAX_DELAYED`
   * replies are delayed; further ones are sent at once.
   */
  refuse(counted: Counted, answer: () => void): void
  /** The limiters by name, to share them with other nodes. */
  limiters: ReadonlyMap<string, RateLimiter>
}

/** About 20 MB per limiter when full. */
const MAX_KEYS = 100_000
/** The bounds of the random delay, so that requests refused together do not return in one burst. */
export const DELAY_MS = { from: 100, to: 300 }
export const MAX_DELAYED = 1_000

export function createRateLimits(settings: RateLimitSettings, time: MachineTime = machineTime): RateLimits {
  const limiters = new Map<string, RateLimiter>()
  const count = (name: string, limit: RateLimit | undefined, unit: Policy['unit'] = 'requests') => {
    if (!limit) return () => undefined
    const limiter = createRateLimiter({ limit, maxKeys: MAX_KEYS, time })
    const refusals = createRateLimiter({ limit, maxKeys: MAX_KEYS, time })
    const policy: Policy = { name, limit, unit, header: policyHeader(name, limit, unit) }
    limiters.set(name, limiter)
    return (key: string, cost?: number): Counted => {
      const verdict = limiter.take(key, cost)
      return Object.assign(verdict, { policy, isPersistent: !verdict.admitted && !refusals.take(key).admitted })
    }
  }
  const client = count('client', settings.perClient)
  const address = count('address', settings.perAddress)
  const bytes = count('bytes', settings.bytesPerAddress, 'bytes')
  let held = 0
  return {
    refuse({ isPersistent }, answer) {
      if (!isPersistent || held >= MAX_DELAYED) return answer()
      held++
      time.after(delayMs(), () => {
        held--
        answer()
      })
    },
    ofClient: (principal) => client(keyOf(principal)),
    ofAddress: (from) => address(networkOf(from)),
    ofBytes: (from, sent) => bytes(networkOf(from), sent),
    limiters,
  }
}

function policyHeader(name: string, { quota, seconds }: RateLimit, unit: Policy['unit']): string {
  return `"${name}";q=${quota};${unit === 'bytes' ? 'qu="content-bytes";' : ''}w=${seconds}`
}

/** A principal is the same object for all requests with its token. */
const keys = new WeakMap<Principal, string>()

function keyOf(principal: Principal): string {
  let key = keys.get(principal)
  if (key === undefined) {
    const { tenantId, clientId, person } = principal
    key = `${tenantId} ${clientId}`
    // The console is one client for everyone: no person uses up the limit of the others.
    if (clientId === CONSOLE_CLIENT && person) key += ` ${person.userId}`
    keys.set(principal, key)
  }
  return key
}

function delayMs(): number {
  return DELAY_MS.from + Math.random() * (DELAY_MS.to - DELAY_MS.from)
}

/**
 * RFC 6585 section 4, and the fields RateLimit-Policy and RateLimit of
 * draft-ietf-httpapi-ratelimit-headers.
 */
export function rateLimitHeaders({ admitted, remaining, fullInSeconds, nextInSeconds, policy }: Counted) {
  return {
    'ratelimit-policy': policy.header,
    ratelimit: `"${policy.name}";r=${remaining};t=${fullInSeconds}`,
    ...(admitted ? {} : { 'retry-after': String(nextInSeconds) }),
  }
}

/** The same as the headers, in words. */
export function explainRate({ policy: { name, unit, limit }, nextInSeconds }: Counted): string {
  const per = unit === 'bytes' ? 'address' : name
  return `the rate limit is ${limit.quota} ${unit} in ${limit.seconds} s per ${per}; the next request is admitted in ${nextInSeconds} s`
}
