import type { Rail } from '../kernel/rail.ts'
import { words } from '../kernel/words.ts'

/**
 * How messages reach a network. Simulator: the networks of a sandbox. Directory: files that another
 * program carries. Amqp: queues of a broker, whose address is a setting of the process.
 */
export const LINK_KINDS = words('LinkKind', ['Simulator', 'Directory', 'Amqp'])
export type LinkKind = (typeof LINK_KINDS)[number]

/** A rail that carries each payment as a message. */
export type LinkedRail = Exclude<Rail, 'ACH'>

/** Where the institution stands in a network, and how its messages get there. */
export interface NetworkSettings {
  link: LinkKind
  /** Fedwire numbers the messages of an endpoint: eight capital letters and digits. */
  endpoint?: string
  /** Who sends and receives, in the header of messages; if absent, the routing number. */
  connectionParty?: string
  /** The queues of an AMQP link; if absent, named by the institution and rail. */
  sendQueue?: string
  receiveQueue?: string
  /** Whether messages leave signed, and only come in so. */
  isSigned: boolean
}

/** What says where an institution stands in the networks. */
interface Member {
  sandbox: boolean
  settings: { networks?: Partial<Record<LinkedRail, NetworkSettings>> }
}

/** The endpoint of a sandbox without one. */
const SIMULATED_ENDPOINT = 'GIROSBOX'

/** Undefined if the institution is not connected to the network of the rail. */
export function networkSettingsOf({ sandbox, settings }: Member, rail: LinkedRail): NetworkSettings | undefined {
  const agreed = settings.networks?.[rail]
  if (!sandbox) return agreed
  return { endpoint: SIMULATED_ENDPOINT, ...(agreed ?? { link: 'Simulator', isSigned: false }) }
}

/** What the institution must configure before it can use the rail. */
export function unconnectedFor(member: Member, rail: LinkedRail): string | undefined {
  const network = networkSettingsOf(member, rail)
  if (!network) return `rails.${rail} needs networks.${rail}: name its link, Directory or Amqp`
  if (rail === 'FEDWIRE' && network.endpoint === undefined)
    return 'rails.FEDWIRE needs networks.FEDWIRE.endpoint: the eight characters that the Fed assigned'
  return undefined
}
