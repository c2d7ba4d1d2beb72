import { fedNow } from './iso20022/fednow/fednow.ts'
import { fedwire } from './iso20022/fedwire/fedwire.ts'
import { rtp } from './iso20022/rtp/rtp.ts'
import { swift } from './iso20022/swift/swift.ts'
import type { MessageNetwork, MessageRailName } from './network.ts'

/** Each network registers itself here. */
const NETWORKS: Record<MessageRailName, MessageNetwork> = { FEDWIRE: fedwire, FEDNOW: fedNow, RTP: rtp, SWIFT: swift }

/** The network of a rail that carries messages. ACH has none: it carries files. */
export function networkOf(rail: string): MessageNetwork {
  const network = NETWORKS[rail as MessageRailName]
  if (!network) throw new Error(`${rail} has no network that carries messages`)
  return network
}

/** Puts another network in the place of a rail's, and returns what undoes it: for tests. */
export function replaceNetwork(network: MessageNetwork): () => void {
  const replaced = NETWORKS[network.rail]
  NETWORKS[network.rail] = network
  return () => {
    NETWORKS[network.rail] = replaced
  }
}

/** The rails whose messages leave and come in by links. */
export const linkedRails = (): MessageRailName[] => Object.keys(NETWORKS) as MessageRailName[]
