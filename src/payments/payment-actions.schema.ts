import Type, { type Static } from 'typebox'
import {
  dateField,
  momentField,
  multiline,
  name,
  named,
  nullableObject,
  optionalText,
  PhoneNumberField,
  parseMoment,
  text,
  UidInBody,
} from '../http/fields.ts'
import { RETURN_CODES } from '../rails/rails.ts'
import type { LockedPayment } from './locked-payments.store.ts'
import { CANCELLATION_REASONS } from './network/request-return.ts'
import { RETURN_REQUEST_STATUSES } from './network/return-requests.store.ts'
import { PAYMENT_STATUSES } from './payment-state.ts'
import type { PaymentCreated } from './payments.schema.ts'

export const NotesBody = nullableObject(named('PaymentNotes', { notes: optionalText(500, multiline) }))

/**
 * The person on whose behalf a trusted client decides: at most one of these fields. Nobody is named
 * if the token is the person's own.
 */
const onBehalfOf = {
  userId: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        'The user who decides; loginId names the same user. Only a client that the institution trusts can name a person.',
    }),
  ),
  loginId: Type.Optional(text(128)),
  signatoryId: Type.Optional(UidInBody),
}
export const DecisionBody = nullableObject(
  named('PaymentDecision', { notes: optionalText(500, multiline), ...onBehalfOf }),
)

export const ApprovalBody = nullableObject(
  named('PaymentApproval', {
    notes: optionalText(500, multiline),
    calledNumber: Type.Optional({
      ...PhoneNumberField,
      description: 'The number at which the institution called the customer back about a wire.',
    }),
    ...onBehalfOf,
  }),
)

/** A decision with its identifiers as text. */
export function parseDecision(body: Static<typeof ApprovalBody>) {
  const { signatoryId, ...decision } = body ?? {}
  return { ...decision, ...(signatoryId !== undefined && { signatoryId: String(signatoryId) }) }
}
export const ReturnBody = named('PaymentReturn', {
  achReturnCode: name(RETURN_CODES, {
    description:
      'For an ACH entry, the return reason code of Nacha Appendix Four; for another rail, of ISO 20022 ExternalReturnReason1Code.',
  }),
  returnNotes: text(500, multiline),
  returnDate: Type.Optional(
    dateField('The day on which the return arrived; default today. It decides whether the return was in time.'),
  ),
})
export const ReverseBody = nullableObject(
  named('PaymentReversal', {
    reversalNotes: optionalText(500, multiline),
    discoveredAt: Type.Optional(
      momentField(
        'When the error was found, for a debit. Its reversing entry is sent within 24 hours; one that leaves later is marked (DiscoveredReversal).',
      ),
    ),
  }),
)

export function parseReversal(body: Static<typeof ReverseBody>) {
  const { reversalNotes, discoveredAt } = body ?? {}
  return {
    ...(reversalNotes !== undefined && { reversalNotes }),
    ...(discoveredAt !== undefined && { discoveredAt: parseMoment(discoveredAt) }),
  }
}

export const RequestReturnBody = named(
  'RequestReturn',
  {
    reason: name(CANCELLATION_REASONS, {
      description:
        'ISO 20022 ExternalCancellationReason1Code: CUST (the customer asks), DUPL (paid twice), FRAD (fraud), TECH (technical error), AM09 (wrong amount), AC03 (wrong account), CUTA (cannot be traced), UPAY (undue payment).',
    }),
    notes: optionalText(140, { description: 'Why, in words: the other bank reads it.' }),
  },
  { additionalProperties: false },
)

/** The payment with its request, as it now stands. */
export const RequestReturnReply = named('PaymentReturnRequested', {
  paymentUID: Type.String(),
  paymentStatus: name(PAYMENT_STATUSES),
  requestStatus: name(RETURN_REQUEST_STATUSES),
})

/** The payment's new status, in the fields of the reply that created it. */
export const PaymentStatusReply = named('PaymentStatusResult', {
  paymentUID: Type.String(),
  paymentStatus: name(PAYMENT_STATUSES),
})

export function renderStatus({ id, status }: LockedPayment): Omit<PaymentCreated, 'externalReferenceId'> {
  return { paymentUID: id, paymentStatus: status }
}
