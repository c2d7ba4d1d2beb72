import '../receipts.errors.ts'
import Type, { type Static } from 'typebox'
import { underDualControl } from '../../approvals/approvals.ts'
import { mustBeName } from '../../http/fields.ts'
import { defineOperation } from '../../http/operation.ts'
import { describePage } from '../../http/paging.ts'
import { requireInstitution } from '../../institution/institution.ts'
import { accept } from '../../kernel/result.ts'
import { acceptReturnRequest, refuseReturnRequest } from './answer-return-request.ts'
import {
  AcceptReturnBody,
  exampleReturnRequest,
  parseReturnRequestFilter,
  REFUSAL_REASONS,
  RefuseReturnBody,
  ReturnRequestParams,
  ReturnRequestReply,
  ReturnRequestsQuery,
  renderReturnRequest,
} from './return-requests.schema.ts'
import { searchReturnRequests } from './return-requests.store.ts'

const shared = { tag: 'Receipts', invalid: 'invalidReceipts' } as const
const answer = {
  ...shared,
  method: 'POST',
  params: ReturnRequestParams,
  entitlement: 'Payments.Return_Payments',
} as const
const answered = { answeredAt: '2026-07-02T15:00:00.000Z', answeredBy: 'giro_5yVqXQ0gDb' } as const
const conflicts = ['notTheInstitution', 'returnRequestNotFound', 'returnRequestConflict'] as const

export const returnRequestOperations = [
  defineOperation({
    ...shared,
    id: 'listReturnRequests',
    method: 'GET',
    paths: ['/v3/returnrequests'],
    summary: 'List what other banks ask back',
    description:
      'Requests for the return of credits that the institution received (camt.056), newest first. Each starts an obligation (FundsReturnAnswer). docs/rails/returns-and-requests.md explains them.',
    failure: 'The requests were not read',
    entitlement: 'Payments.View_Payments',
    errors: ['notTheInstitution'],
    query: ReturnRequestsQuery,
    reply: {
      status: 200,
      description: 'A page of requests.',
      data: Type.Array(ReturnRequestReply),
      paged: true,
      example: [exampleReturnRequest],
    },
    handle: (app, { principal, query }) =>
      app.db.snapshot(async (tx) => {
        const institution = await requireInstitution(tx, principal)
        if (!institution.ok) return institution
        const found = await searchReturnRequests(tx, principal.tenantId, parseReturnRequestFilter(query), query)
        return accept({ data: found.rows.map(renderReturnRequest), pagination: describePage(query, found) })
      }),
  }),

  defineOperation({
    ...answer,
    id: 'acceptReturnRequest',
    paths: ['/v3/returnrequests/{returnRequestUID}/accept'],
    summary: 'Send back what another bank asks for',
    description:
      "Tells the other bank that the request is accepted (camt.029), and returns the credit by the network's own return. What was posted is taken back from its account at once; without the amount there, the request stays open. A credit that was returned before is not returned twice.",
    failure: 'The request was not accepted',
    errors: [...conflicts, 'receiptStateConflict', 'receiptNotReturnable', 'receiptNotCovered'],
    body: AcceptReturnBody,
    examples: [{ summary: 'With a note', value: { notes: 'The customer agrees' } }],
    reply: {
      status: 200,
      description: 'The credit goes back.',
      data: ReturnRequestReply,
      example: { ...exampleReturnRequest, status: 'Accepted', ...answered },
    },
    secondPerson: underDualControl<Static<typeof ReturnRequestParams>, unknown>('adjustment', async () => ({})),
    async change(tx, app, { principal, params, body }) {
      const asked = { returnRequestUID: params.returnRequestUID, notes: body?.notes }
      const done = await acceptReturnRequest(tx, principal, asked, app.clock.now())
      return done.ok ? accept({ data: renderReturnRequest(done.value) }) : done
    },
  }),

  defineOperation({
    ...answer,
    id: 'refuseReturnRequest',
    paths: ['/v3/returnrequests/{returnRequestUID}/refuse'],
    summary: 'Refuse what another bank asks for',
    description: 'Tells the other bank why nothing comes back (camt.029). No money moves.',
    failure: 'The request was not refused',
    errors: conflicts,
    body: RefuseReturnBody,
    examples: [{ summary: 'The customer does not agree', value: { reason: 'CUST' } }],
    reply: {
      status: 200,
      description: 'The other bank is told so.',
      data: ReturnRequestReply,
      example: { ...exampleReturnRequest, status: 'Refused', refusalReason: 'CUST', ...answered },
    },
    async change(tx, app, { principal, params, body }) {
      const code = mustBeName(REFUSAL_REASONS, body.reason)
      const asked = { returnRequestUID: params.returnRequestUID, code, notes: body.notes }
      const done = await refuseReturnRequest(tx, principal, asked, app.clock.now())
      return done.ok ? accept({ data: renderReturnRequest(done.value) }) : done
    },
  }),
]
