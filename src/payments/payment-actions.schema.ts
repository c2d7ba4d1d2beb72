import Type from 'typebox'
import { name, optionalText, text } from '../http/fields.ts'
import { RETURN_REASON_CODES } from '../rails/ach/nacha/index.ts'
import type { PaymentCreated } from './payments.schema.ts'
import type { WaitingPayment } from './waiting-payments.store.ts'

export const NotesBody = Type.Object({ notes: optionalText(500) })
export const RejectBody = Type.Object({ notes: text(500) })
export const ReturnBody = Type.Object({
  achReturnCode: name(RETURN_REASON_CODES, { description: 'The reason by Nacha Appendix Four.' }),
  returnNotes: text(500),
})
export const ReverseBody = Type.Object({ reversalNotes: optionalText(500) })

/** What became of the payment: the fields it was created with answer. */
export const PaymentStatusReply = Type.Object({ paymentUID: Type.String(), paymentStatus: Type.String() })

export function renderStatus({ id, status }: WaitingPayment): Omit<PaymentCreated, 'externalReferenceId'> {
  return { paymentUID: id, paymentStatus: status }
}
