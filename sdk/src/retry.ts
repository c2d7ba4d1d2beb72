import type { Clock } from './platform.ts'

/** How often and how long the client tries. */
export interface RetryOptions {
  /** How often a request is sent at most; 1 is once. By default 5. */
  attempts?: number | undefined
  /** The wait before the second attempt; each further wait is twice as long. By default 500 ms. */
  firstDelayMs?: number | undefined
  /**
   * The longest wait, by default 30 seconds. If the service asks for more, its answer is the
   * result.
   */
  maxDelayMs?: number | undefined
}

export type RetryPolicy = { [Option in keyof RetryOptions]-?: number }

export function policyOf(options: RetryOptions = {}): RetryPolicy {
  const { attempts = 5, firstDelayMs = 500, maxDelayMs = 30_000 } = options
  if (!(attempts >= 1)) throw new RangeError('retry.attempts is at least 1')
  return { attempts, firstDelayMs, maxDelayMs }
}

/** No answer: the connection failed, or the attempt took too long. */
export class Lost {
  readonly reason: 'noAnswer' | 'timeout'
  readonly cause: unknown

  constructor(reason: 'noAnswer' | 'timeout', cause: unknown) {
    this.reason = reason
    this.cause = cause
  }
}

export type Attempt = Response | Lost

/** Answers that mean "later". Every other one says what the service decided. */
const LATER: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

/** Whether the first request with this key still runs. */
export const isInFlight = ({ headers }: Response) => headers.get('giro-reason') === 'idempotencyInFlight'

/**
 * The wait before the next attempt, or undefined if `result` is final. What the service asks for in
 * Retry-After is the least; the random part keeps clients from coming back together.
 */
export function delayAfter(
  result: Attempt,
  attempt: number,
  { attempts, firstDelayMs, maxDelayMs }: RetryPolicy,
  { now, random }: Pick<Clock, 'now' | 'random'>,
): number | undefined {
  if (attempt >= attempts) return undefined
  if (result instanceof Response && !LATER.has(result.status) && !isInFlight(result)) return undefined
  const backoff = Math.min(firstDelayMs * 2 ** (attempt - 1), maxDelayMs) * (0.5 + random() / 2)
  const asked = result instanceof Response ? retryAfterMs(result.headers.get('retry-after'), now()) : 0
  if (asked > maxDelayMs) return undefined
  return asked > 0 ? asked + random() * firstDelayMs : backoff
}

/** RFC 9110: seconds, or a date. */
function retryAfterMs(value: string | null, now: number): number {
  if (value === null) return 0
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now
  return ms > 0 ? ms : 0
}

/** Sends until the result is final, or the signal aborts: then the last result, if there is one. */
export async function persist(
  attempt: () => Promise<Attempt>,
  { clock, policy, signal }: { clock: Clock; policy: RetryPolicy; signal?: AbortSignal | undefined },
): Promise<Attempt> {
  for (let number = 1; ; number++) {
    const result = await attempt()
    const delay = delayAfter(result, number, policy, clock)
    if (delay === undefined || signal?.aborted) return result
    await clock.wait(delay, signal)
    if (signal?.aborted) return result
  }
}

/**
 * One attempt with its whole answer: a connection that breaks inside the body is no answer. The
 * body is small, so it is read here.
 */
export async function attemptOnce(
  fetch: (request: Request) => Promise<Response>,
  make: (signal: AbortSignal) => Request,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<Attempt> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    abort()
  }, timeoutMs)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  try {
    const answer = await fetch(make(controller.signal))
    const { status, statusText, headers } = answer
    const hasBody = ![204, 205, 304].includes(status)
    const body = hasBody ? await answer.arrayBuffer() : null
    return new Response(body, { status, statusText, headers })
  } catch (cause) {
    return new Lost(isLate ? 'timeout' : 'noAnswer', cause)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
