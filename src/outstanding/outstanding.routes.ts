import './outstanding.errors.ts'
import type { Static } from 'typebox'
import { underDualControl } from '../approvals/approvals.ts'
import { defineOperation } from '../http/operation.ts'
import { describePage, type Page } from '../http/paging.ts'
import { momentOf } from '../kernel/moment.ts'
import { formatAmount } from '../kernel/money.ts'
import type { PageRequest } from '../kernel/paging.ts'
import { accept } from '../kernel/result.ts'
import { parseActor } from './find-actor.ts'
import { readTotalsOf } from './held-by.store.ts'
import {
  CancellationParams,
  CancellationQuery,
  CancellationReply,
  CancelOutstandingBody,
  exampleCancellation,
  exampleCancelOutstanding,
  exampleOutstanding,
  exampleRelease,
  OutstandingQuery,
  OutstandingReply,
  parseKind,
  parseOutcome,
  ReleaseOutstandingBody,
  ReleaseReply,
  renderCancellation,
  renderOutstanding,
  renderRelease,
} from './outstanding.schema.ts'
import { viewCancellation, viewOutstanding } from './read-outstanding.ts'
import { findHeldBy, MAX_RELEASED, releaseOutstanding } from './release-outstanding.ts'
import { requestCancellation } from './request-cancellation.ts'

const shared = { tag: 'Institution', invalid: 'invalidOutstanding' } as const

const actorErrors = [
  'notTheInstitution',
  'apiClientNotFound',
  'userNotFound',
  'customerNotFound',
  'outstandingOfInstitution',
] as const

/** The second person sees which payments go on, what they add up to, and who was stopped. */
const proposedRelease = underDualControl<undefined, Static<typeof ReleaseOutstandingBody>>(
  'paymentRelease',
  async (tx, { body }, institution) => {
    const actor = parseActor(body)
    if (!actor.ok) return {}
    const held = await findHeldBy(tx, institution, actor.value)
    if (!held.ok) return {}
    const { paymentIds, stops, hasMore } = held.value
    const totals = (await readTotalsOf(tx, institution.tenantId, paymentIds)).map(({ currency, count, amount }) => {
      return { currency, count, amount: formatAmount(amount, currency) }
    })
    const stoppedBy = stops.map(({ kind, actorId }) => `${kind} ${actorId}`)
    return { subjectId: actor.value.id, current: { paymentUIDs: paymentIds, totals, hasMore, stoppedBy } }
  },
)

