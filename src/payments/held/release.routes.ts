import Type, { type Static } from 'typebox'
import { underDualControl } from '../../approvals/approvals.ts'
import { named, text } from '../../http/fields.ts'
import { defineOperation } from '../../http/operation.ts'
import { momentOf } from '../../kernel/moment.ts'
import { accept } from '../../kernel/result.ts'
import { readMakers } from '../approval/makers.store.ts'
import { PaymentStatusReply, renderStatus } from '../payment-actions.schema.ts'
import { exampleCreated, PaymentParams } from '../payments.schema.ts'
import { readPayment } from '../search/read-payment.ts'
import { nameOfStop, releaseHeldPayment } from './release-payments.ts'
import { findStoppedMakers } from './stopped-makers.store.ts'

const ReleaseBody = named(
  'PaymentReleaseRequest',
  {
    reason: text(500, { description: 'Recorded in the audit trail only; the customer never sees it.' }),
    series: Type.Optional(
      Type.Boolean({
        description:
          'true: also the payments of its series that wait for their dates or are still to be made. Others of the series that are held stay held.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The second person sees the payment, who made it, and what stopped them. */
const proposedRelease = underDualControl<Static<typeof PaymentParams>, Static<typeof ReleaseBody>>(
  'paymentRelease',
  async (tx, { principal, params, tokenNow }) => {
    const read = await readPayment(tx, principal, params.paymentUID)
    if (!read.ok) return {}
    const { id, status, amount, currency, customerId, paymentDate } = read.value
    const { tenantId } = principal
    const [makers, stops] = await Promise.all([
      readMakers(tx, tenantId, { paymentIds: [id], recurrenceIds: [] }),
      findStoppedMakers(tx, tenantId, [id], tokenNow),
    ])
    const payment = { status, paymentDate, amount: String(amount), currency, customerUID: String(customerId) }
    const current = { ...payment, makers, stoppedBy: (stops.get(id) ?? []).map(nameOfStop) }
    return { subjectId: id, current }
  },
)

export const releaseOperations = [
  defineOperation({
    id: 'releaseHeldPayment',
    method: 'POST',
    paths: ['/v1/institution/payments/{paymentUID}/release'],
    tag: 'Payments',
    summary: 'Release a payment of a maker who was stopped',
    description:
      'For the institution, while a payment is HELD with the reason makerStopped: a client, user or legal entity that made or changed it may not act any more, or reaches the customer no more. It goes on at the next possible time, unless something else holds it. A maker that is stopped again, or by something else, holds it again. Nobody releases what they made or changed, or what was made with a client whose secret they hold.',
    failure: 'The payment was not released',
    entitlement: 'Institution.Manage_Customer_State',
    errors: ['notTheInstitution', 'paymentNotFound', 'paymentStateConflict', 'ownPaymentRelease'],
    invalid: 'invalidPaymentAction',
    params: PaymentParams,
    body: ReleaseBody,
    examples: [
      { summary: 'A payment', value: { reason: 'The customer confirmed the invoice by telephone' } },
      { summary: 'With its series', value: { reason: 'The rent of the customer', series: true } },
    ],
    reply: {
      status: 200,
      description: 'The payment goes on at the next possible time.',
      data: PaymentStatusReply,
      example: { paymentUID: exampleCreated.paymentUID, paymentStatus: 'HELD' },
    },
    secondPerson: proposedRelease,
    async change(tx, app, { principal, params, body }) {
      const released = await releaseHeldPayment(tx, principal, params.paymentUID, body, momentOf(app))
      return released.ok ? accept({ data: renderStatus(released.value) }) : released
    },
  }),
]
