import './payments.errors.ts'
import { renderWaiting } from '../approvals/approvals.ts'
import { waitsFor } from '../fx/fx.ts'
import { mustBeName } from '../http/fields.ts'
import { defineOperation, type Operation } from '../http/operation.ts'
import { momentOf } from '../kernel/moment.ts'
import { accept } from '../kernel/result.ts'
import { approvePayment, rejectPayment } from './approval/approve-payment.ts'
import { cancelPayment } from './ending/cancel-payment.ts'
import { proposedReturn, reversalMoves } from './ending/propose-return.ts'
import { reinitiatePayment } from './ending/reinitiate-payment.ts'
import { returnPayment } from './ending/return-payment.ts'
import { reversePayment } from './ending/reverse-payment.ts'
import { confirmPayment } from './held/confirm-payment.ts'
import { CANCELLATION_REASONS, requestReturn } from './network/request-return.ts'
import {
  ApprovalBody,
  DecisionBody,
  NotesBody,
  PaymentStatusReply,
  parseDecision,
  parseReversal,
  RequestReturnBody,
  RequestReturnReply,
  ReturnBody,
  ReverseBody,
  renderStatus,
} from './payment-actions.schema.ts'
import { exampleCreated, PaymentParams } from './payments.schema.ts'

const pathsOf = (action: string) => [`/v3/payments/{paymentUID}/${action}`, `/payments/{paymentUID}/${action}`] as const

const shared = {
  method: 'PUT',
  tag: 'Payments',
  invalid: 'invalidPaymentAction',
  params: PaymentParams,
} as const

const ofInstitution = ['paymentNotFound', 'paymentStateConflict', 'notTheInstitution'] as const
const errors = ['paymentNotFound', 'paymentStateConflict'] as const

const decisionErrors = [
  ...errors,
  'ownBankDetails',
  'ownPaymentApproval',
  'institutionApprovalNeeded',
  'namingNotTrusted',
  'approverUnknown',
  'approverNotAllowed',
  'approverChanged',
] as const

const replyOf = (description: string, paymentStatus: string) => ({
  status: 200 as const,
  description,
  data: PaymentStatusReply,
  example: { paymentUID: exampleCreated.paymentUID, paymentStatus },
})

