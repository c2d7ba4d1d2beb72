import { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import { CurrencyField, optionalText, text, UidInBody } from '../../http/fields.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { parseRecurrence, RecurrenceField } from '../recurring/recurrence.schema.ts'
import {
  AmountField,
  type CreditRequest,
  NotificationField,
  PaymentDateField,
  parsePaymentAmount,
  strict,
} from './credit-request.schema.ts'

const AccountField = (description: string) => Type.Object({ accountUID: UidInBody }, { ...strict, description })

/** Unknown fields are refused, as in a credit request. */
export const BookTransferBody = Type.Object(
  {
    externalReferenceId: text(50),
    paymentAmount: AmountField,
    paymentCurrency: CurrencyField,
    senderAccount: AccountField('The account to debit.'),
    receiverAccount: AccountField(
      'The account to credit: of the same customer, or of another customer within your legal entity.',
    ),
    paymentNotes: optionalText(200),
    paymentDate: Type.Optional(PaymentDateField),
    recurrence: Type.Optional(RecurrenceField),
    notification: Type.Optional(NotificationField),
  },
  strict,
)
export type BookTransferBody = Static<typeof BookTransferBody>

/**
 * Turns a book transfer into a credit request that names an account instead of a contact. Its speed
 * has no effect.
 */
export function parseBookTransfer(body: BookTransferBody): Result<CreditRequest, Refusal> {
  const amount = parsePaymentAmount(body)
  if (!amount.ok) return amount
  const recurrence = body.recurrence ? parseRecurrence(body.recurrence) : accept(undefined)
  if (!recurrence.ok) return recurrence
  return accept({
    entryType: 'CREDIT',
    externalReferenceId: body.externalReferenceId,
    amount: amount.value,
    currency: body.paymentCurrency,
    speed: 'Instant',
    paymentDate: body.paymentDate === undefined ? undefined : Temporal.PlainDate.from(body.paymentDate),
    recurrence: recurrence.value,
    paymentNotes: body.paymentNotes || null,
    senderAccountId: BigInt(body.senderAccount.accountUID),
    contactId: null,
    receiverAccountId: BigInt(body.receiverAccount.accountUID),
    secCode: undefined,
    details: { notification: body.notification },
  })
}

export const exampleBookTransfer = {
  externalReferenceId: 'sweep-2026-07-01',
  paymentAmount: 2500,
  paymentCurrency: 'USD',
  senderAccount: { accountUID: '100108' },
  receiverAccount: { accountUID: '100109' },
  paymentNotes: 'To the reserve',
}
