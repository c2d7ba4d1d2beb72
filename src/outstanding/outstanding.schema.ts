import Type, { type Static } from 'typebox'
import { mustBeName, name, named, text, Uid } from '../http/fields.ts'
import { pageQuery } from '../http/paging.ts'
import { formatAmount } from '../kernel/money.ts'
import { timestamp } from '../kernel/timestamp.ts'
import { CANCELLATION_STATUSES, ITEM_OUTCOMES, type ItemOutcome } from './cancellations.store.ts'
import { OUTSTANDING_KINDS, type OutstandingKind } from './domain/kinds.ts'
import type { ActorKey } from './find-actor.ts'
import { REMEDIES } from './outstanding.store.ts'
import type { CancellationView, Outstanding } from './read-outstanding.ts'
import type { Released } from './release-outstanding.ts'

const actorFields = {
  apiKey: Type.Optional(text(64, { description: 'The API client.' })),
  userUID: Type.Optional(Type.String({ format: 'uuid', description: 'The user.' })),
  customerUID: Type.Optional(Uid),
  identityProviderOf: Type.Optional(
    text(64, { description: 'The API client whose identity provider was revoked: what people did through it before.' }),
  ),
}

export const OutstandingQuery = Type.Object({
  ...pageQuery,
  ...actorFields,
  kind: Type.Optional(name(OUTSTANDING_KINDS, { description: 'All kinds if absent.' })),
})

export function parseKind(kind: string | undefined): OutstandingKind | undefined {
  return kind === undefined ? undefined : mustBeName(OUTSTANDING_KINDS, kind)
}

export const CancelOutstandingBody = named(
  'CancelOutstandingRequest',
  {
    ...actorFields,
    reason: text(200, { description: 'Why. The audit log and the history of each payment show it.' }),
  },
  { additionalProperties: false },
)

export const ReleaseOutstandingBody = named(
  'ReleaseOutstandingRequest',
  { ...actorFields, reason: text(500, { description: 'For the audit log alone.' }) },
  { additionalProperties: false },
)

export const ReleaseReply = named('OutstandingRelease', {
  ...actorFields,
  paymentUIDs: Type.Array(Type.String(), { description: 'The payments that go on: the oldest ones first.' }),
  hasMore: Type.Boolean({ description: 'Send the request again, with another key, for more.' }),
  heldWithOthers: Type.Integer({ description: 'How many another stopped actor holds, too: release them one by one.' }),
})

export const CancellationParams = Type.Object({
  cancellationUID: Type.String({ format: 'uuid', description: 'The cancellation.' }),
})

export const CancellationQuery = Type.Object({
  ...pageQuery,
  outcome: Type.Optional(name(ITEM_OUTCOMES, { description: 'All outcomes if absent.' })),
})

export function parseOutcome(outcome: string | undefined): ItemOutcome | undefined {
  return outcome === undefined ? undefined : mustBeName(ITEM_OUTCOMES, outcome)
}

const kindField = name(OUTSTANDING_KINDS, { description: 'What it is.' })
const currencyField = Type.Optional(Type.String({ description: 'The currency of the amounts, if it has any.' }))
const amountField = Type.Optional(Type.String({ description: 'The amount, or the sum of the amounts, as a decimal.' }))
const countField = Type.Integer({ description: 'How many there are.' })
const remedyField = name(REMEDIES, {
  description:
    'What takes it back. Cancel: the cancellation does. RequestReturn: the credit has left; request its return, or of an ACH credit, ask the receiving bank. Reverse: the debit has left; reverse it once it settled. LetExpire: a request for payment stands at the other bank until it expires. CancelContract: cancel the FX contract at the market. Revoke, Suspend: an API client or a user that the actor created, or a client whose secret it saw; stop it, and look at what it has outstanding. Check: compare what it wrote with what the customer says through another channel, and let somebody else correct it. RotateSecret: it saw the secret of the webhook; rotate it without overlap.',
})

/** As described in `OutstandingItem`. */
const sameRemedyField = name(REMEDIES, { description: 'What takes it back.' })

export const OutstandingReply = named('Outstanding', {
  ...actorFields,
  isStopped: Type.Boolean({ description: 'Whether the actor may not act. Only then can this be cancelled.' }),
  summary: named('OutstandingSummary', {
    totals: Type.Array(
      named('OutstandingTotal', {
        kind: kindField,
        remedy: sameRemedyField,
        count: countField,
        currency: currencyField,
        amount: amountField,
      }),
      { description: 'All of it, not only this page, by kind, remedy and currency.' },
    ),
  }),
  items: Type.Array(
    named('OutstandingItem', {
      kind: kindField,
      uid: Type.String({
        description:
          'The identifier by which the API names it. Of an invitation, that of the user; of an approval, that of the payment or of the trade that waits.',
      }),
      customerUID: Type.Optional(Type.String({ description: 'Its customer. Absent for one of the institution.' })),
      status: Type.String({
        description:
          'Its own status. For a proposal or an approval of a trade, the kind of the change; for a webhook, its URL; for an API client, Created, Held (the actor saw its secret) or Changed; for an invitation, its address; for a role, its name.',
      }),
      currency: currencyField,
      amount: amountField,
      createdAt: Type.String({
        format: 'date-time',
        description: 'When it was created, or when the actor wrote or approved it last.',
      }),
      remedy: remedyField,
    }),
    { description: 'A page of it, in the order in which it is cancelled.' },
  ),
})

