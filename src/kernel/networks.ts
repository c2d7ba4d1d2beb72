import { BlockList, isIP } from 'node:net'
import { parseAddress } from './network-address.ts'

/** Names of networks in settings, as Fastify spells them. */
export const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Whether the text is an address or a CIDR network, such as `203.0.113.0/24`. */
export function isNetwork(text: string): boolean {
  const [address, prefix, ...rest] = text.split('/') as [string, string?]
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address) as 0 | 4 | 6]
  if (bits === 0 || rest.length > 0 || address.includes('%')) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits)
}

export interface Networks {
  /** Whether the address is in one of the networks, in whatever form it is written. */
  includes(address: string): boolean
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** @param networks addresses, CIDR networks and named networks */
export function networksOf(networks: readonly string[]): Networks {
  const list = new BlockList()
  for (const network of networks.flatMap((name) => NAMED_NETWORKS[name] ?? name)) {
    const [address, prefix] = network.split('/') as [string, string?]
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return {
    includes(text) {
      const address = parseAddress(text)
      return address !== undefined && list.check(address, familyOf(address))
    },
  }
}
