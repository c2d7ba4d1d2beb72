import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const paymentErrors = defineErrors({
  invalidPayment: {
    code: 'PAYMENT002',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  senderAccountUnknown: {
    code: 'PAYMENT002',
    status: 400,
    title: 'the sending account is no account of yours',
    resolve: "Take accountUID from the list of the customer's accounts.",
  },
  receiverContactUnknown: {
    code: 'PAYMENT002',
    status: 400,
    title: "receiver.accountUID is no contact of the sender's customer",
    resolve: 'Take contactUID from the list of contacts of the customer who owns the sending account.',
  },
  contactNotApproved: {
    code: 'PAYMENT002',
    status: 402,
    title: 'the contact can not receive money before it is approved',
    resolve: 'Have another person approve the contact, or pay to another one.',
  },
  receiverAccountUnknown: {
    code: 'PAYMENT002',
    status: 400,
    title: 'the receiving account does not exist at this institution, is not yours to pay, or can not receive money',
    resolve: "Correct the contact's account number, or the accountUID of a book transfer.",
  },
  transferNeedsContact: {
    code: 'PAYMENT002',
    status: 402,
    title:
      'the account is of another customer, and the sending customer has its contacts approved before they receive money',
    resolve: 'Make a contact with the number of the account, have it approved, and pay it by a credit request.',
  },
  senderIsReceiver: {
    code: 'PAYMENT002',
    status: 400,
    title: 'the sending and the receiving account are the same',
    resolve: 'Pay to another account.',
  },
  receiverNotReachable: {
    code: 'PAYMENT002',
    status: 400,
    title: 'the contact can not be reached at this speed',
    resolve:
      'Correct the account number, or the bank code the speed needs (nationalCode in the US, swiftCode abroad), of the contact, or choose another speed.',
  },
  currencyMismatch: {
    code: 'PAYMENT002',
    status: 400,
    title: 'the currencies of payment, account and contact do not fit together',
    resolve: "Pay in the currency of the sending account or in the receiver's, at a speed that carries the receiver's.",
  },
  paymentDateInPast: {
    code: 'PAYMENT002',
    status: 400,
    title: "paymentDate lies in the past in the institution's time zone",
    resolve: 'Leave it out to pay today, or send a later date.',
  },
  paymentDateTooFar: {
    code: 'PAYMENT002',
    status: 400,
    title: 'paymentDate lies more than two years ahead',
    resolve: 'Send an earlier date.',
  },
  secCodeNotAllowed: {
    code: 'PAYMENT002',
    status: 400,
    title: 'the SEC code can not be used for this payment',
    resolve: 'Use PPD or CCD, and one of the secCodes of the customer and of the account, where they have any.',
  },
  creditorUnknown: {
    code: 'PAYMENT002',
    status: 400,
    title: 'creditor.accountUID is no account of yours',
    resolve: "Take accountUID from the list of the customer's accounts.",
  },
  debtorUnknown: {
    code: 'PAYMENT002',
    status: 400,
    title: "debtor.accountUID is no contact of the creditor's customer",
    resolve: "Take contactUID from the list of contacts of the customer who owns the creditor's account.",
  },
  debtorOfInstitution: {
    code: 'PAYMENT002',
    status: 400,
    title: "the debtor's account is held at this institution, and no bank would ask its owner",
    resolve: 'Have its owner pay, by a book transfer or a credit request.',
  },
  debitsNotUnderwritten: {
    code: 'PAYMENT002',
    status: 402,
    title: "the creditor's account is not underwritten for ACH debits",
    resolve:
      'Collect into another account, or have the institution underwrite this one: enableUnderWritten of its achFeature.',
  },
  debitExposureExceeded: {
    code: 'PAYMENT002',
    status: 402,
    title: "the debit exceeds the exposure limit of the creditor's account",
    resolve:
      'Wait until earlier debits have settled, collect less, or have debitExposureLimit of its achFeature raised.',
  },
  accountNotActive: {
    code: 'PAYMENT002',
    status: 402,
    title: 'the sending account is not active',
    resolve: 'Activate the account, or pay from another one.',
  },
  customerNotActive: {
    code: 'PAYMENT002',
    status: 402,
    title: 'the customer is suspended or waits for approval',
    resolve: 'Ask the institution to activate the customer.',
  },
  railNotEnabled: {
    code: 'PAYMENT002',
    status: 402,
    title: 'the sending account is not enabled for this speed',
    resolve: 'Enable it among the features of the account, or choose another speed.',
  },
  railNotAvailable: {
    code: 'PAYMENT002',
    status: 402,
    title: 'the institution does not offer this speed',
    resolve: 'Choose another speed.',
  },
  railAmountExceeded: {
    code: 'PAYMENT002',
    status: 402,
    title: 'the amount is larger than the rail carries in one payment',
    resolve: 'Choose another speed, or split the payment.',
  },
  insufficientFunds: {
    code: 'PAYMENT002',
    status: 402,
    title: 'the available balance of the sending account does not cover the amount',
    resolve: 'Pay in money first, or send less.',
  },
  approvalLimitExceeded: {
    code: 'PAYMENT002',
    status: 402,
    title: "the amount is above what the customer's approvers may approve",
    resolve: 'Send less, or give the customer more approvers or higher limits for them.',
  },
  paymentNotFound: {
    code: 'PAYMENT001',
    status: 404,
    title: 'there is no payment with this paymentUID',
    resolve: 'Take paymentUID from the answer that created the payment.',
  },
  foreignPayment: {
    code: 'PAYMENT001',
    status: 403,
    title: 'the payment does not belong to the legal entity of the token',
    resolve: 'Use a token of the legal entity that the payment belongs to.',
  },
  invalidPaymentSearch: {
    code: 'PAYMENT001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  invalidPaymentAction: {
    code: 'PAYMENT003',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  paymentStateConflict: {
    code: 'PAYMENT003',
    status: 409,
    title: 'the present state of the payment does not allow it',
    resolve: 'Read the payment for its present state.',
  },
  ownPaymentApproval: {
    code: 'PAYMENT003',
    status: 403,
    title: 'the payment was submitted by you',
    resolve: 'Have it decided by somebody else.',
  },
  institutionApprovalNeeded: {
    code: 'PAYMENT003',
    status: 403,
    title: 'the payment waits for the approval of the institution',
    resolve: 'Ask the institution to decide about it.',
  },
  approverUnknown: {
    code: 'PAYMENT003',
    status: 400,
    title: "there is no such user or signatory of the payment's customer",
    resolve: 'Name a user or a signatory of the customer who pays, or as the institution one of its own users.',
  },
  approverNotAllowed: {
    code: 'PAYMENT003',
    status: 403,
    title: 'the user may not approve payments',
    resolve: 'Have it decided by an Active user whose role has Payments.Approve_Payments.',
  },
  approverLimitExceeded: {
    code: 'PAYMENT003',
    status: 402,
    title: 'the payment is above what the approver may approve',
    resolve: 'Have it approved by somebody with a higher limit.',
  },
  reversalNotCovered: {
    code: 'PAYMENT003',
    status: 402,
    title: 'the receiving account does not have the amount any more',
    resolve: 'Ask its owner to send it back.',
  },
  recurrenceNotFound: {
    code: 'PAYMENT001',
    status: 404,
    title: 'there is no recurring payment with this recurrenceId',
    resolve:
      'Take recurranceId from the answer that created it, or recurrenceId from the occurrences of one of its payments.',
  },
  recurrenceEnded: {
    code: 'PAYMENT002',
    status: 409,
    title: 'the recurring payment is Completed or Cancelled',
    resolve: 'Create a new one.',
  },
  recurrenceChanged: {
    code: 'PAYMENT002',
    status: 412,
    title: 'the recurring payment was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },
  invalidPaymentUid: {
    code: 'PAYMENT001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof paymentErrors> {}
}
