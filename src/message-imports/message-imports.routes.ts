import './message-imports.errors.ts'
import Type, { type Static } from 'typebox'
import { underDualControl } from '../approvals/approvals.ts'
import { defineOperation } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import { requireInstitution } from '../institution/institution.ts'
import { accept } from '../kernel/result.ts'
import {
  ExceptionParams,
  ExceptionsQuery,
  exampleException,
  MessageExceptionReply,
  parseExceptionFilter,
  ResolveBody,
  renderException,
} from './message-exceptions.schema.ts'
import { searchExceptions } from './message-exceptions.store.ts'
import { resolveException } from './resolve-exception.ts'

const shared = { tag: 'Institution', invalid: 'invalidMessageException' } as const

export const messageImportOperations = [
  defineOperation({
    ...shared,
    id: 'listMessageExceptions',
    method: 'GET',
    paths: ['/v1/institution/messageexceptions'],
    summary: 'List messages that a person must see',
    description:
      'Messages that cannot be read or break a rule of their network, with the path of the element; answers to payments that are unknown, already finished or of another amount or currency; and what no rule decides. Nothing was posted. Newest first. docs/rails/returns-and-requests.md says when there is one.',
    failure: 'The exceptions were not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    query: ExceptionsQuery,
    reply: {
      status: 200,
      description: 'A page of exceptions.',
      data: Type.Array(MessageExceptionReply),
      paged: true,
      example: [exampleException],
    },
    handle: (app, { principal, query }) =>
      app.db.snapshot(async (tx) => {
        const institution = await requireInstitution(tx, principal)
        if (!institution.ok) return institution
        const found = await searchExceptions(tx, principal.tenantId, parseExceptionFilter(query), query)
        return accept({ data: found.rows.map(renderException), pagination: describePage(query, found) })
      }),
  }),

  defineOperation({
    ...shared,
    id: 'resolveMessageException',
    method: 'POST',
    paths: ['/v1/institution/messageexceptions/{exceptionUID}/resolve'],
    summary: 'Note that an exception is over',
    description:
      'Notes what was done about an exception. It moves no money and sends no message. Under dual control, a second person decides.',
    failure: 'The exception was not resolved',
    entitlement: 'Institution.Manage_Rails',
    errors: ['notTheInstitution', 'messageExceptionNotFound', 'messageExceptionResolved'],
    params: ExceptionParams,
    body: ResolveBody,
    examples: [{ summary: 'Agreed with the other bank', value: { notes: 'The other bank sends the rest again.' } }],
    reply: {
      status: 200,
      description: 'The exception.',
      data: MessageExceptionReply,
      example: {
        ...exampleException,
        status: 'Resolved',
        resolvedAt: '2026-07-01T15:00:00.000Z',
        resolvedBy: 'giro_5yVqXQ0gDb',
        notes: 'The other bank sends the rest again.',
      },
    },
    secondPerson: underDualControl<Static<typeof ExceptionParams>, unknown>('rails', async (_tx, { params }) => ({
      subjectId: params.exceptionUID,
    })),
    async change(tx, app, { principal, params, body }) {
      const asked = { exceptionUID: params.exceptionUID, notes: body.notes }
      const resolved = await resolveException(tx, principal, asked, app.clock.now())
      return resolved.ok ? accept({ data: renderException(resolved.value) }) : resolved
    },
  }),
]
