import Type, { type Static } from 'typebox'
import { named } from '../../http/fields.ts'
import { maskedNumber } from '../../kernel/masked-number.ts'
import { formatAmount } from '../../kernel/money.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import type { TransferSide } from '../../ledger/transfers-of.ts'
import { FBO_TAX_ID } from '../../rails/rails.ts'
import { AlteredFieldsReply } from '../altered-fields.schema.ts'
import { renderWindow, WindowReply } from '../cut-off/window.schema.ts'
import { alteredInRequest } from '../decision/altered-fields.ts'
import type { PaymentStatus } from '../payment-state.ts'
import { AVAILABLE_ON, VALUE_DATE } from '../payment-state-docs.ts'
import { exampleCreated } from '../payments.schema.ts'
import type { PaymentRow } from '../payments.store.ts'
import type { PaymentDetails } from '../request/credit-request.schema.ts'
import type { Timeline, TimelineEntry } from './payment-timeline.ts'
import { VALUE_DATE_REASONS } from './value-date-changes.store.ts'

const shown = (description: string) => Type.Optional(Type.String({ description }))

/** One object for all kinds, because the serializer would try the members of a union one by one. */
const Entry = named('TimelineEntry', {
  at: Type.String({ description: 'The time of the entry, RFC 3339.' }),
  kind: Type.String({
    description:
      'approval, transition, valueDate (the date changed), transfer, railMessage, returnRequest, mail or webhook (only for the institution). The kind determines the other fields.',
  }),
  decision: shown('approval: Approved or Rejected.'),
  side: shown('approval: Customer or Institution.'),
  userId: shown('approval: the user for whom the client decided.'),
  loginId: shown('approval: the login of that user.'),
  signatoryId: shown('approval: the signatory for whom the client decided.'),
  identifiedBy: shown(
    'approval: how the approver is known: Client (it decided in its own name), TrustedClient (it named the person) or Token (of the person).',
  ),
  notes: shown('approval: the note of the decision. returnRequest: the request, or its answer, in words.'),
  from: shown('transition: the previous status; omitted for the first transition.'),
  to: shown('transition: the new status.'),
  by: shown('approval, transition and returnRequest: the actor, an API key or worker.'),
  why: shown(
    'transition: the reason of a failure. valueDate: why the date changed. mail and webhook: why the last attempt failed; for mail, only the institution sees it.',
  ),
  evidence: Type.Optional(
    Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'transition: details from the rail or the decision.',
    }),
  ),
  previousValueDate: shown('valueDate: the value date until then, yyyy-mm-dd.'),
  valueDate: shown('valueDate: the value date since then, yyyy-mm-dd.'),
  previousPaymentDate: shown('valueDate: the day of the payment until then, if it moved, yyyy-mm-dd.'),
  paymentDate: shown('valueDate: the day of the payment since then, if it moved, yyyy-mm-dd.'),
  reason: shown(`valueDate: ${Object.keys(VALUE_DATE_REASONS).join(', ')}.`),
  transfer: shown(
    'transfer: posted, pending (a hold), post_pending (the hold was posted) or void_pending (the hold was released).',
  ),
  purpose: shown('transfer: its purpose.'),
  amount: shown('transfer: the amount as decimal text.'),
  currency: shown('transfer: ISO 4217 code.'),
  debit: shown(
    'transfer: the debited account: sender, receiver, creditor (of a debit request) or an account of the institution, such as clearing.',
  ),
  credit: shown('transfer: the credited account, with the same values as debit.'),
  rail: shown('railMessage: the rail.'),
  event: shown(
    'railMessage: collected (into a file), written (and not sent yet), sent (to the network), received (from the network), settled (by the network), acknowledged (by the bank of the receiver), fileAccepted or fileRejected (the file, by the ACH operator) or fileDisputed (the operator counted something else). webhook: the event type.',
  ),
  reference: shown('railMessage: the trace number of an ACH entry, or the reference from the network.'),
  messageType: shown('railMessage: its type in ISO 20022, such as pacs.008.001.08.'),
  messageUID: shown('railMessage: the message; the institution can read its bytes.'),
  fileName: shown('railMessage: the name of the ACH file.'),
  batchNumber: Type.Optional(Type.Integer({ description: 'railMessage: the number of the batch in the ACH file.' })),
  effectiveEntryDate: shown('railMessage: the effective entry date of the ACH batch, yyyy-mm-dd.'),
  chargeBearer: shown('railMessage: who pays the charges, ISO 20022: DEBT, CRED or SHAR.'),
  charges: shown('railMessage: the fees that were deducted from its amount, with their currency.'),
  information: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        'railMessage: what it says besides, by the element of ISO 20022 pacs.008 CdtTrfTxInf, or what the ACH entry says, by its field.',
    }),
  ),
  request: shown('returnRequest: Asked; or the answer: Pending, Accepted, Refused or Returned.'),
  code: shown('returnRequest: why it is asked, or why it is refused, by the code of ISO 20022.'),
  status: shown('mail: the payment status that the mail reports to the emailAddress of the notification.'),
  webhookUID: shown('webhook: the webhook that received the event.'),
  delivery: shown('mail and webhook: Pending, Delivered or Failed.'),
  attempts: Type.Optional(Type.Integer({ description: 'mail and webhook: the number of attempts.' })),
})

