import { isIPv4, isIPv6 } from 'node:net'

/**
 * Whom an address stands for: an IPv4 address for itself, however it is written, an IPv6 address for its network of 64 bits, because whoever has
 * one address of such a network has all of them (RFC 6177).
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
