import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network that an address is counted under. For an IPv4 address, also one mapped into IPv6, it
 * is the address. For an IPv6 address it is the /64 network, because a site controls all of its
 * addresses (RFC 6177).
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped && isIPv4(mapped)) return mapped
  const [unscoped] = address.split('%', 1) as [string]
  if (!isIPv6(unscoped)) return address
  const [before, after] = unscoped.split('::') as [string, string?]
  const groups = before === '' ? [] : before.split(':')
  if (after !== undefined) {
    const rest = after === '' ? [] : after.split(':')
    while (groups.length + rest.length < 8) groups.push('0')
    groups.push(...rest)
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
