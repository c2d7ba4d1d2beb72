import '../rails.errors.ts'
import Type, { type Static } from 'typebox'
import { underDualControl } from '../../approvals/approvals.ts'
import { defineOperation } from '../../http/operation.ts'
import { describePage } from '../../http/paging.ts'
import { requireInstitution } from '../../institution/institution.ts'
import { refusal } from '../../kernel/refusal.ts'
import { accept } from '../../kernel/result.ts'
import { decideMessage, dismissMessage, releaseMessage } from './decide-message.ts'
import { readResends } from './decisions.store.ts'
import {
  exampleInDoubt,
  exampleQuarantined,
  exampleSent,
  MessageContentReply,
  MessageDecisionBody,
  MessageDetailsReply,
  MessageParams,
  MessageReasonBody,
  MessageReply,
  MessagesQuery,
  parseMessageFilter,
  renderMessage,
  renderMessageDetails,
} from './messages.schema.ts'
import { findMessage } from './messages.store.ts'
import { readMessageContent } from './read-content.ts'
import { resendMessage } from './resend-message.ts'
import { searchMessages } from './search-messages.store.ts'

const PATH = '/v1/institution/messages'
const ONE = `${PATH}/{messageUID}`
const shared = { tag: 'Institution', invalid: 'invalidRailDecision' } as const

/** The same message was sent again while this request ran. */
const copyTaken = { reason: 'railMessageNotResendable', detail: 'it has just been sent again' } as const

const decidedByTwo = underDualControl<Static<typeof MessageParams>, unknown>('rails', async (_tx, { params }) => ({
  subjectId: params.messageUID,
}))

