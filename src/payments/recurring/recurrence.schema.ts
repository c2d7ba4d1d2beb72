import { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import { etagOfContent } from '../../http/etag.ts'
import { mustBeName, name, named, text } from '../../http/fields.ts'
import { amountAsNumber } from '../../kernel/money.ts'
import { ENTRY_TYPES, SPEEDS } from '../../kernel/rail.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import { words } from '../../kernel/words.ts'
import { PAYMENT_STATUSES, waitsForApproval } from '../payment-state.ts'
import { APPROVE_BY } from '../payment-state-docs.ts'
import { FREQUENCIES, type Frequency, type PayUntil, type Schedule } from './domain/recurrence.ts'
import type { ChangedRecurrence, ComingOccurrence, Recurrence, SeriesOfPayment } from './recurrences.store.ts'
import { SERIES_STATUSES } from './recurrences.store.ts'

const PAY_UNTIL = words('PayUntil', ['Cancelled', 'EndDate', 'NumberOfPayments'])
/** SemiAnnually is an alias of SemiAnnual. */
const SENT_FREQUENCIES = [...FREQUENCIES, 'SemiAnnually'] as const
const MAX_PAYMENTS = 1000
export const DEFAULT_PREVIEW_COUNT = 10

const strict = { additionalProperties: false }
const Count = Type.Union([
  Type.Integer({ minimum: 1, maximum: MAX_PAYMENTS }),
  Type.String({ pattern: '^0*([1-9][0-9]{0,2}|1000)$', maxLength: 10, description: `Digits, 1 to ${MAX_PAYMENTS}.` }),
])
const EndDate = Type.String({
  format: 'date',
  description: 'yyyy-mm-dd. The last possible date of a payment, before it moves to a business day.',
})

/** The `recurrence` of a credit request. */
export const RecurrenceField = named(
  'RecurrenceRequest',
  {
    frequency: name(SENT_FREQUENCIES),
    payUntil: name(PAY_UNTIL),
    numberOfPayments: Type.Optional(Count),
    endDate: Type.Optional(EndDate),
  },
  {
    ...strict,
    description:
      'Makes the payment the first of a series that starts on paymentDate. numberOfPayments requires payUntil NumberOfPayments; endDate requires payUntil EndDate.',
  },
)

/** How often a payment is to repeat, and until when. */
export interface RecurrenceRequest {
  frequency: Frequency
  until: PayUntil
}

export function parseRecurrence(field: Static<typeof RecurrenceField>): Result<RecurrenceRequest, Refusal> {
  const payUntil = mustBeName(PAY_UNTIL, field.payUntil)
  const { endDate, numberOfPayments } = field
  const faults = [
    payUntil === 'EndDate' && endDate === undefined && 'recurrence.endDate is required with payUntil EndDate',
    payUntil !== 'EndDate' && endDate !== undefined && `recurrence.endDate does not go with payUntil ${payUntil}`,
    payUntil === 'NumberOfPayments' &&
      numberOfPayments === undefined &&
      'recurrence.numberOfPayments is required with payUntil NumberOfPayments',
    payUntil !== 'NumberOfPayments' &&
      numberOfPayments !== undefined &&
      `recurrence.numberOfPayments does not go with payUntil ${payUntil}`,
  ].filter((fault) => fault !== false)
  if (faults.length > 0) return refusal('invalidPayment', faults.join('; '))
  const sent = mustBeName(SENT_FREQUENCIES, field.frequency)
  return accept({
    frequency: sent === 'SemiAnnually' ? 'SemiAnnual' : sent,
    until: endOf({ endDate, numberOfPayments }),
  })
}

function endOf(end: { endDate?: string | null; numberOfPayments?: number | string | null }): PayUntil {
  if (typeof end.endDate === 'string') return { payUntil: 'EndDate', endDate: Temporal.PlainDate.from(end.endDate) }
  if (end.numberOfPayments != null)
    return { payUntil: 'NumberOfPayments', numberOfPayments: Number(end.numberOfPayments) }
  return { payUntil: 'Cancelled' }
}

export const ChangeRecurrenceBody = named(
  'RecurrenceUpdate',
  {
    endDate: Type.Optional(Type.Union([Type.Null(), EndDate])),
    noOfPayments: Type.Optional(Type.Union([Type.Null(), Count])),
  },
  strict,
)

/** The new end of a series: exactly one of the two fields. */
export function parseNewEnd({ endDate, noOfPayments }: Static<typeof ChangeRecurrenceBody>): Result<PayUntil, Refusal> {
  const until = endOf({ endDate, numberOfPayments: noOfPayments })
  if (until.payUntil === 'Cancelled') return refusal('invalidPayment', 'endDate or noOfPayments is required')
  if (endDate != null && noOfPayments != null)
    return refusal('invalidPayment', 'endDate and noOfPayments cannot be combined; send one of them')
  return accept(until)
}

/** The schedule of a stored series. */
export function scheduleOf(
  row: Pick<Recurrence, 'frequency' | 'startDate' | 'endDate' | 'numberOfPayments'>,
): Schedule {
  return { frequency: row.frequency, startDate: Temporal.PlainDate.from(row.startDate), until: endOf(row) }
}

/** The columns for the end of a series. */
export function storedEnd(until: PayUntil): Pick<Recurrence, 'payUntil' | 'endDate' | 'numberOfPayments'> {
  return {
    payUntil: until.payUntil,
    endDate: until.payUntil === 'EndDate' ? until.endDate.toString() : null,
    numberOfPayments: until.payUntil === 'NumberOfPayments' ? until.numberOfPayments : null,
  }
}

const shown = Type.Optional(Type.String())

/** By what a series is named; the paths take each of them. */
const seriesIds = {
  recurrenceId: Type.String({ description: 'Digits.' }),
  recurranceId: Type.String({ description: 'The same as recurrenceId, as the interface spells it.' }),
  recurrenceUID: Type.String({ description: 'The UUID of the series, which names it in events and in the audit log.' }),
}

/** The fields that name a series. */
export function renderSeriesIds({ id, number }: { id: string; number: bigint | string }) {
  return { recurrenceId: String(number), recurranceId: String(number), recurrenceUID: id }
}

/** The series fields of a payment. */
export const Occurrences = named('PaymentOccurrences', {
  ...seriesIds,
  number: Type.Integer({ description: 'The number of this payment in the series, from 1.' }),
  frequency: Type.String(),
  startDate: Type.String(),
  payUntil: Type.String(),
  endDate: shown,
  status: name(SERIES_STATUSES),
  numberOfPayments: Type.Optional(Type.Integer()),
})

export function renderOccurrences({
  id,
  seriesNumber,
  number,
  ...series
}: SeriesOfPayment): Static<typeof Occurrences> {
  return { ...renderSeriesIds({ id, number: seriesNumber }), number, ...renderSchedule(series), status: series.status }
}

function renderSchedule(
  row: Pick<Recurrence, 'frequency' | 'startDate' | 'payUntil' | 'endDate' | 'numberOfPayments'>,
) {
  return {
    frequency: row.frequency,
    startDate: row.startDate,
    payUntil: row.payUntil,
    endDate: row.endDate ?? undefined,
    numberOfPayments: row.numberOfPayments ?? undefined,
  }
}

/**
 * An id need be neither digits nor a UUID here: any other text is not found (404) rather than
 * invalid (400).
 */
export const RecurrenceParams = Type.Object({ recurrenceId: text(64) })
export const RecurrenceOfPaymentParams = Type.Object({ paymentUID: text(64), recurrenceId: text(64) })
export const PreviewQuery = Type.Object({
  count: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: `The number of payments, 1 to 100; default ${DEFAULT_PREVIEW_COUNT}.`,
    }),
  ),
})

