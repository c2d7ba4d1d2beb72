import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { type Agent, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { type MachineTime, machineTime } from '../kernel/machine-time.ts'
import type { Connections } from './connections.ts'
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
  /** Without them, the request has a connection of its own. */
  connections?: Connections
  time?: MachineTime
}

/** The receiver's reply; its body is discarded. */
export interface PostReply {
  status: number
  /** The seconds of its Retry-After header. */
  retryAfterSeconds: number | undefined
}

/** Connections to the host are not allowed. */
class AddressRefused extends Error {}
class NoReplyInTime extends Error {}
/** The receiver had closed a connection that was kept open, before it replied to the request. */
class ConnectionClosed extends Error {}

/**
 * How much of a body is read, and for how long, so that the receiver can finish an ordinary reply
 * and the connection can be used again. The status has decided before.
 */
const MAX_REPLY_BYTES = 16_384
const MAX_REPLY_MS = 1_000

/**
 * Sends JSON to a URL from a client. The address is checked when the connection is made, after the
 * name lookup, and the connection uses that same address. So a name that changes between check and
 * connection cannot reach a forbidden network. Redirects are not followed: they count as the reply.
 * A request that meets a connection just closed is sent again over a new one. The status is the
 * whole reply: a body that stalls, breaks off or does not end changes nothing. Rejects if no status
 * arrives in time.
 */
export async function postJson(
  url: URL,
  headers: Record<string, string>,
  body: string,
  { rules, timeoutMs, resolve = lookup, connections, time = machineTime }: PostOptions,
): Promise<PostReply> {
  const refused = rules.refusalOf(url)
  if (refused !== undefined) throw new AddressRefused(refused)
  const payload = Buffer.from(body)
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': payload.length },
    lookup: checked(resolve, rules, url.protocol),
  }
  const deadlineMs = time.nowMs() + timeoutMs
  const post = (agent: Agent | false) => exchange(url, { ...options, agent }, payload, { time, deadlineMs })
  try {
    return await post(connections?.agentFor(url) ?? false)
  } catch (error) {
    if (!(error instanceof ConnectionClosed)) throw error
    return await post(false)
  }
}

/** One request and its reply. The connection can be used again if the reply was read to its end. */
function exchange(
  url: URL,
  options: RequestOptions,
  payload: Buffer,
  { time, deadlineMs }: { time: MachineTime; deadlineMs: number },
): Promise<PostReply> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise<PostReply>((replied, failed) => {
    const sent = send(url, options, (reply) => {
      const told = { status: reply.statusCode!, retryAfterSeconds: secondsOf(reply.headers['retry-after']) }
      const leave = () => {
        replied(told)
        sent.destroy()
      }
      cancel()
      cancel = time.after(Math.min(MAX_REPLY_MS, deadlineMs - time.nowMs()), leave)
      let read = 0
      reply.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read > MAX_REPLY_BYTES) leave()
      })
      reply.on('end', () => replied(told))
      reply.on('error', leave)
    })
    let cancel = time.after(deadlineMs - time.nowMs(), () => {
      failed(new NoReplyInTime())
      sent.destroy()
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const wasClosed = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      failed(wasClosed ? new ConnectionClosed() : error)
    })
    sent.on('close', () => cancel())
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
  if (error instanceof NoReplyInTime) return `no reply within ${timeoutMs / 1000} seconds`
  const { code } = error as NodeJS.ErrnoException
  return reasons[code ?? ''] ?? `${code ?? error.name}: ${error.message}`.slice(0, 300)
}
