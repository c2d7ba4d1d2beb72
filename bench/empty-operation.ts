import { defineOperation } from '../src/http/operation.ts'
import { accept } from '../src/kernel/result.ts'
import { exampleCreated, PaymentCreated } from '../src/payments/payments.schema.ts'
import { CreditRequestBody } from '../src/payments/request/credit-request.schema.ts'

/**
 * A credit request without the payment: the same token check, body, validation, idempotency
 * fingerprint and reply. Its rate is the ceiling of HTTP for payments. Only the bench mounts it.
 */
export const emptyOperation = defineOperation({
  id: 'benchEmpty',
  method: 'POST',
  paths: ['/bench/empty'],
  tag: 'Bench',
  summary: 'Accept a credit request and do nothing',
  failure: 'The request was not accepted',
  entitlement: 'Payments.Initiate_Payments',
  errors: [],
  invalid: 'invalidPayment',
  body: CreditRequestBody,
  reply: {
    status: 200,
    description: 'The request was accepted, and nothing was done.',
    data: PaymentCreated,
    example: exampleCreated,
  },
  handle: async (_app, { body }) =>
    accept({ data: { ...exampleCreated, externalReferenceId: body.externalReferenceId } }),
})
