import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const paymentErrors = defineErrors({
  invalidPayment: {
    code: 'PAYMENT002',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  senderAccountUnknown: {
    code: 'PAYMENT002',
    status: 400,
    title: 'the sending account is not one of your accounts',
    resolve: "Take accountUID from the list of the customer's accounts.",
  },
  receiverContactUnknown: {
    code: 'PAYMENT002',
    status: 400,
    title: "receiver.accountUID is not a contact of the sending account's customer",
    resolve: 'Take contactUID from the list of contacts of the customer who owns the sending account.',
  },
  contactNotApproved: {
    code: 'PAYMENT002',
    status: 402,
    title: 'the contact cannot receive money until it is approved',
    resolve: 'Have another person approve the contact, or pay another contact.',
  },
  contactAltered: {
    code: 'PAYMENT002',
    status: 409,
    title: 'what is stored of the contact was changed in the database, and not by the service',
    resolve:
      'Tell the institution, which finds out who wrote there. Check all details of the contact, and set them again with PUT, or create another.',
  },
  receiverAccountUnknown: {
    code: 'PAYMENT002',
    status: 400,
    title:
      'the receiving account does not exist at this institution, is not accessible to you, or cannot receive money',
    resolve: "Correct the contact's account number, or the accountUID of a book transfer.",
  },
  transferNeedsContact: {
    code: 'PAYMENT002',
    status: 402,
    title:
      "the account belongs to another customer, and the sending customer's contacts need approval before they receive money",
    resolve: 'Create a contact with the account number, have it approved, and pay it with a credit request.',
  },
  partyNeedsContact: {
    code: 'PAYMENT002',
    status: 402,
    title: "the customer's contacts need approval, so a payment needs an approved contact",
    resolve: 'Create a contact with these details, have it approved, and name its contactUID as accountUID.',
  },
  senderIsReceiver: {
    code: 'PAYMENT002',
    status: 400,
    title: 'the sending and the receiving account are the same',
    resolve: 'Choose another receiving account.',
  },
  receiverNotReachable: {
    code: 'PAYMENT002',
    status: 400,
    title: 'the contact cannot be paid at this speed',
    resolve:
      "Correct the contact's account number or bank code (nationalCode for domestic speeds, swiftCode for international ones), or choose another speed.",
  },
  currencyMismatch: {
    code: 'PAYMENT002',
    status: 400,
    title: 'the currencies of the payment, the account and the contact do not match',
    resolve:
      "Pay in the currency of the sending account or of the receiver's account, at a speed that supports the receiver's currency.",
  },
  paymentDateInPast: {
    code: 'PAYMENT002',
    status: 400,
    title: "paymentDate is in the past in the institution's time zone",
    resolve: 'Omit it to pay today, or send a later date.',
  },
  paymentDateTooFar: {
    code: 'PAYMENT002',
    status: 400,
    title: 'paymentDate is more than two years ahead',
    resolve: 'Send an earlier date.',
  },
  secCodeNotAllowed: {
    code: 'PAYMENT002',
    status: 400,
    title: 'the SEC code cannot be used for this payment',
    resolve:
      'Use another code, or give what the code needs. If the customer or the account lists secCodes, the code must be one of them.',
  },
  creditorUnknown: {
    code: 'PAYMENT002',
    status: 400,
    title: 'creditor.accountUID is not one of your accounts',
    resolve: "Take accountUID from the list of the customer's accounts.",
  },
  debtorUnknown: {
    code: 'PAYMENT002',
    status: 400,
    title: "debtor.accountUID is not a contact of the creditor's customer",
    resolve: "Take contactUID from the list of contacts of the customer who owns the creditor's account.",
  },
  debtorOfInstitution: {
    code: 'PAYMENT002',
    status: 400,
    title: "the debtor's account is held at this institution and cannot be debited by ACH",
    resolve: 'Have its owner pay with a book transfer or a credit request.',
  },
  debitsNotUnderwritten: {
    code: 'PAYMENT002',
    status: 402,
    title: "the creditor's account is not underwritten for ACH debits",
    resolve:
      'Collect into another account, or have the institution underwrite this one (enableUnderWritten in its achFeature).',
  },
  feesExceedAmount: {
    code: 'PAYMENT002',
    status: 400,
    title: 'the fees come out of the payment and leave nothing of it',
    resolve:
      'Send a larger amount. For a credit, you can also pay the fees yourself: send detailsOfCharges OUR, or omit it.',
  },
  debitExposureExceeded: {
    code: 'PAYMENT002',
    status: 402,
    title: "the debit exceeds the exposure limit of the creditor's account",
    resolve:
      'Wait until earlier debits can no longer come back, collect less, or have the debitExposureLimit in its achFeature raised.',
  },
  accountNotActive: {
    code: 'PAYMENT002',
    status: 402,
    title: 'the sending account is not active',
    resolve: 'Activate the account, or use another one.',
  },
  customerNotActive: {
    code: 'PAYMENT002',
    status: 402,
    title: 'the customer is suspended or awaits approval',
    resolve:
      'If an approval is named, have another person approve it, or withdraw it by rejecting it: see /docs/guides/approvals. Otherwise ask the institution to activate the customer.',
  },
  referenceRepeated: {
    code: 'PAYMENT002',
    status: 409,
    title: 'a payment of the last 24 hours has the same externalReferenceId, and the request has no idempotency key',
    resolve: 'Send another externalReferenceId, or an Idempotent-Key if it is another payment.',
  },
  cutOffMissed: {
    code: 'PAYMENT002',
    status: 402,
    title: 'the cut-off has passed',
    resolve:
      'Pay for a later date, or choose NextWindow as onMissedCutOff. For Economy Plus, Downgrade pays by next-day ACH.',
  },
  railNotEnabled: {
    code: 'PAYMENT002',
    status: 402,
    title: 'the sending account is not enabled for this speed',
    resolve: "Enable it in the account's features, or choose another speed.",
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
    title: 'the amount exceeds the maximum of the rail for one payment',
    resolve: 'Choose another speed, or split the payment.',
  },
  informationLost: {
    code: 'PAYMENT002',
    status: 400,
    title: 'the rail of the payment cannot carry a field of additionalInfo',
    resolve: 'Leave the field out or shorten it, or choose another speed.',
  },
  insufficientFunds: {
    code: 'PAYMENT002',
    status: 402,
    title: 'the available balance of the sending account does not cover the amount',
    resolve: 'Fund the account first, or send less; the same idempotency key can pay then. See /docs/guides/payments.',
  },
  creditExposureExceeded: {
    code: 'PAYMENT002',
    status: 402,
    title: 'the payment exceeds a credit exposure limit',
    resolve: 'Wait until earlier ACH credits have settled, or pay less.',
  },
  prenoteOpen: {
    code: 'PAYMENT002',
    status: 402,
    title: "a prenotification of the contact's account is open, and the payment would settle too early",
    resolve: 'Send a paymentDate from the day on that the message names, or choose a speed that is not ACH.',
  },
  prenoteReturned: {
    code: 'PAYMENT002',
    status: 402,
    title: "the other bank returned the prenotification of the contact's account",
    resolve: 'Correct the account of the contact, or choose a speed that is not ACH.',
  },
  prenoteConflict: {
    code: 'PAYMENT002',
    status: 409,
    title: "the contact's account has a prenotification that is open or came back",
    resolve: 'Wait until it is accepted. After a return, correct the account of the contact first.',
  },
  prenoteNotFound: {
    code: 'PAYMENT001',
    status: 404,
    title: 'no prenotification of the customer has this prenoteUID',
    resolve: 'Take prenoteUID from the reply that created it, or from the list.',
  },
  callBackNotRecorded: {
    code: 'PAYMENT003',
    status: 400,
    title: 'the account requires a call-back for its wires',
    resolve:
      'Call the customer at a number that can be called, and send it as calledNumber, with notes that state who was called and when.',
  },
  calledNumberNotCounted: {
    code: 'PAYMENT003',
    status: 409,
    title: 'a call to this number does not count',
    resolve:
      'Call a number that is Callable in the call-back numbers of the payment, or let another person of the institution confirm one first.',
  },
  callBackNumberUnknown: {
    code: 'PAYMENT003',
    status: 404,
    title: 'it is not a present number of the customer of the payment',
    resolve: 'Take phoneNumber from the call-back numbers of the payment, where isCurrent is true.',
  },
  approvalLimitExceeded: {
    code: 'PAYMENT002',
    status: 402,
    title: "the amount exceeds the limits of the customer's approvers",
    resolve: 'Send less, or give the customer more approvers or higher approval limits.',
  },
  paymentNotFound: {
    code: 'PAYMENT001',
    status: 404,
    title: 'no payment of your legal entity has this paymentUID',
    resolve: 'Take paymentUID from the reply that created the payment.',
  },
  invalidPaymentSearch: {
    code: 'PAYMENT001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  invalidPaymentAction: {
    code: 'PAYMENT003',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  returnNotRequested: {
    code: 'PAYMENT003',
    status: 409,
    title: 'the return of the payment cannot be requested',
    resolve: 'Read the payment: returnRequest says what became of an earlier request.',
  },
  paymentStateConflict: {
    code: 'PAYMENT003',
    status: 409,
    title: 'the current status of the payment does not allow it',
    resolve: 'Read the payment to see its current status.',
  },
  exchangeNotClosedOut: {
    code: 'PAYMENT003',
    status: 409,
    title: 'the FX contract of the payment cannot be closed out now',
    resolve: 'Try again after the institution sets a current rate.',
  },
  restOfContractDrawn: {
    code: 'PAYMENT003',
    status: 409,
    title: 'another payment drew the rest of the FX contract, including what this payment lost by rounding',
    resolve: 'Cancel the other payment first. If it can no longer be cancelled, this payment cannot be either.',
  },
  ownPaymentApproval: {
    code: 'PAYMENT003',
    status: 403,
    title: 'you submitted this payment, or changed it',
    resolve: 'Have someone else decide it.',
  },
  ownPaymentRelease: {
    code: 'PAYMENT003',
    status: 403,
    title:
      'you made this payment, changed it, set bank details of its contact, or hold a secret of the client that did',
    resolve: 'Have someone else of the institution release it.',
  },
  ownBankDetails: {
    code: 'PAYMENT003',
    status: 403,
    title: 'you set bank details of the contact of this payment, and no second person approved them',
    resolve: 'Have someone else decide it.',
  },
  ownContactChange: {
    code: 'PAYMENT003',
    status: 403,
    title: 'you changed the contact of this payment',
    resolve: 'Have someone else confirm it, or cancel it.',
  },
  institutionApprovalNeeded: {
    code: 'PAYMENT003',
    status: 403,
    title: "the payment awaits the institution's approval",
    resolve: 'Ask the institution to decide it.',
  },
  approverUnknown: {
    code: 'PAYMENT003',
    status: 400,
    title: "the payment's customer has no such user or signatory",
    resolve: 'Name a user or a signatory of the paying customer; the institution may also name one of its own users.',
  },
  namingNotTrusted: {
    code: 'PAYMENT003',
    status: 403,
    title: 'the client is not trusted to name the person who decides',
    resolve:
      "Send the person's own token (a token exchange), omit userId, loginId and signatoryId to decide as the client, or ask the institution to set trustedToNamePersons for the client.",
  },
  approverChanged: {
    code: 'PAYMENT003',
    status: 403,
    title:
      'the client that names the person, or the submitter of the payment, created or changed the person after the payment was made',
    resolve: "Have another person decide, or send the person's own token.",
  },
  approverNotAllowed: {
    code: 'PAYMENT003',
    status: 403,
    title: 'the user may not approve payments',
    resolve: 'Have an Active user decide it whose role has Payments.Approve_Payments.',
  },
  approverLimitExceeded: {
    code: 'PAYMENT003',
    status: 402,
    title: "the payment exceeds the approver's limit",
    resolve: 'Have it approved by someone with a higher limit.',
  },
  feesNotAllowed: {
    code: 'PAYMENT002',
    status: 403,
    title: 'only the institution adds fees to a payment',
    resolve: 'Send the payment without fee, or let a client of the institution with Manage_Limits_And_Fees send it.',
  },
  reinitiationBreaksRule: {
    code: 'PAYMENT003',
    status: 409,
    title: 'the debit cannot be sent again',
    resolve: 'Collect the amount in another way, or ask the debtor for a new authorization and create a new debit.',
  },
  returnBreaksRule: {
    code: 'PAYMENT003',
    status: 409,
    title: 'the return breaks a rule of its network',
    resolve:
      'Use a code of the rail for this kind of entry. If the return arrived in time, send the day as returnDate. Otherwise do not book it: dishonor it (R68), within five banking days.',
  },
  reversalNotCovered: {
    code: 'PAYMENT003',
    status: 402,
    title: 'the account that was credited no longer has the amount',
    resolve: 'Ask its owner to send the money back.',
  },
  recurrenceNotFound: {
    code: 'PAYMENT001',
    status: 404,
    title: 'no recurring payment of your legal entity has this recurrenceId',
    resolve: 'Take recurrenceId from the reply that created it, or from the occurrences of one of its payments.',
  },
  recurrenceEnded: {
    code: 'PAYMENT002',
    status: 409,
    title: 'the recurring payment is Completed or Cancelled',
    resolve: 'Create a new one.',
  },
  recurrenceAltered: {
    code: 'PAYMENT002',
    status: 409,
    title: 'what is stored of the recurring payment was changed in the database, and not by the service',
    resolve: 'Tell the institution, which finds out who wrote there. Cancel it, and create a new one.',
  },
  recurrenceChanged: {
    code: 'PAYMENT002',
    status: 412,
    title: 'the recurring payment has changed since the version in If-Match',
    resolve: 'Read it again, and send the change with its current ETag.',
  },
  invalidPaymentUid: {
    code: 'PAYMENT001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof paymentErrors> {}
}
