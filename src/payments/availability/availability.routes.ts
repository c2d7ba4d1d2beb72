import Type, { type Static } from 'typebox'
import { underDualControl } from '../../approvals/approvals.ts'
import { name, named, text } from '../../http/fields.ts'
import { defineOperation } from '../../http/operation.ts'
import { accept } from '../../kernel/result.ts'
import { renderStatus } from '../payment-actions.schema.ts'
import { PAYMENT_STATUSES } from '../payment-state.ts'
import { AVAILABLE_ON } from '../payment-state-docs.ts'
import { exampleCreated, PaymentParams } from '../payments.schema.ts'
import { releaseFundsEarly } from './release-funds.ts'

const ReleaseFundsBody = named('FundsReleaseRequest', { reason: text(500) })

const ReleaseFundsReply = named('FundsRelease', {
  paymentUID: Type.String(),
  paymentStatus: name(PAYMENT_STATUSES),
  availableOn: Type.String({ description: AVAILABLE_ON }),
})

export const availabilityOperations = [
  defineOperation({
    id: 'releaseFunds',
    method: 'POST',
    paths: ['/v1/institution/payments/{paymentUID}/release-funds'],
    tag: 'Payments',
    summary: 'Release the proceeds of a debit early',
    description:
      'For the institution, while debits.fundsAvailability or the debitFundsAvailability of the customer holds the proceeds of a settled debit. They first repay what the customer owes. The institution bears the loss if the debit then comes back and the customer cannot pay.',
    failure: 'The funds were not released',
    entitlement: 'Institution.Manage_Limits_And_Fees',
    errors: ['notTheInstitution', 'paymentNotFound', 'paymentStateConflict'],
    invalid: 'invalidPaymentAction',
    params: PaymentParams,
    body: ReleaseFundsBody,
    examples: [{ summary: 'For payroll', value: { reason: 'The customer pays its wages today' } }],
    reply: {
      status: 200,
      description: 'The proceeds are available.',
      data: ReleaseFundsReply,
      example: { paymentUID: exampleCreated.paymentUID, paymentStatus: 'PROCESSED', availableOn: '2026-07-02' },
    },
    secondPerson: underDualControl<Static<typeof PaymentParams>, unknown>('fundsRelease', async () => ({})),
    async change(tx, app, { principal, params, body }) {
      const released = await releaseFundsEarly(tx, principal, params.paymentUID, body.reason, app.clock.now())
      if (!released.ok) return released
      const { payment, availableOn } = released.value
      return accept({ data: { ...renderStatus(payment), availableOn: availableOn.toString() } })
    },
  }),
]
