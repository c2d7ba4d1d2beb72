import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { parseAddress, UNKNOWN_ADDRESS } from '../kernel/network-address.ts'
import { networksOf } from '../kernel/networks.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The network address of the caller in its one form, for counts, locks, rules and logs. */
    readonly callerAddress: string
  }
}

/**
 * The trusted senders of X-Forwarded-For: the number of proxies in front of the service, or their
 * addresses; false for none.
 */
export type TrustedProxies = number | readonly string[] | false

/** Fastify's `request.ip` is the text of a header; nothing reads it. */
export function nameCallers(server: FastifyInstance, proxies: TrustedProxies): void {
  const addressOf = createAddressReader(proxies)
  server.decorateRequest('callerAddress', {
    getter() {
      return addressOf(this.raw)
    },
  })
}

/**
 * Reads the address that the outermost trusted proxy reports. Each sender is read before it is
 * judged, because proxies add ports to the addresses of other proxies too. A sender without an
 * address is trusted with nothing, and all of them count as one.
 */
export function createAddressReader(proxies: TrustedProxies): (request: IncomingMessage) => string {
  const isTrusted = trustIn(proxies)
  return ({ socket, headers }) => {
    let address = parseAddress(socket.remoteAddress ?? '') ?? UNKNOWN_ADDRESS
    if (!isTrusted(address, 0)) return address
    const reported = forwardedFor(headers['x-forwarded-for'])
    for (let hop = 1; reported.length > 0; hop++) {
      address = parseAddress(reported.pop()!) ?? UNKNOWN_ADDRESS
      if (!isTrusted(address, hop)) break
    }
    return address
  }
}

function trustIn(proxies: TrustedProxies): (address: string, hop: number) => boolean {
  if (proxies === false) return () => false
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies
  const networks = networksOf(proxies)
  return (address) => networks.includes(address)
}

/** The senders, the last of them last. Node.js joins headers that were sent twice. */
function forwardedFor(header: string | string[] | undefined): string[] {
  const listed = String(header ?? '').split(',')
  return listed.map((one) => one.trim()).filter(Boolean)
}
