import { defineOperation } from '../http/operation.ts'
import { accept } from '../kernel/result.ts'
import { adjustAccount } from './adjust-account.ts'
import { AdjustmentBody, AdjustmentParams, AdjustmentReply, exampleAdjustment } from './adjustments.schema.ts'

export const institutionOperations = [
  defineOperation({
    id: 'adjustAccount',
    method: 'POST',
    paths: ['/v1/institution/accounts/{accountUID}/adjustments'],
    tag: 'Institution',
    summary: 'Book money into or out of an account',
    description: "Against the institution's settlement account: how a new account gets its first balance.",
    failure: 'The account was not adjusted',
    entitlement: 'Institution.Manage_Institution',
    errors: ['notTheInstitution', 'accountNotFound', 'adjustmentNotCovered'],
    invalid: 'invalidAdjustment',
    params: AdjustmentParams,
    body: AdjustmentBody,
    examples: [{ summary: 'An opening deposit', value: exampleAdjustment }],
    reply: {
      status: 201,
      description: 'The money was booked.',
      data: AdjustmentReply,
      example: {
        adjustmentUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d',
        accountUID: '100108',
        direction: 'Credit',
        amount: '25000.00',
        currency: 'USD',
        externalReferenceId: 'teller-0001',
        ledgerBalance: '25000.00',
        availableBalance: '25000.00',
      },
    },
    async change(tx, app, { principal, params, body }) {
      const adjusted = await adjustAccount(tx, principal, params.accountUID, body, app.clock.now())
      return adjusted.ok ? accept({ data: adjusted.value }) : adjusted
    },
  }),
]
