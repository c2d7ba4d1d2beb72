import { isIP } from 'node:net'
import { networksOf } from '../kernel/networks.ts'

/** Decides where requests to URLs from clients may go. */
declare module '../app.ts' {
  interface App {
    /** The networks that webhooks of the institution may reach. */
    webhookNetwork: NetworkRules
    /** Those that webhooks of customers may reach: a customer must not reach the bank's own. */
    customerWebhookNetwork: NetworkRules
  }
}

/** The rules for the webhooks of an owner; null is the institution. */
export function networkOf(
  app: { webhookNetwork: NetworkRules; customerWebhookNetwork: NetworkRules },
  owner: bigint | null,
): NetworkRules {
  return owner === null ? app.webhookNetwork : app.customerWebhookNetwork
}

export interface NetworkRules {
  /**
   * Why webhooks may not use this URL, judging by the URL alone; undefined if they may. The host
   * name is resolved only when something is sent.
   */
  refusalOf(url: URL): string | undefined
  /**
   * Whether a connection to this address may be made: to the internet with TLS, or to an allowed
   * network with or without it.
   */
  admits(address: string, protocol: string): boolean
}

/**
 * Addresses outside the public internet: IANA's special-purpose IPv4 registries, multicast and
 * reserved ranges.
 */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** The only IPv6 range allocated to the internet (RFC 4291 section 2.4) ... */
const GLOBAL_IPV6 = ['2000::/3']
/**
 * ... except protocol assignments and Teredo, documentation, and 6to4, which can reach any IPv4
 * address.
 */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const specialIpv4 = networksOf(SPECIAL_IPV4)
const globalIpv6 = networksOf(GLOBAL_IPV6)
const specialIpv6 = networksOf(SPECIAL_IPV6)

function isOnTheInternet(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !specialIpv4.includes(address)
  // IPv4-mapped addresses are outside the range allocated to the internet.
  return family === 6 && globalIpv6.includes(address) && !specialIpv6.includes(address)
}

/**
 * @param networks allowed in addition to the internet: `10.0.0.0/8`, an address, `loopback`,
 * `linklocal` or `uniquelocal`
 */
export function createNetworkRules(networks: readonly string[]): NetworkRules {
  const allowed = networksOf(networks)
  const admits = (address: string, protocol: string) =>
    allowed.includes(address) || (protocol === 'https:' && isOnTheInternet(address))

  return {
    admits,
    refusalOf({ protocol, hostname, username, password }) {
      if (protocol !== 'https:' && !(protocol === 'http:' && networks.length > 0)) return 'url must begin with https://'
      if (username || password) return 'url must not contain a user name or password'
      const address = addressOf(hostname)
      if (address !== undefined && !admits(address, protocol))
        return `url points to ${hostname}, which is not on the internet`
      return undefined
    },
  }
}

/** The address that a host name gives without a lookup. */
function addressOf(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) !== 0) return bare
  return /(^|\.)localhost\.?$/.test(hostname) ? '127.0.0.1' : undefined
}
