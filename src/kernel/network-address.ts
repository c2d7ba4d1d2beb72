import { isIPv4, isIPv6 } from 'node:net'

/** What a proxy writes, and RFC 7239 section 6.2 calls it, if it does not know the address. */
export const UNKNOWN_ADDRESS = 'unknown'

/** With or without a port: `[2001:db8::1]:50001`. */
const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/
/** What is before a port, if it can be nothing else: an IPv4 address, or eight groups. */
const BEFORE_PORT = /^((?:\d+\.){3}\d+|(?:[\da-f]+:){7}[\da-f]+):\d{1,5}$/i
const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/

/**
 * The one form of a network address, however it is written: without the port that some load
 * balancers add, without brackets, quotes, or the zone of a link. An IPv4 address mapped into IPv6
 * is the IPv4 address, and an IPv6 address has the form of RFC 5952. Undefined if it is no address.
 */
export function parseAddress(text: string): string | undefined {
  if (isIPv4(text)) return text
  const unquoted = text.replace(/^"(.*)"$/, '$1')
  const bare = BRACKETED.exec(unquoted)?.[1] ?? BEFORE_PORT.exec(unquoted)?.[1] ?? unquoted
  if (isIPv4(bare)) return bare
  const [unscoped] = bare.split('%', 1) as [string]
  if (!isIPv6(unscoped)) return undefined
  const address = new URL(`http://[${unscoped}]`).hostname.slice(1, -1)
  const [, high, low] = MAPPED.exec(address) ?? []
  return high === undefined ? address : [high, low].flatMap((group) => bytesOf(group!)).join('.')
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 0xff]
}
