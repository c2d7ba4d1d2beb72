import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import { defineOperation, type Operation } from '../../http/operation.ts'
import { readInstitutionTime } from '../../institution/institution.ts'
import { accept } from '../../kernel/result.ts'
import { PaymentParams } from '../payments.schema.ts'
import {
  CallBackNumbersReply,
  ConfirmedNumberReply,
  ConfirmNumberBody,
  exampleNumber,
  renderCallBackNumber,
} from './call-back-numbers.schema.ts'
import { confirmCallBackNumber, listCallBackNumbers } from './confirm-number.ts'

const shared = {
  tag: 'Payments',
  entitlement: 'Payments.Approve_Payments',
  invalid: 'invalidPaymentAction',
  params: PaymentParams,
} as const

const timesOf = (now: Temporal.Instant, { tokenClock }: App) => ({ now, tokenNow: tokenClock.now() })

export const callBackNumberOperations: readonly Operation[] = [
  defineOperation({
    ...shared,
    id: 'listCallBackNumbers',
    method: 'GET',
    paths: ['/v1/institution/payments/{paymentUID}/call-back-numbers'],
    summary: 'List the numbers for a call-back',
    description:
      'For the institution: the telephone numbers of the customer of a payment, of its Active users and of its Active signatories, and whether a call to each counts. A number that was set just now does not count, and the one before it does.',
    failure: 'The numbers were not read',
    errors: ['notTheInstitution', 'paymentNotFound'],
    reply: {
      status: 200,
      description: 'The numbers.',
      data: CallBackNumbersReply,
      example: { numbers: [exampleNumber] },
    },
    handle: (app, { principal, params }) =>
      app.db.snapshot(async (tx) => {
        const now = await readInstitutionTime(tx, principal.tenantId, app.clock)
        const found = await listCallBackNumbers(tx, principal, params.paymentUID, timesOf(now, app))
        return found.ok ? accept({ data: { numbers: found.value.numbers.map(renderCallBackNumber) } }) : found
      }),
  }),

  defineOperation({
    ...shared,
    id: 'confirmCallBackNumber',
    method: 'POST',
    paths: ['/v1/institution/payments/{paymentUID}/call-back-numbers/confirm'],
    summary: 'Confirm a telephone number',
    description:
      'For the institution, when it knows by other means that a number of the customer is right, such as a letter or a visit. The number counts at once, for calls of other people of the institution than the one who confirms it. The audit log keeps the reason.',
    failure: 'The number was not confirmed',
    errors: ['notTheInstitution', 'paymentNotFound', 'callBackNumberUnknown'],
    body: ConfirmNumberBody,
    examples: [
      {
        summary: 'After a visit',
        value: { phoneNumber: '+1 207 555 0100', reason: 'Ada Lund showed her passport in the branch' },
      },
    ],
    reply: {
      status: 200,
      description: 'The number is confirmed.',
      data: ConfirmedNumberReply,
      example: { phoneNumber: '+1 207 555 0100' },
    },
    async change(tx, app, { principal, params, body }) {
      const times = timesOf(app.clock.now(), app)
      const confirmed = await confirmCallBackNumber(tx, principal, params.paymentUID, body, times)
      return confirmed.ok ? accept({ data: { phoneNumber: body.phoneNumber } }) : confirmed
    },
  }),
]