export const railMessageOperations = [
  defineOperation({
    ...shared,
    id: 'listRailMessages',
    method: 'GET',
    paths: [PATH],
    summary: 'List the messages to and from the networks',
    description: 'Newest first. All filters must match.',
    failure: 'The messages were not listed',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    query: MessagesQuery,
    reply: {
      ...{ status: 200, description: 'A page of messages.', data: Type.Array(MessageReply), paged: true },
      example: [exampleSent],
    },
    handle: (app, { principal, query }) =>
      app.db.snapshot(async (tx) => {
        const institution = await requireInstitution(tx, principal)
        if (!institution.ok) return institution
        const filter = parseMessageFilter(query, institution.value.timeZone)
        if (!filter) return refusal('invalidRailDecision', 'fromDate or toDate: the day does not exist')
        const found = await searchMessages(tx, principal.tenantId, filter, query)
        return accept({ data: found.rows.map(renderMessage), pagination: describePage(query, found) })
      }),
  }),

  defineOperation({
    ...shared,
    id: 'getRailMessage',
    method: 'GET',
    paths: [ONE],
    summary: 'Read a message to or from a network',
    description: 'What became of it, what it is about, and why it is in doubt or in quarantine.',
    failure: 'The message was not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution', 'railMessageNotFound'],
    params: MessageParams,
    reply: { status: 200, description: 'The message.', data: MessageDetailsReply, example: exampleQuarantined },
    handle: (app, { principal, params: { messageUID } }) =>
      app.db.snapshot(async (tx) => {
        const institution = await requireInstitution(tx, principal)
        if (!institution.ok) return institution
        const { tenantId } = principal
        const found = await findMessage(tx, tenantId, messageUID)
        if (!found) return refusal('railMessageNotFound')
        return accept({ data: renderMessageDetails(found, await readResends(tx, tenantId, messageUID)) })
      }),
  }),

  defineOperation({
    ...shared,
    id: 'getRailMessageContent',
    method: 'GET',
    paths: [`${ONE}/content`],
    summary: 'Read the bytes of a message',
    description: 'As they left or came in. They name people and their accounts: each reading is in the audit log.',
    failure: 'The content was not read',
    entitlement: 'Institution.View_File_Content',
    errors: ['notTheInstitution', 'railMessageNotFound', 'railMessageWithoutContent'],
    params: MessageParams,
    reply: {
      ...{ status: 200, description: 'The bytes.', data: MessageContentReply },
      example: { messageUID: exampleSent.messageUID, sizeBytes: 7, sha256: 'b'.repeat(64), content: 'PGEvPg==' },
    },
    async handle(app, { principal, params }) {
      const institution = await app.db.read((db) => requireInstitution(db, principal))
      if (!institution.ok) return institution
      const read = await readMessageContent(app, principal, params.messageUID)
      return read.ok ? accept({ data: read.value }) : read
    },
  }),

  defineOperation({
    ...shared,
    id: 'decideRailMessage',
    method: 'POST',
    paths: [`${ONE}/decision`],
    summary: 'Decide about a message in doubt',
    description: 'Ask the operator of the network first. A worker then carries the decision out.',
    failure: 'The message was not decided',
    entitlement: 'Institution.Manage_Rails',
    errors: ['notTheInstitution', 'railMessageNotFound', 'railMessageNotInDoubt'],
    params: MessageParams,
    body: MessageDecisionBody,
    examples: [
      { summary: 'The network has it', value: { decision: 'HandedOver', reason: 'The correspondent confirmed it' } },
    ],
    reply: {
      ...{ status: 200, description: 'The decision was noted.', data: MessageDetailsReply },
      example: { ...exampleInDoubt, status: 'Waiting', doubt: undefined },
    },
    secondPerson: decidedByTwo,
    async change(tx, app, { principal, params, body }) {
      const institution = await requireInstitution(tx, principal)
      if (!institution.ok) return institution
      const decider = { ...principal, reason: body.reason }
      const decision = { ...params, decision: body.decision }
      const decided = await decideMessage(tx, decider, decision, app.clock.now())
      return decided.ok ? accept({ data: renderMessageDetails(decided.value) }) : decided
    },
  }),

  defineOperation({
    ...shared,
    id: 'resendRailMessage',
    method: 'POST',
    paths: [`${ONE}/resend`],
    summary: 'Send a message to its network again',
    description:
      'Ask the operator of the network first. The message leaves by the rule of the network on duplicates: flagged as a possible duplicate, or as the same bytes. Where the network has no such rule, or its day is over, the request is refused.',
    failure: 'The message was not sent again',
    entitlement: 'Institution.Manage_Rails',
    errors: ['notTheInstitution', 'railMessageNotFound', 'railMessageNotResendable'],
    conflicts: { rail_messages_sent_id: copyTaken },
    params: MessageParams,
    body: MessageReasonBody,
    examples: [{ summary: 'The network lost it', value: { reason: 'The operator never got the message' } }],
    reply: {
      ...{ status: 200, description: 'The message that sends it again.', data: MessageDetailsReply },
      example: { ...exampleSent, status: 'Waiting', copyNumber: 1, resends: exampleSent.messageUID, leftAt: undefined },
    },
    secondPerson: decidedByTwo,
    async change(tx, app, { principal, params, body }) {
      const institution = await requireInstitution(tx, principal)
      if (!institution.ok) return institution
      const decider = { ...principal, reason: body.reason }
      const now = await app.readInstitutionTime(tx, principal.tenantId)
      const resent = await resendMessage(tx, institution.value, decider, params.messageUID, now)
      return resent.ok ? accept({ data: renderMessageDetails(resent.value) }) : resent
    },
  }),

  defineOperation({
    ...shared,
    id: 'releaseRailMessage',
    method: 'POST',
    paths: [`${ONE}/release`],
    summary: 'Read a message in quarantine once more',
    description:
      'Correct first what it was refused for. If it is still wrong, it goes to quarantine again. Its signature is verified again.',
    failure: 'The message was not released',
    entitlement: 'Institution.Manage_Rails',
    errors: ['notTheInstitution', 'railMessageNotFound', 'railMessageNotQuarantined'],
    params: MessageParams,
    body: MessageReasonBody,
    examples: [{ summary: 'A new certificate', value: { reason: 'The certificate of the network is pinned now' } }],
    reply: {
      ...{ status: 200, description: 'The message waits to be read.', data: MessageDetailsReply },
      example: { ...exampleQuarantined, status: 'Received', refusal: undefined, endedAt: undefined },
    },
    secondPerson: decidedByTwo,
    async change(tx, app, { principal, params, body }) {
      const institution = await requireInstitution(tx, principal)
      if (!institution.ok) return institution
      const decider = { ...principal, reason: body.reason }
      const released = await releaseMessage(tx, decider, params.messageUID, app.clock.now())
      return released.ok ? accept({ data: renderMessageDetails(released.value) }) : released
    },
  }),

  defineOperation({
    ...shared,
    id: 'dismissRailMessage',
    method: 'POST',
    paths: [`${ONE}/dismiss`],
    summary: 'Dismiss a message in quarantine',
    description: 'For a message that was dealt with otherwise. It stays kept, and means nothing.',
    failure: 'The message was not dismissed',
    entitlement: 'Institution.Manage_Rails',
    errors: ['notTheInstitution', 'railMessageNotFound', 'railMessageNotQuarantined'],
    params: MessageParams,
    body: MessageReasonBody,
    examples: [{ summary: 'Not from the network', value: { reason: 'The network did not send it' } }],
    reply: {
      ...{ status: 200, description: 'The message is dismissed.', data: MessageDetailsReply },
      example: { ...exampleQuarantined, status: 'Dismissed' },
    },
    secondPerson: decidedByTwo,
    async change(tx, app, { principal, params, body }) {
      const institution = await requireInstitution(tx, principal)
      if (!institution.ok) return institution
      const decider = { ...principal, reason: body.reason }
      const dismissed = await dismissMessage(tx, decider, params.messageUID, app.clock.now())
      return dismissed.ok ? accept({ data: renderMessageDetails(dismissed.value) }) : dismissed
    },
  }),
]
