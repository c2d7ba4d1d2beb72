import Type, { type Static } from 'typebox'
import { mustBeName, name, text } from '../http/fields.ts'
import { type InstitutionSettings, LINK_KINDS, type NetworkSettings } from '../institution/institution.ts'
import { MESSAGE_RAILS } from '../kernel/rail.ts'

const strict = { additionalProperties: false }
const aboutOf = (rail: string) => `Where the institution stands in ${rail}.`
const queue = (description: string) => text(120, { description })

const NetworkField = Type.Object(
  {
    link: name(LINK_KINDS, {
      description:
        'How messages reach the network. Directory: files in the outbox of the service, which another program carries. Amqp: queues of the broker that the operator of the service has set. Simulator, in a sandbox only: the simulated network.',
    }),
    endpoint: Type.Optional(
      Type.String({
        pattern: '^[A-Z0-9]{8}$',
        description: 'Of FEDWIRE only: the endpoint that the Fed assigned, eight capital letters and digits.',
      }),
    ),
    connectionParty: Type.Optional(
      Type.String({
        pattern: '^[A-Z0-9]{9}([A-Z0-9]{2})?$',
        description:
          'Who sends and receives in the header of messages, as the network knows it: nine characters, of RTP eleven. Default: the routing number, of RTP with A1. SWIFT uses the bic.',
      }),
    ),
    sendQueue: Type.Optional(queue('Of an Amqp link: the queue to the network. Default: giro.CODE.RAIL.out.')),
    receiveQueue: Type.Optional(queue('Of an Amqp link: the queue from the network. Default: giro.CODE.RAIL.in.')),
    isSigned: Type.Optional(
      Type.Boolean({
        description:
          'Whether messages leave with an XML signature, and those without a valid one go to quarantine. The keys are settings of the service. Default: false.',
      }),
    ),
  },
  strict,
)

export const NetworksField = Type.Object(
  Object.fromEntries(
    MESSAGE_RAILS.map((rail) => [rail, Type.Optional({ ...NetworkField, description: aboutOf(rail) })]),
  ),
  {
    ...strict,
    description: 'The networks that the institution is connected to. One that is named replaces the one before.',
  },
)
type NetworksField = Static<typeof NetworksField>

const NetworkReply = Type.Object({
  link: Type.String(),
  endpoint: Type.Optional(Type.String()),
  connectionParty: Type.Optional(Type.String()),
  sendQueue: Type.Optional(Type.String()),
  receiveQueue: Type.Optional(Type.String()),
  isSigned: Type.Boolean(),
})

export const NetworksReply = Type.Object(
  Object.fromEntries(
    MESSAGE_RAILS.map((rail) => [rail, Type.Optional({ ...NetworkReply, description: aboutOf(rail) })]),
  ),
)

type Networks = NonNullable<InstitutionSettings['networks']>

export function parseNetworks(networks: NetworksField): Networks {
  const given = networks as Record<string, Static<typeof NetworkField> | undefined>
  return Object.fromEntries(
    Object.entries(given).flatMap(([rail, network]) =>
      network ? [[rail, { isSigned: false, ...network, link: mustBeName(LINK_KINDS, network.link) }]] : [],
    ),
  )
}

export function renderNetworks({ networks = {} }: Pick<InstitutionSettings, 'networks'>): Static<typeof NetworksReply> {
  return networks
}

/** Links that do not exist outside a sandbox, and facts that a network does not have. */
export function faultsOfNetworks(networks: Networks = {}, sandbox: boolean): string[] {
  return Object.entries(networks).flatMap(([rail, network]: [string, NetworkSettings]) => {
    const field = `networks.${rail}`
    const faults: string[] = []
    if (network.link === 'Simulator' && !sandbox) faults.push(`${field}.link can be Simulator only in a sandbox`)
    if (network.link === 'Simulator' && network.isSigned)
      faults.push(`${field}.isSigned: the simulated networks do not sign`)
    if (network.endpoint !== undefined && rail !== 'FEDWIRE')
      faults.push(`${field}.endpoint: only FEDWIRE has endpoints`)
    if (network.connectionParty !== undefined && rail === 'SWIFT')
      faults.push(`${field}.connectionParty: SWIFT uses the bic of the institution`)
    const partyLength = rail === 'RTP' ? 11 : 9
    if (rail !== 'SWIFT' && network.connectionParty !== undefined && network.connectionParty.length !== partyLength)
      faults.push(`${field}.connectionParty has ${partyLength} characters`)
    if (network.link !== 'Amqp' && (network.sendQueue ?? network.receiveQueue) !== undefined)
      faults.push(`${field} can have queues only with the link Amqp`)
    return faults
  })
}

export const exampleNetworks = {
  FEDWIRE: { link: 'Directory', endpoint: 'B1QDRCQR', isSigned: false },
}
