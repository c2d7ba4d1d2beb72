import { type CallState, errorIn, GiroError } from './errors.ts'
import type { Clock } from './platform.ts'
import { type Attempt, attemptOnce, isInFlight, Lost, persist, type RetryPolicy } from './retry.ts'
import type { TokenSource } from './tokens.ts'

/** One logical request, through all its attempts. */
export interface Call extends CallState {
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
  attempts: number
  isUncertain: boolean
}

interface Parts {
  fetch: (request: Request) => Promise<Response>
  clock: Clock
  policy: RetryPolicy
  tokens: TokenSource
}

/** Sends a request until its answer is final. Throws a GiroError if there is none. */
export function createSender({ fetch, clock, policy, tokens }: Parts) {
  return async (request: Request, call: Call): Promise<Response> => {
    const body = request.body === null ? null : await request.arrayBuffer()
    const { url, method } = request
    const attempt = async (token: string) => {
      const headers = new Headers(request.headers)
      headers.set('Authorization', `Bearer ${token}`)
      const make = (signal: AbortSignal) => new Request(url, { method, headers, body, redirect: 'error', signal })
      call.attempts++
      const result = await attemptOnce(fetch, make, call)
      call.isUncertain = isUncertainAfter(result, call)
      return result
    }
    let isRenewed = false
    const authorized = async () => {
      const token = await tokenFor(call, tokens)
      const result = await attempt(token)
      if (result instanceof Lost || result.status !== 401 || isRenewed) return result
      isRenewed = true
      tokens.refused(token)
      return attempt(await tokenFor(call, tokens))
    }
    const { signal } = call
    const result = await persist(authorized, { clock, policy, signal })
    if (signal?.aborted && !isSuccess(result)) throw aborted(call, signal)
    if (result instanceof Lost) throw errorIn(call, { ...LOST[result.reason], cause: result.cause })
    return result
  }
}

const isSuccess = (result: Attempt) => !(result instanceof Lost) && result.ok

const LOST = {
  noAnswer: { reason: 'noAnswer', message: 'The connection failed, or broke before the whole answer had come.' },
  timeout: { reason: 'timeout', message: 'The answer did not come in time.' },
} as const

const aborted = (call: CallState, { reason: cause }: AbortSignal) =>
  errorIn(call, { reason: 'aborted', message: 'The call was aborted.', cause })

/**
 * A token. What others wait for too does not end with this call; its error becomes that of the
 * call.
 */
async function tokenFor(call: Call, tokens: TokenSource): Promise<string> {
  const { signal } = call
  if (signal?.aborted) throw aborted(call, signal)
  let stop = () => {}
  const abort = new Promise<never>((_, reject) => {
    stop = () => reject(aborted(call, signal!))
    signal?.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([tokens.current(), abort])
  } catch (error) {
    throw error instanceof GiroError ? errorIn(call, error) : error
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

/** Answers that are given before the key of a request is looked up: they say nothing about it. */
const UNDECIDED: ReadonlySet<number> = new Set([401, 403, 429])

/** Whether an earlier attempt, or this one, may have been done without our knowing. */
function isUncertainAfter(result: Attempt, { isUncertain }: Call): boolean {
  if (result instanceof Lost) return true
  if (result.status === 408 || result.status >= 500 || isInFlight(result)) return true
  return isUncertain && UNDECIDED.has(result.status)
}
