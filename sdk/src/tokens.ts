import { errorIn, errorOf, fieldsOf, type GiroError } from './errors.ts'
import type { Clock } from './platform.ts'
import { attemptOnce, Lost, persist, type RetryPolicy } from './retry.ts'

/** What gives a request its access token. */
export interface TokenSource {
  /** The token to use now. */
  current(): Promise<string>
  /** The service refused this token: the next call of `current` gets another one. */
  refused(token: string): void
}

export interface Credentials {
  apiKey: string
  apiSecret: string
}

interface Transport {
  fetch: (request: Request) => Promise<Response>
  clock: Clock
  policy: RetryPolicy
  timeoutMs: number
}

/** A token is renewed this long before its end, or a tenth of its life before, if that is less. */
const MARGIN_MS = 60_000

/**
 * Tokens by the client credentials grant (RFC 6749). One request for a token serves all calls that
 * need one.
 */
export function clientCredentials(tokenUrl: string, credentials: Credentials, transport: Transport): TokenSource {
  let held: { token: string; renewAt: number } | undefined
  let pending: Promise<string> | undefined

  const renew = async () => {
    const askedAt = transport.clock.now()
    const { token, lifeMs } = await requestToken(tokenUrl, credentials, transport)
    held = { token, renewAt: askedAt + lifeMs - Math.min(MARGIN_MS, lifeMs / 10) }
    return token
  }
  return {
    current() {
      if (held && transport.clock.now() < held.renewAt) return Promise.resolve(held.token)
      pending ??= renew().finally(() => {
        pending = undefined
      })
      return pending
    },
    refused(token) {
      if (held?.token === token) held = undefined
    },
  }
}

async function requestToken(
  tokenUrl: string,
  { apiKey, apiSecret }: Credentials,
  { fetch, clock, policy, timeoutMs }: Transport,
): Promise<{ token: string; lifeMs: number }> {
  // RFC 6749 section 2.3.1: both are form-encoded before they are joined.
  const basic = btoa(`${encodeURIComponent(apiKey)}:${encodeURIComponent(apiSecret)}`)
  const make = (signal: AbortSignal) =>
    new Request(tokenUrl, {
      method: 'POST',
      headers: { Authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      redirect: 'error',
      signal,
    })
  const answer = await persist(() => attemptOnce(fetch, make, { timeoutMs }), { clock, policy })
  if (answer instanceof Lost) throw noToken('The token service did not answer.', answer.cause)
  const body = fieldsOf(await answer.json().catch(() => undefined))
  if (!answer.ok) throw errorOf(NOT_SENT, body, answer)
  const { access_token: token, expires_in: seconds } = body
  if (typeof token !== 'string') throw noToken('The token service sent no access_token.')
  return { token, lifeMs: (typeof seconds === 'number' ? seconds : 0) * 1000 }
}

/** Tokens that the program gets by itself. */
export function ownTokens(token: (refused?: string) => string | Promise<string>): TokenSource {
  let refusedToken: string | undefined
  return {
    async current() {
      const refused = refusedToken
      refusedToken = undefined
      try {
        return await token(refused)
      } catch (cause) {
        throw noToken('The function for tokens failed.', cause)
      }
    },
    refused(token) {
      refusedToken = token
    },
  }
}

/** Without a token, no request was sent. */
const NOT_SENT = { idempotencyKey: undefined, attempts: 0, isUncertain: false }

const noToken = (message: string, cause?: unknown): GiroError =>
  errorIn(NOT_SENT, { reason: 'noToken', message, cause })
