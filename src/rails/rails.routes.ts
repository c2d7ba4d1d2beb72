import './rails.errors.ts'
import type { Static } from 'typebox'
import { underDualControl } from '../approvals/approvals.ts'
import { defineOperation } from '../http/operation.ts'
import { institutionTime, requireInstitution } from '../institution/institution.ts'
import { accept } from '../kernel/result.ts'
import { readDeliveriesInDoubt } from './courier/deliveries.store.ts'
import { decideHandover } from './handover/decide-handover.ts'
import { readEvidenced } from './handover/departures.store.ts'
import { readInDoubt } from './handover/handovers.store.ts'
import { renderHold } from './holds/hold-rails.ts'
import { readOpenHolds } from './holds/rail-holds.store.ts'
import { releaseHold } from './holds/release-hold.ts'
import { exampleListed, renderMessage } from './messages/messages.schema.ts'
import { searchMessages } from './messages/search-messages.store.ts'
import { nextCutOffs } from './next-cut-offs.ts'
import {
  DecisionBody,
  exampleCutOff,
  exampleDeparted,
  exampleHandover,
  exampleHold,
  HandoverParams,
  HandoverReply,
  HoldParams,
  HoldReply,
  RailsReply,
  ReleaseBody,
  renderCutOff,
  renderDeparted,
  renderHandover,
} from './rails.schema.ts'

const reason = 'The operator of the network confirmed what it received'

export const railOperations = [
  defineOperation({
    id: 'getRails',
    method: 'GET',
    paths: ['/v1/institution/rails'],
    tag: 'Institution',
    summary: 'Read what keeps payments from leaving',
    description:
      'The next cut-off of each rail, the open holds with what differs, and the files and messages in doubt.',
    failure: 'The rails were not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidRailDecision',
    reply: {
      status: 200,
      description: 'What keeps payments from leaving.',
      data: RailsReply,
      example: {
        ...{
          cutOffs: [exampleCutOff],
          holds: [exampleHold],
          inDoubt: [exampleHandover],
          messagesInDoubt: [exampleListed],
        },
        departed: [exampleDeparted],
      },
    },
    handle: (app, { principal }) =>
      app.db.snapshot(async (tx) => {
        const institution = await requireInstitution(tx, principal)
        if (!institution.ok) return institution
        const holds = await readOpenHolds(tx, principal.tenantId)
        const { tenantId } = principal
        const inDoubt = [...(await readInDoubt(tx, tenantId)), ...(await readDeliveriesInDoubt(tx, tenantId))]
        const departed = (await readEvidenced(tx, principal.tenantId)).map(renderDeparted)
        const { rows } = await searchMessages(tx, tenantId, { status: 'InDoubt' }, { page: 1, limit: 100 })
        const messagesInDoubt = rows.map(renderMessage)
        const cutOffs = nextCutOffs(institution.value, institutionTime(institution.value, app.clock.now())).map(
          renderCutOff,
        )
        const found = {
          cutOffs,
          holds: holds.map(renderHold),
          inDoubt: inDoubt.map(renderHandover),
          messagesInDoubt,
          departed,
        }
        return accept({ data: found })
      }),
  }),

  defineOperation({
    id: 'releaseRailHold',
    method: 'POST',
    paths: ['/v1/institution/rails/holds/{holdUID}/release'],
    tag: 'Institution',
    summary: 'Release a hold on the rails',
    description:
      'What waits leaves when no hold is open any more. What the hold found is accepted: the same differences do not hold the rails again. A released hold stays as it is. One that was replaced, because more differences were found, cannot be released: release the hold that shows all of them.',
    failure: 'The hold was not released',
    entitlement: 'Institution.Manage_Rails',
    errors: ['notTheInstitution', 'railHoldNotFound', 'railHoldReplaced'],
    invalid: 'invalidRailDecision',
    params: HoldParams,
    body: ReleaseBody,
    examples: [{ summary: 'After a restore', value: { reason } }],
    reply: {
      status: 200,
      description: 'The hold is released.',
      data: HoldReply,
      example: { ...exampleHold, releasedAt: '2026-07-01T20:00:00.000Z', releasedBy: 'client', releaseReason: reason },
    },
    secondPerson: underDualControl<Static<typeof HoldParams>, unknown>('rails', async (_tx, { params }) => ({
      subjectId: params.holdUID,
    })),
    async change(tx, app, { principal, params, body }) {
      const institution = await requireInstitution(tx, principal)
      if (!institution.ok) return institution
      const { tenantId, clientId } = principal
      const released = await releaseHold(tx, tenantId, params.holdUID, { ...body, by: clientId }, app.clock.now())
      return released.ok ? accept({ data: renderHold(released.value) }) : released
    },
  }),

  defineOperation({
    id: 'decideRailHandover',
    method: 'POST',
    paths: ['/v1/institution/rails/handovers/{handoverUID}/decision'],
    tag: 'Institution',
    summary: 'Decide about a file in doubt',
    description: 'Ask the operator of the network first. A worker then carries the decision out.',
    failure: 'The hand-over was not decided',
    entitlement: 'Institution.Manage_Rails',
    errors: ['notTheInstitution', 'railHandoverNotFound', 'railHandoverNotInDoubt'],
    invalid: 'invalidRailDecision',
    params: HandoverParams,
    body: DecisionBody,
    examples: [{ summary: 'The operator has the file', value: { decision: 'HandedOver', reason } }],
    reply: {
      status: 200,
      description: 'The decision was noted.',
      data: HandoverReply,
      example: { ...exampleHandover, doubt: undefined, status: 'Waiting', decision: 'HandedOver' },
    },
    secondPerson: underDualControl<Static<typeof HandoverParams>, unknown>('rails', async (_tx, { params }) => ({
      subjectId: params.handoverUID,
    })),
    async change(tx, app, { principal, params, body }) {
      const institution = await requireInstitution(tx, principal)
      if (!institution.ok) return institution
      const decided = await decideHandover(tx, principal, params.handoverUID, body, app.clock.now())
      return decided.ok ? accept({ data: renderHandover(decided.value) }) : decided
    },
  }),
]
