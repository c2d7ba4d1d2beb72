import { defineOperation } from '../src/http/operation.ts'
import { accept } from '../src/kernel/result.ts'
import { exampleCreated, PaymentCreated } from '../src/payments/payments.schema.ts'
import { CreditRequestBody } from '../src/payments/request/credit-request.schema.ts'

/**
 * What HTTP costs around a credit request: the same token check, body, validation, fingerprint of the Idempotent-Key and reply, with nothing
 * done in between. It is the ceiling that payments are measured against, and is mounted by the bench alone.
 */
export const emptyOperation = defineOperation({
  id: 'benchEmpty',
  method: 'POST',
  paths: ['/bench/empty'],
  tag: 'Bench',
  summary: 'Do nothing with a credit request',
  failure: 'Nothing was not done',
  entitlement: 'Payments.Initiate_Payments',
  errors: [],
  invalid: 'invalidPayment',
  body: CreditRequestBody,
  reply: { status: 200, description: 'Nothing was done.', data: PaymentCreated, example: exampleCreated },
  handle: async (_app, { body }) =>
    accept({ data: { ...exampleCreated, externalReferenceId: body.externalReferenceId } }),
})
