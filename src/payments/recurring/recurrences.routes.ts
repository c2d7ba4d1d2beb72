import '../payments.errors.ts'
import { defineOperation } from '../../http/operation.ts'
import { readInstitutionTime } from '../../institution/institution.ts'
import { accept } from '../../kernel/result.ts'
import { cancelRecurrence, changeRecurrence } from './change-recurrence.ts'
import { previewRecurrence, readRecurrence } from './read-recurrence.ts'
import {
  ChangedRecurrenceReply,
  ChangeRecurrenceBody,
  DEFAULT_PREVIEW_COUNT,
  etagOfRecurrence,
  exampleRecurrence,
  PreviewQuery,
  PreviewReply,
  parseNewEnd,
  RecurrenceOfPaymentParams,
  RecurrenceParams,
  RecurrenceReply,
  renderChangedRecurrence,
  renderComing,
  renderRecurrence,
} from './recurrence.schema.ts'
import type { ChangedRecurrence } from './recurrences.store.ts'
import { readLastFailure } from './recurrences.store.ts'

const answerChanged = (changed: ChangedRecurrence) =>
  accept({ data: renderChangedRecurrence(changed), etag: etagOfRecurrence(changed.recurrence) })

export const recurrenceOperations = [
  defineOperation({
    id: 'changeRecurrence',
    method: 'PUT',
    paths: [
      '/v4/payments/{paymentUID}/recurring/{recurrenceId}',
      '/v3/payments/{paymentUID}/recurring/{recurrenceId}',
      '/payments/{paymentUID}/recurring/{recurrenceId}',
    ],
    tag: 'Payments',
    summary: 'Change when a recurring payment ends',
    description:
      'Extends or shortens the series of a payment: endDate or noOfPayments replaces its previous end. Scheduled payments beyond the new end are cancelled. An end that is already reached completes the series. Who changes the end cannot approve its payments. Approvals of payments that wait no longer count, and can be given again.',
    failure: 'The recurring payment was not changed',
    entitlement: 'Payments.Initiate_Payments',
    errors: ['paymentNotFound', 'recurrenceNotFound', 'recurrenceEnded', 'recurrenceAltered', 'recurrenceChanged'],
    invalid: 'invalidPayment',
    params: RecurrenceOfPaymentParams,
    body: ChangeRecurrenceBody,
    examples: [
      { summary: 'Until a date', value: { endDate: '2027-06-30' } },
      { summary: 'A total number of payments', value: { noOfPayments: 24 } },
    ],
    reply: {
      status: 200,
      description: 'The series after the change.',
      data: ChangedRecurrenceReply,
      etag: true,
      example: { ...exampleRecurrence, numberOfPayments: 24, cancelledPayments: [] },
    },
    async change(tx, app, { principal, params, body, ifMatch }) {
      const until = parseNewEnd(body)
      if (!until.ok) return until
      const changed = await changeRecurrence(tx, principal, { ...params, ifMatch }, until.value, app.clock.now())
      return changed.ok ? answerChanged(changed.value) : changed
    },
  }),

  defineOperation({
    id: 'cancelRecurrence',
    method: 'PUT',
    paths: ['/v3/payments/recurrences/{recurrenceId}/cancel', '/payments/recurrences/{recurrenceId}/cancel'],
    tag: 'Payments',
    summary: 'Cancel a recurring payment',
    description:
      'Ends the series and cancels its payments that are not yet released. Cancelling it again has no effect.',
    failure: 'The recurring payment was not cancelled',
    entitlement: 'Payments.Cancel_Payments',
    errors: ['recurrenceNotFound', 'recurrenceEnded', 'recurrenceChanged'],
    invalid: 'invalidPayment',
    params: RecurrenceParams,
    reply: {
      status: 200,
      description: 'The series after the change, with the payments cancelled with it.',
      data: ChangedRecurrenceReply,
      etag: true,
      example: {
        ...exampleRecurrence,
        status: 'Cancelled',
        cancelledPayments: ['0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d'],
      },
    },
    async change(tx, app, { principal, params, ifMatch }) {
      const cancelled = await cancelRecurrence(tx, principal, { ...params, ifMatch }, app.clock.now())
      return cancelled.ok ? answerChanged(cancelled.value) : cancelled
    },
  }),

  defineOperation({
    id: 'getRecurrence',
    method: 'GET',
    paths: ['/v3/payments/recurrences/{recurrenceId}', '/payments/recurrences/{recurrenceId}'],
    tag: 'Payments',
    summary: 'Read a recurring payment',
    failure: 'The recurring payment was not read',
    entitlement: 'Payments.View_Payments',
    errors: ['recurrenceNotFound'],
    invalid: 'invalidPaymentUid',
    params: RecurrenceParams,
    reply: { status: 200, description: 'The series.', data: RecurrenceReply, etag: true, example: exampleRecurrence },
    handle: (app, { principal, params }) =>
      app.db.read(async (db) => {
        const found = await readRecurrence(db, principal, params.recurrenceId)
        if (!found.ok) return found
        const failureReason = await readLastFailure(db, principal.tenantId, found.value)
        return accept({
          data: { ...renderRecurrence(found.value), failureReason },
          etag: etagOfRecurrence(found.value),
        })
      }),
  }),

  defineOperation({
    id: 'previewRecurrence',
    method: 'GET',
    paths: ['/v3/payments/recurrences/{recurrenceId}/preview', '/payments/recurrences/{recurrenceId}/preview'],
    tag: 'Payments',
    summary: 'Preview the next payments of a recurring payment',
    description:
      "Lists the payments from today on, whether they exist yet or not. Each has its nominal date, and the date of payment under the institution's business-day convention.",
    failure: 'The recurring payment was not read',
    entitlement: 'Payments.View_Payments',
    errors: ['recurrenceNotFound'],
    invalid: 'invalidPaymentUid',
    params: RecurrenceParams,
    query: PreviewQuery,
    reply: {
      status: 200,
      description: 'The payments in order; none if the series has ended.',
      data: PreviewReply,
      example: {
        payments: [
          {
            number: 1,
            nominalDate: '2026-07-31',
            paymentDate: '2026-07-31',
            paymentUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d',
            status: 'FUTURE_DATED',
          },
          { number: 2, nominalDate: '2026-08-31', paymentDate: '2026-08-31' },
          { number: 4, nominalDate: '2026-10-31', paymentDate: '2026-11-02' },
        ],
      },
    },
    handle: (app, { principal, params, query }) =>
      app.db.read(async (db) => {
        const count = query.count ?? DEFAULT_PREVIEW_COUNT
        const now = await readInstitutionTime(db, principal.tenantId, app.clock)
        const coming = await previewRecurrence(db, principal, params.recurrenceId, count, now)
        return coming.ok ? accept({ data: { payments: coming.value.map(renderComing) } }) : coming
      }),
  }),
]
