import '../../rails.errors.ts'
import { defineOperation } from '../../../http/operation.ts'
import { accept } from '../../../kernel/result.ts'
import { originate } from './originate.ts'
import { exampleSimulation, renderSimulation, SimulationBody, SimulationReply } from './simulation.schema.ts'

export const simulationOperations = [
  defineOperation({
    id: 'simulateAchEntries',
    method: 'POST',
    paths: ['/v1/institution/simulations/ach/entries'],
    tag: 'Institution',
    summary: 'Let another bank send ACH entries to a sandbox',
    description: 'The entries come in as a file of the ACH operator.',
    failure: 'The entries were not sent',
    entitlement: 'Institution.Manage_Institution',
    errors: ['notTheInstitution', 'simulationOfNoSandbox'],
    invalid: 'invalidRailDecision',
    body: SimulationBody,
    examples: [{ summary: 'A credit of 125.50', value: exampleSimulation }],
    reply: {
      ...{ status: 200, description: 'The file that comes in.', data: SimulationReply },
      example: { name: 'entries-019a2f51-6b1e-7cc4-8f3a-2b8f3c1d9e82.ach', dueAt: '2026-07-01T14:00:00.000Z' },
    },
    async change(tx, app, { principal, body }) {
      const sent = await originate(tx, principal, body.entries, app.clock.now())
      return sent.ok ? accept({ data: renderSimulation(sent.value) }) : sent
    },
  }),
]