export const paymentActionOperations: readonly Operation[] = [
  defineOperation({
    ...shared,
    id: 'cancelPayment',
    paths: pathsOf('cancel'),
    summary: 'Cancel a payment',
    description:
      'Possible until the payment is handed to its rail. Its holds and limit reservations are released. If another payment drew the rest of the same FX contract, the refusal names it: cancel that payment first. If the payment made its FX contract for itself, or the contract has ended, what it drew is exchanged back at the market: then the cancellation waits for as many people as that of a contract (202).',
    failure: 'The payment was not cancelled',
    entitlement: 'Payments.Cancel_Payments',
    errors: [
      ...errors,
      ...(['restOfContractDrawn', 'exchangeNotClosedOut', 'amountNotMeasured', 'fxApprovalLimitExceeded'] as const),
    ],
    waits: true,
    body: NotesBody,
    examples: [{ summary: 'With a reason', value: { notes: 'Invoice was paid twice' } }],
    reply: replyOf('The payment was cancelled.', 'CANCELLED'),
    async change(tx, app, { principal, params, body }) {
      const ended = await cancelPayment(tx, principal, params.paymentUID, body?.notes, app.clock.now())
      if (!ended.ok) return ended
      if ('payment' in ended.value) return accept({ data: renderStatus(ended.value.payment) })
      const { waits } = ended.value
      return accept({ data: renderWaiting(waits, waitsFor(waits.approversNeeded!)), isWaiting: true })
    },
  }),

  defineOperation({
    ...shared,
    id: 'confirmPayment',
    paths: pathsOf('confirm'),
    summary: 'Confirm a payment to changed bank details',
    description:
      'A payment whose contact got another account number or bank code after it was made becomes HELD; so does a wire or an international ACH entry whose contact got another intermediary bank, bank name or address, with the reason contactChanged. To confirm it is to pay the new details; a scheduled payment can be confirmed before its date. If the customer has dual control, the client that changed the contact cannot confirm. Who confirms cannot approve the payment later. A payment that needed approval cannot be confirmed: cancel it, and submit it again.',
    failure: 'The payment was not confirmed',
    entitlement: 'Payments.Initiate_Payments',
    errors: [...errors, 'ownContactChange'],
    reply: replyOf('The payment is made to the current details of its contact.', 'HELD'),
    async change(tx, app, { principal, params }) {
      const confirmed = await confirmPayment(tx, principal, params.paymentUID, momentOf(app))
      return confirmed.ok ? accept({ data: renderStatus(confirmed.value) }) : confirmed
    },
  }),

  defineOperation({
    ...shared,
    id: 'approvePayment',
    paths: pathsOf('approve'),
    summary: 'Approve a payment',
    description:
      'The person whose token the client sends approves, within their approval limits. With a token of its own, the client approves for itself, or, if the institution trusts it to name persons, for a user or a signatory. Nobody can approve a payment that they submitted or whose series they changed, or approve it twice as it is. Everything else through one client counts once. The institution approves a wire above the callbackLimit of its account with the number that it called back, and notes of the call. After the last required approval the payment is released, waits for its date, or fails for insufficient funds. A payment that is HELD with the reason approvalsMissing is approved as well, and goes on.',
    failure: 'The payment was not approved',
    entitlement: 'Payments.Approve_Payments',
    errors: [
      ...decisionErrors,
      'approverLimitExceeded',
      'amountNotMeasured',
      'callBackNotRecorded',
      'calledNumberNotCounted',
    ],
    body: ApprovalBody,
    examples: [
      { summary: 'With a note', value: { notes: 'Checked against the invoice' } },
      {
        summary: 'For a user, by a trusted client',
        value: { loginId: 'ada.lund', notes: 'Checked against the invoice' },
      },
      {
        summary: 'By the institution, after a call-back',
        value: { calledNumber: '+1 207 555 0100', notes: 'Called Ada Lund at 10:15' },
      },
    ],
    reply: replyOf('The approval was recorded.', 'VALIDATED'),
    async change(tx, app, { principal, params, body }) {
      const decided = await approvePayment(tx, principal, params.paymentUID, parseDecision(body), momentOf(app))
      return decided.ok ? accept({ data: renderStatus(decided.value) }) : decided
    },
  }),

  defineOperation({
    ...shared,
    id: 'rejectPayment',
    paths: pathsOf('reject'),
    summary: 'Reject a payment',
    description: 'The rejection of one approver is enough. Who can reject is decided as for an approval.',
    failure: 'The payment was not rejected',
    entitlement: 'Payments.Approve_Payments',
    errors: decisionErrors,
    body: DecisionBody,
    examples: [{ summary: 'With the reason', value: { notes: 'The supplier is not known' } }],
    reply: replyOf('The payment was rejected.', 'REJECTED'),
    async change(tx, app, { principal, params, body }) {
      const decided = await rejectPayment(tx, principal, params.paymentUID, parseDecision(body), momentOf(app))
      return decided.ok ? accept({ data: renderStatus(decided.value) }) : decided
    },
  }),

  defineOperation({
    ...shared,
    id: 'returnPayment',
    paths: pathsOf('return'),
    summary: 'Book the return of a payment',
    description:
      "For the institution, when the receiving bank returns a payment. The sender is credited with the amount. A returned debit is taken back from the creditor's account; the customer owes what is missing, and its next credits repay it. The payment's fee is not refunded. The code must fit the rail, the kind of entry and the time since settlement. A return of a reversed debit charges nobody again, and the payment stays REVERSED. Under dual control, what one person returns and reverses on a day beyond returns.aloneUpTo waits for a second person.",
    failure: 'The payment was not returned',
    entitlement: 'Payments.Return_Payments',
    errors: [...ofInstitution, 'returnBreaksRule', 'fxNotQuoted'],
    body: ReturnBody,
    examples: [{ summary: 'No such account', value: { achReturnCode: 'R03', returnNotes: 'No account' } }],
    reply: replyOf('The return was booked.', 'RETURNED'),
    secondPerson: proposedReturn(),
    async change(tx, app, { principal, params, body }) {
      const ended = await returnPayment(tx, principal, params.paymentUID, body, app.clock.now())
      return ended.ok ? accept({ data: renderStatus(ended.value) }) : ended
    },
  }),

  defineOperation({
    ...shared,
    id: 'reversePayment',
    paths: pathsOf('reverse'),
    summary: 'Reverse a payment',
    description:
      'For the institution, if the account that was credited still has the amount, and neither it nor its customer is suspended. A debit can be reversed within five banking days after it settled, by an ACH entry that credits the debtor (obligations Reversal and, with discoveredAt, DiscoveredReversal); its limits get the amount back. Of a payment by Fedwire, FedNow, RTP or SWIFT, the return is requested, as by POST …/requestreturn with the reason CUST: its status stays until the money comes. An ACH credit cannot be reversed: the receiving bank must return it. Under dual control, what one person returns and reverses on a day beyond returns.aloneUpTo waits for a second person.',
    failure: 'The payment was not reversed',
    entitlement: 'Payments.Reversal_Payments',
    errors: [...ofInstitution, 'reversalNotCovered', 'returnNotRequested'],
    body: ReverseBody,
    examples: [{ summary: 'With a reason', value: { reversalNotes: 'Wrong account' } }],
    reply: replyOf('The payment was reversed.', 'REVERSED'),
    secondPerson: proposedReturn(reversalMoves),
    async change(tx, app, { principal, params, body }) {
      const ended = await reversePayment(tx, principal, params.paymentUID, parseReversal(body), app.clock.now())
      return ended.ok ? accept({ data: renderStatus(ended.value) }) : ended
    },
  }),

  defineOperation({
    ...shared,
    method: 'POST',
    id: 'requestReturn',
    paths: ['/v3/payments/{paymentUID}/requestreturn', '/payments/{paymentUID}/requestreturn'],
    summary: 'Ask for a payment back',
    description:
      "Asks the bank that received a settled payment by Fedwire, FedNow, RTP or SWIFT to return it, by the network's own request (camt.056). The payment stays PROCESSED: `returnRequest` of the payment says what the other bank answers, and the payment is RETURNED when the money comes. Without an answer, an obligation of the institution is due (FundsReturnReply). After a refusal, it can be asked for again.",
    failure: 'The return was not requested',
    entitlement: 'Payments.Reversal_Payments',
    errors: [...errors, 'returnNotRequested'],
    body: RequestReturnBody,
    examples: [{ summary: 'Paid twice', value: { reason: 'DUPL', notes: 'Invoice 118 was paid twice' } }],
    reply: {
      status: 200,
      description: 'The request goes to the other bank.',
      data: RequestReturnReply,
      example: { paymentUID: exampleCreated.paymentUID, paymentStatus: 'PROCESSED', requestStatus: 'Asked' },
    },
    async change(tx, app, { principal, params, body }) {
      const asked = { reason: mustBeName(CANCELLATION_REASONS, body.reason), notes: body.notes ?? '' }
      const requested = await requestReturn(tx, principal, params.paymentUID, asked, app.clock.now())
      if (!requested.ok) return requested
      const { payment, request } = requested.value
      const { paymentUID, paymentStatus } = renderStatus(payment)
      return accept({ data: { paymentUID, paymentStatus, requestStatus: request.status } })
    },
  }),

  defineOperation({
    ...shared,
    method: 'POST',
    id: 'reinitiatePayment',
    paths: ['/v3/payments/{paymentUID}/reinitiate'],
    summary: 'Send a returned debit again',
    description:
      "For an ACH debit that came back with R01 or R09, if the debtor's authorization allows it: at most twice, within 180 days of the settlement of the first. The reply names a new payment of the same amount for today, which is decided like any other, and whose entry has the description RETRY PYMT. If that comes back, too, name it to send it a second time.",
    failure: 'The payment was not sent again',
    entitlement: 'Payments.Initiate_Payments',
    errors: ['paymentNotFound', 'reinitiationBreaksRule'],
    reply: replyOf('A new payment sends it again.', 'FUTURE_DATED'),
    async change(tx, app, { principal, params }) {
      const sent = await reinitiatePayment(tx, principal, params.paymentUID, app.clock.now())
      return sent.ok ? accept({ data: renderStatus(sent.value) }) : sent
    },
  }),
]