const PreviewOccurrence = named('UpcomingPayment', {
  number: Type.Integer(),
  nominalDate: Type.String({ description: 'The date that the frequency gives, counted from the start date.' }),
  paymentDate: Type.String({ description: 'The date of payment, a business day of the rail.' }),
  paymentUID: Type.Optional(Type.String({ description: 'Present once the payment exists.' })),
  status: Type.Optional(name(PAYMENT_STATUSES)),
  approveBy: Type.Optional(Type.String({ description: APPROVE_BY })),
  failureReason: Type.Optional(Type.String({ description: 'Why the payment failed, or was not approved in time.' })),
})
export const PreviewReply = named('UpcomingPayments', { payments: Type.Array(PreviewOccurrence) })

export const RecurrenceReply = named('Recurrence', {
  ...seriesIds,
  entryType: name(ENTRY_TYPES, {
    description: 'In a debit, receiver is the debtor, and sender is the account that collects.',
  }),
  externalReferenceId: Type.String(),
  customerUID: Type.String(),
  sender: Type.Object({ accountUID: Type.String() }),
  receiver: Type.Object({ accountUID: Type.String() }),
  paymentAmount: Type.Number(),
  paymentCurrency: Type.String(),
  speed: name(SPEEDS),
  paymentNotes: shown,
  frequency: Type.String(),
  startDate: Type.String(),
  payUntil: Type.String(),
  endDate: shown,
  numberOfPayments: Type.Optional(Type.Integer()),
  status: name(SERIES_STATUSES),
  paymentsMade: Type.Integer({ description: 'The number of the last payment created, including scheduled ones.' }),
  createdBy: Type.String(),
  createdByUserId: Type.Optional(Type.String({ description: 'The user whose token started the series.' })),
  creationDateTime: Type.String(),
  failureReason: Type.Optional(
    Type.String({ description: 'Why the last payment that failed, or was not approved in time, was not made.' }),
  ),
})