export const CancellationReply = named('OutstandingCancellation', {
  cancellationUID: Type.String({ description: 'The cancellation.' }),
  ...actorFields,
  reason: Type.String({ description: 'Why it was asked for.' }),
  requestedBy: Type.String({ description: 'The API client that asked for it, or operator.' }),
  status: name(CANCELLATION_STATUSES, {
    description:
      'Running, Done once nothing is left to cancel, or Stopped because the actor may act again, or the requester may not.',
  }),
  statusReason: Type.Optional(Type.String({ description: 'Why it was stopped.' })),
  createdAt: Type.String({ format: 'date-time', description: 'When it was asked for.' }),
  endedAt: Type.Optional(Type.String({ format: 'date-time', description: 'When it ended.' })),
  summary: named('OutstandingCancellationSummary', {
    totals: Type.Array(
      named('OutstandingCancellationTotal', {
        kind: kindField,
        outcome: name(ITEM_OUTCOMES, { description: 'Open: not looked at yet.' }),
        count: countField,
        currency: currencyField,
        amount: amountField,
      }),
      { description: 'All that it found, not only this page, by kind, outcome and currency.' },
    ),
  }),
  items: Type.Array(
    named('OutstandingCancellationItem', {
      kind: kindField,
      uid: Type.String({ description: 'The identifier by which the API names it.' }),
      currency: currencyField,
      amount: amountField,
      outcome: name(ITEM_OUTCOMES, { description: 'What became of it.' }),
      remedy: sameRemedyField,
      why: Type.Optional(Type.String({ description: 'Why it is not cancelled.' })),
    }),
    { description: 'A page of it, in the order in which it is cancelled.' },
  ),
})

/** The actor as the API names it. */
function renderActor({ kind, id }: ActorKey) {
  return {
    [{ ApiClient: 'apiKey', User: 'userUID', Customer: 'customerUID', IdentityProvider: 'identityProviderOf' }[kind]]:
      id,
  }
}

const renderMoney = ({ currency, amount }: { currency: string | null; amount: bigint | null }) =>
  currency === null || amount === null ? {} : { currency, amount: formatAmount(amount, currency) }

export function renderOutstanding({ actor, isStopped, totals, items }: Outstanding): Static<typeof OutstandingReply> {
  return {
    ...renderActor(actor),
    isStopped,
    summary: {
      totals: totals.map(({ kind, remedy, count, ...money }) => ({ kind, remedy, count, ...renderMoney(money) })),
    },
    items: items.map(({ kind, id: uid, customerId, status, createdAt, remedy, ...money }) => ({
      ...{ kind, uid, ...(customerId !== null && { customerUID: String(customerId) }), status, ...renderMoney(money) },
      ...{ createdAt: timestamp(createdAt), remedy },
    })),
  }
}

export function renderRelease({ actor, paymentIds, hasMore, heldWithOthers }: Released): Static<typeof ReleaseReply> {
  return { ...renderActor(actor), paymentUIDs: paymentIds, hasMore, heldWithOthers }
}

export function renderCancellation({
  cancellation,
  totals,
  items,
}: CancellationView): Static<typeof CancellationReply> {
  const { id, actorKind, actorId, reason, requestedBy, status, statusReason, createdAt, endedAt } = cancellation
  return {
    ...{ cancellationUID: id, ...renderActor({ kind: actorKind, id: actorId }), reason, requestedBy, status },
    ...(statusReason !== null && { statusReason }),
    createdAt: timestamp(createdAt),
    ...(endedAt && { endedAt: timestamp(endedAt) }),
    summary: {
      totals: totals.map(({ kind, outcome, count, ...money }) => ({ kind, outcome, count, ...renderMoney(money) })),
    },
    items: items.map(({ kind, itemId: uid, outcome, remedy, why, ...money }) => ({
      ...{ kind, uid, ...renderMoney(money), outcome, remedy, ...(why !== null && { why }) },
    })),
  }
}

const example = { apiKey: 'giro_5gSLHpIgVJ2wvSgBY4mC' }
const money = { currency: 'USD', amount: '125000.00' }

export const exampleCancelOutstanding = { ...example, reason: 'The secret was stolen' }

export const exampleRelease: Static<typeof ReleaseReply> = {
  ...example,
  ...{ paymentUIDs: ['0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d'], hasMore: false, heldWithOthers: 0 },
}

export const exampleOutstanding: Static<typeof OutstandingReply> = {
  ...example,
  isStopped: true,
  summary: { totals: [{ kind: 'Payment', remedy: 'Cancel', count: 1, ...money }] },
  items: [
    {
      ...{ kind: 'Payment', uid: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d', customerUID: '100001' },
      ...{ status: 'FUTURE_DATED', ...money, createdAt: '2026-07-01T14:00:00.000Z', remedy: 'Cancel' },
    },
  ],
}

export const exampleCancellation: Static<typeof CancellationReply> = {
  ...{ cancellationUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6e', ...exampleCancelOutstanding },
  ...{ requestedBy: 'giro_Wd1mIs0dCqPq0nQ1y1bT', status: 'Running', createdAt: '2026-07-03T03:05:00.000Z' },
  summary: { totals: [{ kind: 'Payment', outcome: 'Open', count: 1, ...money }] },
  items: [
    {
      ...{ kind: 'Payment', uid: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d', ...money },
      ...{ outcome: 'Open', remedy: 'Cancel' },
    },
  ],
}
