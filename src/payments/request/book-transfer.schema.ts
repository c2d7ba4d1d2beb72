import { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import { CurrencyField, named, optionalText, text } from '../../http/fields.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { NO_ACCOUNT, type NumberedAccount, type NumberedAccounts } from '../decision/named-accounts.store.ts'
import { parseRecurrence, RecurrenceField } from '../recurring/recurrence.schema.ts'
import {
  AmountField,
  type CreditRequest,
  NotificationField,
  PaymentDateField,
  parsePaymentAmount,
  paymentRules,
} from './credit-request.schema.ts'
import { accountField, parseAccount } from './named-account.schema.ts'

/** Unknown fields are refused, as in a credit request. */
export const BookTransferBody = named(
  'BookTransferRequest',
  {
    externalReferenceId: text(50),
    paymentAmount: AmountField,
    paymentCurrency: Type.Optional(
      Type.String({ ...CurrencyField, description: 'An ISO 4217 code. Default: the currency of the sending account.' }),
    ),
    senderAccount: accountField('The account to debit.'),
    receiverAccount: accountField(
      'The account to credit: of the same customer, or of another customer within your legal entity.',
    ),
    paymentNotes: optionalText(200),
    channel: optionalText(64),
    paymentDate: Type.Optional(PaymentDateField),
    recurrence: Type.Optional(RecurrenceField),
    notification: Type.Optional(NotificationField),
  },
  paymentRules,
)
/** ISO 4217 for a transaction without a currency. */
const NO_CURRENCY = 'XXX'

export type BookTransferBody = Static<typeof BookTransferBody>

/**
 * Turns a book transfer into a credit request that names an account instead of a contact. Its speed
 * has no effect. `currency` is that of the sending account, for a transfer that states none.
 *
 * Without either currency, the sending account is unknown, and the request is one from no account:
 * the intake refuses it, unless its key already has an answer.
 */
export function parseBookTransfer(
  body: BookTransferBody,
  currency: string | undefined,
): Result<CreditRequest, Refusal> {
  const sender = parseAccount('senderAccount', body.senderAccount)
  if (!sender.ok) return sender
  const receiver = parseAccount('receiverAccount', body.receiverAccount)
  if (!receiver.ok) return receiver
  const paymentCurrency = body.paymentCurrency ?? currency
  const isKnown = paymentCurrency !== undefined
  const amount = isKnown ? parsePaymentAmount({ ...body, paymentCurrency }) : accept(0n)
  if (!amount.ok) return amount
  const recurrence = body.recurrence ? parseRecurrence(body.recurrence) : accept(undefined)
  if (!recurrence.ok) return recurrence
  return accept({
    entryType: 'CREDIT',
    externalReferenceId: body.externalReferenceId,
    amount: amount.value,
    currency: paymentCurrency ?? NO_CURRENCY,
    speed: 'Instant',
    paymentDate: body.paymentDate === undefined ? undefined : Temporal.PlainDate.from(body.paymentDate),
    recurrence: recurrence.value,
    paymentNotes: body.paymentNotes || null,
    senderAccountId: isKnown ? sender.value.id : NO_ACCOUNT,
    contactId: null,
    receiverAccountId: receiver.value.id,
    numbered: numberedAccounts(isKnown ? sender.value.numbered : undefined, receiver.value.numbered),
    secCode: undefined,
    details: { notification: body.notification, ...(body.channel && { additionalInfo: { channel: body.channel } }) },
  })
}

function numberedAccounts(sender?: NumberedAccount, receiver?: NumberedAccount): NumberedAccounts | undefined {
  return sender || receiver ? { sender, receiver } : undefined
}

export const exampleBookTransfer = {
  externalReferenceId: 'sweep-2026-07-01',
  paymentAmount: 2500,
  paymentCurrency: 'USD',
  senderAccount: { accountUID: '100108' },
  receiverAccount: { accountUID: '100109' },
  paymentNotes: 'To the reserve',
}
