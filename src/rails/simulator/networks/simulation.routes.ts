import '../../rails.errors.ts'
import { defineOperation } from '../../../http/operation.ts'
import { accept } from '../../../kernel/result.ts'
import type { MessageRailName } from '../../network.ts'
import { originateMessages } from './originate-messages.ts'
import { exampleCredit, NetworkSimulationReply, renderSent, SIMULATIONS } from './simulation.schema.ts'

/** The operation in which a client lets one network send messages. */
function simulate(rail: MessageRailName, network: string, word: string) {
  return defineOperation({
    id: `simulate${network}Messages`,
    method: 'POST',
    paths: [`/v1/institution/simulations/${word}/messages`],
    tag: 'Institution',
    summary: `Let ${network} send messages to a sandbox`,
    description: 'The messages come in as bytes on the link to the network.',
    failure: 'The messages were not sent',
    entitlement: 'Institution.Manage_Institution',
    errors: ['notTheInstitution', 'simulationOfNoSandbox', 'simulationNotPossible'],
    invalid: 'invalidRailDecision',
    body: SIMULATIONS[rail],
    examples: [{ summary: 'A credit of 125.50', value: exampleCredit }],
    reply: {
      ...{ status: 200, description: 'The messages that come in.', data: NetworkSimulationReply },
      example: {
        messages: [
          {
            messageId: '20260701GIROSIM1000001',
            messageType: 'pacs.008.001.08',
            dueAt: '2026-07-01T14:00:00.000Z',
          },
        ],
      },
    },
    async change(tx, app, { principal, body }) {
      const now = await app.readInstitutionTime(tx, principal.tenantId)
      const sent = await originateMessages(tx, principal, { rail, simulation: body }, now)
      return sent.ok ? accept({ data: renderSent(sent.value) }) : sent
    },
  })
}

export const networkSimulationOperations = [
  simulate('FEDWIRE', 'Fedwire', 'fedwire'),
  simulate('FEDNOW', 'FedNow', 'fednow'),
  simulate('RTP', 'RTP', 'rtp'),
  simulate('SWIFT', 'SWIFT', 'swift'),
]
