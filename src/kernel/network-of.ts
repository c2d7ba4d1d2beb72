import { isIPv6 } from 'node:net'
import { parseAddress } from './network-address.ts'

/**
 * The network that an address is counted under. For an IPv4 address, also one mapped into IPv6, it
 * is the address. For an IPv6 address it is the /64 network, because a site controls all of its
 * addresses (RFC 6177).
 */
export function networkOf(text: string): string {
  const address = parseAddress(text) ?? text
  if (!isIPv6(address)) return address
  const [before, after] = address.split('::') as [string, string?]
  const groups = before === '' ? [] : before.split(':')
  if (after !== undefined) {
    const rest = after === '' ? [] : after.split(':')
    while (groups.length + rest.length < 8) groups.push('0')
    groups.push(...rest)
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}