export const TimelineReply = named('PaymentTimeline', {
  paymentUID: Type.String(),
  valueDate: Type.Optional(Type.String({ description: VALUE_DATE })),
  availableOn: Type.Optional(Type.String({ description: AVAILABLE_ON })),
  window: Type.Optional(WindowReply),
  alteredFields: AlteredFieldsReply,
  entries: Type.Array(Entry),
})

export function renderTimeline({ payment, window, entries }: Timeline): Static<typeof TimelineReply> {
  return {
    paymentUID: payment.id,
    valueDate: payment.valueDate ?? undefined,
    availableOn: payment.availableOn ?? undefined,
    window: renderWindow(window),
    alteredFields: alteredInRequest(
      { ...payment, details: (payment.details ?? {}) as PaymentDetails },
      { name: payment.receiverName },
      payment,
    ),
    entries: entries.map((entry) => renderEntry(payment, entry)),
  }
}

/** The states whose reason is kept with the payment. */
const FAILED: readonly PaymentStatus[] = ['VALIDATION_FAILURE', 'REJECTED']

function renderEntry(payment: PaymentRow, entry: TimelineEntry): Static<typeof Entry> {
  const when = { at: timestamp(entry.at), kind: entry.kind }
  switch (entry.kind) {
    case 'approval': {
      const { clientId: by, decision, side, userId, loginId, signatoryId, identifiedBy, notes } = entry.approval
      const person = { userId: userId ?? undefined, loginId: loginId ?? undefined }
      const known = { ...person, signatoryId: signatoryId?.toString(), identifiedBy }
      return { ...when, by, decision, side, ...known, notes: notes ?? undefined }
    }
    case 'transition':
      return {
        ...when,
        from: entry.from ?? undefined,
        to: entry.to,
        by: entry.actor,
        why: FAILED.includes(entry.to) ? (payment.failureReason ?? undefined) : undefined,
        evidence: (entry.evidence as object | null) ?? undefined,
      }
    case 'valueDate': {
      const { previousValueDate, valueDate, previousPaymentDate, paymentDate, reason } = entry
      const days = paymentDate !== previousPaymentDate && {
        previousPaymentDate: previousPaymentDate ?? undefined,
        paymentDate: paymentDate ?? undefined,
      }
      return { ...when, previousValueDate, valueDate, ...days, reason, why: VALUE_DATE_REASONS[reason] }
    }
    case 'transfer': {
      const { kind, purpose, amount, currency, debit, credit } = entry.transfer
      return {
        ...when,
        transfer: kind,
        purpose,
        amount: formatAmount(amount, currency),
        currency,
        debit: roleOf(payment, debit),
        credit: roleOf(payment, credit),
      }
    }
    case 'railMessage': {
      const { at: _, information, ...message } = entry
      return { ...when, ...message, ...(information && { information: withMaskedTaxId(information) }) }
    }
    case 'returnRequest': {
      const { request: asked, isAnswer } = entry
      const { status, answerCode, answerReason, code, reason, requestedBy } = asked
      if (!isAnswer) return { ...when, request: 'Asked', code, notes: reason || undefined, by: requestedBy }
      return { ...when, request: status, code: answerCode || undefined, notes: answerReason || undefined }
    }
    case 'mail': {
      const { status, delivery, attempts, failure } = entry
      return { ...when, status, delivery, attempts, why: failure ?? undefined }
    }
    case 'webhook': {
      const { webhookId, eventType, status, attempts, error } = entry
      return { ...when, webhookUID: webhookId, event: eventType, delivery: status, attempts, why: error ?? undefined }
    }
  }
}

/** The elements of a message. The payment shows the tax id to those who may see it. */
function withMaskedTaxId(information: Record<string, string>): Record<string, string> {
  const taxId = information[FBO_TAX_ID]
  return taxId === undefined ? information : { ...information, [FBO_TAX_ID]: maskedNumber(taxId) }
}

/** The role of an account in the payment. It does not identify the account of another customer. */
function roleOf(payment: PaymentRow, { accountId, kind }: TransferSide): string {
  if (kind !== 'customer') return kind
  if (payment.entryType === 'DEBIT') return 'creditor'
  return accountId === payment.senderAccountId ? 'sender' : 'receiver'
}

export const exampleTimeline: Static<typeof TimelineReply> = {
  paymentUID: exampleCreated.paymentUID,
  entries: [
    { at: '2026-07-01T14:00:00.120Z', kind: 'transition', to: 'VALIDATED', by: 'giro_5yVqXQ0gDb' },
    {
      ...{ at: '2026-07-01T14:00:00.120Z', kind: 'transfer', transfer: 'pending', purpose: 'payment' },
      ...{ amount: '125.50', currency: 'USD', debit: 'sender', credit: 'clearing' },
    },
    { at: '2026-07-01T14:00:00.870Z', kind: 'transition', from: 'VALIDATED', to: 'READY_TO_TRANSMIT', by: 'worker' },
    {
      ...{ at: '2026-07-01T18:15:00.040Z', kind: 'railMessage', rail: 'ACH', event: 'collected' },
      ...{ reference: '061099990000001', fileName: 'ACH-20260701-001.ach', effectiveEntryDate: '2026-07-02' },
    },
  ],
}