export const outstandingOperations = [
  defineOperation({
    ...shared,
    id: 'listOutstanding',
    method: 'GET',
    paths: ['/v1/institution/outstanding'],
    summary: 'See what an actor set up and has outstanding',
    description:
      'What an API client, a user, or a customer with all its clients and users and those of customers below it, set up or shaped and that has not ended: payments, series, payment files, proposals, FX quotes and contracts, requests for payment, positive pay rules, webhooks and invitations; approvals that it gave and that still count or wait; the API clients and users that it created; and contacts, signatories, customers, users, roles and webhook secrets that it wrote or saw. What a second person approved, or somebody else confirmed since, is not in it. Name the actor by one of apiKey, userUID and customerUID. docs/operations.md has the steps when an actor is in the wrong hands.',
    failure: 'What the actor has outstanding was not read',
    entitlement: 'Institution.View_Institution',
    errors: actorErrors,
    query: OutstandingQuery,
    reply: {
      status: 200,
      description: 'A page of it, with the totals of all.',
      data: OutstandingReply,
      paged: true,
      example: exampleOutstanding,
    },
    handle: (app, { principal, query }) =>
      app.db.snapshot(async (tx) => {
        const actor = parseActor(query)
        if (!actor.ok) return actor
        const { page, limit } = query
        const asked = { actor: actor.value, kind: parseKind(query.kind), page, limit }
        const found = await viewOutstanding(tx, app, principal, asked)
        if (!found.ok) return found
        return accept({ data: renderOutstanding(found.value), pagination: pageOf(query, found.value) })
      }),
  }),

  defineOperation({
    ...shared,
    id: 'cancelOutstanding',
    method: 'POST',
    paths: ['/v1/institution/outstanding/cancel'],
    summary: 'Cancel what a stopped actor has outstanding',
    description:
      'Cancels payments and series, rejects payment files, proposals and FX quotes, suspends positive pay rules, disables webhooks, ends invitations and takes approvals back, of an actor that was stopped before. A worker does it at once and until nothing is left; the reply names the cancellation, which shows what became of each. While one runs for the actor, the reply is that one. One person may do it: a payment can be made again.',
    failure: 'What the actor has outstanding was not cancelled',
    entitlement: 'Payments.Cancel_Payments',
    errors: [...actorErrors, 'outstandingActorNotStopped'],
    body: CancelOutstandingBody,
    examples: [{ summary: 'A stolen secret', value: exampleCancelOutstanding }],
    reply: {
      status: 200,
      description: 'The cancellation that runs.',
      data: CancellationReply,
      example: exampleCancellation,
    },
    async change(tx, app, { principal, body }) {
      const actor = parseActor(body)
      if (!actor.ok) return actor
      const started = await requestCancellation(tx, app, principal, { actor: actor.value, reason: body.reason })
      if (!started.ok) return started
      const asked = { cancellationUID: started.value.id, outcome: undefined, page: 1, limit: FIRST_PAGE }
      const view = await viewCancellation(tx, principal, asked)
      return view.ok ? accept({ data: renderCancellation(view.value) }) : view
    },
  }),

  defineOperation({
    ...shared,
    id: 'releaseOutstanding',
    method: 'POST',
    paths: ['/v1/institution/outstanding/release'],
    summary: 'Release the payments that a stopped actor holds',
    description: `Releases the oldest ${MAX_RELEASED} payments that are HELD because the actor was stopped, and for no other actor, as releaseHeldPayment does for one. Repeated, it releases the next ones, and in the end none.`,
    failure: 'The payments were not released',
    entitlement: 'Institution.Manage_Customer_State',
    errors: [...actorErrors, 'ownPaymentRelease'],
    body: ReleaseOutstandingBody,
    examples: [{ summary: 'A client that was replaced', value: { ...exampleCancelOutstanding, reason: 'Replaced' } }],
    reply: { status: 200, description: 'What goes on.', data: ReleaseReply, example: exampleRelease },
    secondPerson: proposedRelease,
    async change(tx, app, { principal, body }) {
      const actor = parseActor(body)
      if (!actor.ok) return actor
      const asked = { actor: actor.value, reason: body.reason }
      const released = await releaseOutstanding(tx, principal, asked, momentOf(app))
      return released.ok ? accept({ data: renderRelease(released.value) }) : released
    },
  }),

  defineOperation({
    ...shared,
    id: 'getOutstandingCancellation',
    method: 'GET',
    paths: ['/v1/institution/outstanding/cancellations/{cancellationUID}'],
    summary: 'Read a cancellation of what an actor had outstanding',
    description: 'How far it is, and what became of each thing that it found.',
    failure: 'The cancellation was not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution', 'outstandingCancellationNotFound'],
    params: CancellationParams,
    query: CancellationQuery,
    reply: {
      status: 200,
      description: 'The cancellation with a page of what it found.',
      data: CancellationReply,
      paged: true,
      example: exampleCancellation,
    },
    handle: (app, { principal, params, query }) =>
      app.db.snapshot(async (tx) => {
        const { page, limit } = query
        const asked = { ...params, outcome: parseOutcome(query.outcome), page, limit }
        const found = await viewCancellation(tx, principal, asked)
        if (!found.ok) return found
        const { items, totals } = found.value
        const counted = totals.filter(({ outcome }) => asked.outcome === undefined || outcome === asked.outcome)
        return accept({
          data: renderCancellation(found.value),
          pagination: pageOf(query, { items, totals: counted }),
        })
      }),
  }),
]

function pageOf(query: PageRequest, { items, totals }: { items: unknown[]; totals: { count: number }[] }): Page {
  const total = totals.reduce((sum, { count }) => sum + count, 0)
  return describePage({ page: query.page, limit: query.limit }, { rows: items, total })
}

/** What the reply to the request shows of it. */
const FIRST_PAGE = 100