/** The reply to a change: the series, and the scheduled payments cancelled by the change. */
export const ChangedRecurrenceReply = named('RecurrenceResult', {
  ...RecurrenceReply.properties,
  cancelledPayments: Type.Array(Type.String(), { description: 'The paymentUID of each cancelled payment.' }),
})

export function renderComing({
  number,
  nominalDate,
  paymentDate,
  made,
}: ComingOccurrence): Static<typeof PreviewOccurrence> {
  if (!made) return { number, nominalDate, paymentDate }
  const { paymentId: paymentUID, status, approvalExpiresAt, failureReason } = made
  const approveBy = waitsForApproval(status) ? timestamp(approvalExpiresAt) : undefined
  return { number, nominalDate, paymentDate, paymentUID, status, approveBy, failureReason: failureReason ?? undefined }
}

/** A series as the API and the audit log show it. */
export function renderRecurrence(row: Recurrence): Static<typeof RecurrenceReply> {
  return {
    ...renderSeriesIds(row),
    entryType: row.entryType,
    externalReferenceId: row.externalReferenceId,
    customerUID: String(row.customerId),
    sender: { accountUID: String(row.senderAccountId) },
    receiver: { accountUID: String(row.contactId ?? row.receiverAccountId) },
    paymentAmount: amountAsNumber(row.amount, row.currency),
    paymentCurrency: row.currency,
    speed: row.speed,
    paymentNotes: row.paymentNotes ?? undefined,
    ...renderSchedule(row),
    status: row.status,
    paymentsMade: row.paymentsMade,
    createdBy: row.createdBy,
    createdByUserId: row.createdByUser ?? undefined,
    creationDateTime: timestamp(row.createdAt),
  }
}

export function renderChangedRecurrence({
  recurrence,
  cancelledPayments,
}: ChangedRecurrence): Static<typeof ChangedRecurrenceReply> {
  return { ...renderRecurrence(recurrence), cancelledPayments: [...cancelledPayments] }
}

/** The ETag of a series. It changes with its end, its status, and each new payment. */
export function etagOfRecurrence(row: Recurrence): string {
  return etagOfContent(renderRecurrence(row))
}

export const exampleRecurrence = {
  recurrenceId: '100042',
  recurranceId: '100042',
  recurrenceUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6e',
  entryType: 'CREDIT',
  externalReferenceId: 'rent-2026',
  customerUID: '100042',
  sender: { accountUID: '100108' },
  receiver: { accountUID: '100217' },
  paymentAmount: 1250,
  paymentCurrency: 'USD',
  speed: 'Economy',
  frequency: 'Monthly',
  startDate: '2026-07-31',
  payUntil: 'NumberOfPayments',
  numberOfPayments: 12,
  status: 'Active',
  paymentsMade: 1,
  createdBy: 'giro_5yVqXQ0gDb',
  creationDateTime: '2026-07-01T14:00:00.000Z',
}
