import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { NetworkRules } from './network-rules.ts'

/** Asks what addresses a name has, all of them. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export interface PostOptions {
  rules: NetworkRules
  timeoutMs: number
  resolve?: Resolve
}

/** What the other side answered; of its body nothing is kept. */
export interface PostAnswer {
  status: number
  /** Seconds after which it wants to be asked again. */
  retryAfter: number | undefined
}

/** The host may not be connected to. */
class AddressRefused extends Error {}

/** What is read of an answer, so that its end is seen and the other side may say it in peace. */
const MAX_ANSWER_BYTES = 16_384

/**
 * Sends JSON to a URL that somebody else has named. The address is checked as the connection is made, after its name was looked up, and the
 * connection goes to that address: a name that leads elsewhere the next moment leads nowhere. A redirect is an answer like any other, and not
 * followed. Rejects where there is no answer within the time.
 */
export function postJson(
  url: URL,
  headers: Record<string, string>,
  body: string,
  { rules, timeoutMs, resolve = lookup }: PostOptions,
): Promise<PostAnswer> {
  const refused = rules.refusalOf(url)
  if (refused !== undefined) return Promise.reject(new AddressRefused(refused))
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const payload = Buffer.from(body)
  return new Promise((answered, failed) => {
    const sent = send(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'content-length': payload.length },
        lookup: checked(resolve, rules, url.protocol),
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
      },
      (answer) => {
        const status = answer.statusCode!
        const retryAfter = secondsOf(answer.headers['retry-after'])
        let read = 0
        const done = () => {
          answered({ status, retryAfter })
          sent.destroy()
        }
        answer.on('data', (chunk: Buffer) => {
          read += chunk.length
          if (read > MAX_ANSWER_BYTES) done()
        })
        answer.on('end', done)
        answer.on('error', failed)
      },
    )
    sent.on('error', failed)
    sent.end(payload)
  })
}

/** Looks a name up, and gives only addresses that may be connected to. Node asks it for every name, and not for an address. */
function checked(resolve: Resolve, rules: NetworkRules, protocol: string): LookupFunction {
  return (hostname, options, answer) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return answer(error, '')
      const [first, ...others] = addresses.filter(({ address }) => rules.admits(address, protocol))
      if (!first) answer(new AddressRefused(`${hostname} leads to no address that webhooks may go to`), '')
      else if (options.all) answer(null, [first, ...others])
      else answer(null, first.address, first.family)
    })
  }
}

function secondsOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) : undefined
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'the name of the host is not known',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ETIMEDOUT: 'the connection could not be made in time',
  EHOSTUNREACH: 'the host can not be reached',
  ENETUNREACH: 'the network can not be reached',
}

/** Why there was no answer, in words for the log. */
export function failureOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'an unknown failure'
  if (error instanceof AddressRefused) return error.message
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return `there was no answer within ${timeoutMs / 1000} seconds`
  const { code } = error as NodeJS.ErrnoException
  return reasons[code ?? ''] ?? `${code ?? error.name}: ${error.message}`.slice(0, 300)
}
