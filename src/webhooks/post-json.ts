import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { NetworkRules } from './network-rules.ts'

/** Resolves a host name to all of its addresses. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export interface PostOptions {
  rules: NetworkRules
  timeoutMs: number
  resolve?: Resolve
}

/** The receiver's reply; its body is discarded. */
export interface PostReply {
  status: number
  /** The seconds of its Retry-After header. */
  retryAfterSeconds: number | undefined
}

/** Connections to the host are not allowed. */
class AddressRefused extends Error {}

/** How much of a reply is read, so that the receiver can finish an ordinary reply. */
const MAX_REPLY_BYTES = 16_384

/**
 * Sends JSON to a URL from a client. The address is checked when the connection is made, after the
 * name lookup, and the connection uses that same address. So a name that changes between check and
 * connection cannot reach a forbidden network. Redirects are not followed: they count as the reply.
 * Rejects if no reply arrives in time.
 */
export function postJson(
  url: URL,
  headers: Record<string, string>,
  body: string,
  { rules, timeoutMs, resolve = lookup }: PostOptions,
): Promise<PostReply> {
  const refused = rules.refusalOf(url)
  if (refused !== undefined) return Promise.reject(new AddressRefused(refused))
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const payload = Buffer.from(body)
  return new Promise((replied, failed) => {
    const sent = send(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'content-length': payload.length },
        lookup: checked(resolve, rules, url.protocol),
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
      },
      (reply) => {
        const status = reply.statusCode!
        const retryAfterSeconds = secondsOf(reply.headers['retry-after'])
        let read = 0
        const done = () => {
          replied({ status, retryAfterSeconds })
          sent.destroy()
        }
        reply.on('data', (chunk: Buffer) => {
          read += chunk.length
          if (read > MAX_REPLY_BYTES) done()
        })
        reply.on('end', done)
        reply.on('error', failed)
      },
    )
    sent.on('error', failed)
    sent.end(payload)
  })
}

/**
 * Wraps the lookup to return only admitted addresses. Node calls it for host names, never for
 * literal addresses.
 */
function checked(resolve: Resolve, rules: NetworkRules, protocol: string): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const [first, ...others] = addresses.filter(({ address }) => rules.admits(address, protocol))
      if (!first) done(new AddressRefused(`${hostname} has no address that webhooks may use`), '')
      else if (options.all) done(null, [first, ...others])
      else done(null, first.address, first.family)
    })
  }
}

function secondsOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) : undefined
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name could not be resolved',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
}

/** Why no reply arrived, in words for the delivery log. */
export function failureOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'an unknown failure'
  if (error instanceof AddressRefused) return error.message
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return `no reply within ${timeoutMs / 1000} seconds`
  const { code } = error as NodeJS.ErrnoException
  return reasons[code ?? ''] ?? `${code ?? error.name}: ${error.message}`.slice(0, 300)
}
