import Type, { type Static } from 'typebox'
import { dateField, multiline, name, nullableObject, optionalText, text, UidInBody } from '../http/fields.ts'
import { RETURN_CODES } from '../rails/rails.ts'
import type { LockedPayment } from './locked-payments.store.ts'
import type { PaymentCreated } from './payments.schema.ts'

export const NotesBody = nullableObject(Type.Object({ notes: optionalText(500, multiline) }))

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
export const DecisionBody = nullableObject(Type.Object({ notes: optionalText(500, multiline), ...onBehalfOf }))

/** A decision with its identifiers as text. */
export function parseDecision(body: Static<typeof DecisionBody>) {
  const { signatoryId, ...decision } = body ?? {}
  return { ...decision, ...(signatoryId !== undefined && { signatoryId: String(signatoryId) }) }
}
export const ReturnBody = Type.Object({
  achReturnCode: name(RETURN_CODES, {
    description:
      'For an ACH entry, the return reason code of Nacha Appendix Four; for another rail, of ISO 20022 ExternalReturnReason1Code.',
  }),
  returnNotes: text(500, multiline),
  returnDate: Type.Optional(
    dateField('The day on which the return arrived; default today. It decides whether the return was in time.'),
  ),
})
export const ReverseBody = nullableObject(Type.Object({ reversalNotes: optionalText(500, multiline) }))

/** The payment's new status, in the fields of the reply that created it. */
export const PaymentStatusReply = Type.Object({ paymentUID: Type.String(), paymentStatus: Type.String() })

export function renderStatus({ id, status }: LockedPayment): Omit<PaymentCreated, 'externalReferenceId'> {
  return { paymentUID: id, paymentStatus: status }
}
