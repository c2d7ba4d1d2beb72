/**
 * Every way in which Giro says no: the interface's code, the HTTP status, what it means and what to do about it.
 * The status is decided here and nowhere else. `docs/errors.md` is made from this table.
 */
export interface ErrorEntry {
  code: string
  status: number
  title: string
  resolve: string
}

const entries = {
  // The request itself
  malformedBody: {
    code: 'REQ001',
    status: 400,
    title: 'the body is not valid JSON',
    resolve: 'Send one JSON object in UTF-8.',
  },
  bodyTooLarge: {
    code: 'REQ001',
    status: 413,
    title: 'the body is larger than 1 MiB',
    resolve: 'Send less in one request.',
  },
  unsupportedMediaType: {
    code: 'REQ001',
    status: 415,
    title: 'the media type of the body is not supported',
    resolve: 'Send the header Content-Type: application/json.',
  },
  malformedUrl: {
    code: 'REQ001',
    status: 400,
    title: 'the path is not a valid URL',
    resolve: 'Percent-encode its parts in UTF-8.',
  },
  urlTooLong: {
    code: 'REQ001',
    status: 414,
    title: 'the URL is longer than 8,192 characters',
    resolve: 'Ask for less in one request.',
  },
  headersTooLarge: {
    code: 'REQ001',
    status: 431,
    title: 'the request has more than 100 headers, or more than 16 KiB of them',
    resolve: 'Send fewer or shorter headers.',
  },
  requestTooSlow: {
    code: 'REQ001',
    status: 408,
    title: 'the request did not come in whole within 30 seconds, or its headers within 10',
    resolve: 'Send it again, at one go.',
  },
  malformedRequest: {
    code: 'REQ001',
    status: 400,
    title: 'the request is not valid HTTP/1.1',
    resolve: 'Correct how the client writes its requests.',
  },
  pathNotFound: {
    code: 'REQ001',
    status: 404,
    title: 'there is no such path',
    resolve: 'See /docs for the paths of this service.',
  },
  methodNotAllowed: {
    code: 'REQ001',
    status: 405,
    title: 'the path does not know this method',
    resolve: 'Use one of the methods in the Allow header.',
  },
  invalidIdempotencyKey: {
    code: 'REQ002',
    status: 400,
    title: 'the idempotency key is not valid',
    resolve: 'Send 1 to 255 visible ASCII characters, best a UUID, in the header Idempotent-Key.',
  },
  idempotencyConflict: {
    code: 'REQ002',
    status: 409,
    title: 'the idempotency key was used for another request',
    resolve: 'Use a new key for a new request, or send the first one again unchanged.',
  },
  idempotencyInFlight: {
    code: 'REQ002',
    status: 409,
    title: 'the first request with this idempotency key is still being worked on',
    resolve: 'Try again in a few seconds with the same key.',
  },

  // Who asks
  unauthorized: {
    code: 'AUTH001',
    status: 401,
    title: 'the request is not authorised',
    resolve: 'Get an access token from the token service and send it as Authorization: Bearer <token>.',
  },
  entitlementMissing: {
    code: 'AUTH002',
    status: 403,
    title: 'the client does not hold the entitlement that this operation needs',
    resolve: 'Ask the institution to grant it.',
  },
  foreignCustomer: {
    code: 'CUST001',
    status: 403,
    title: 'forbidden operation, the customer does not belong to the legal entity of the token',
    resolve: 'Use a customer of your own, or a token of the legal entity that the customer belongs to.',
  },
  ownTerms: {
    code: 'CUST001',
    status: 403,
    title: 'a customer does not set its own limits, fees and terms',
    resolve: 'Ask the institution, or whoever stands above the customer.',
  },

  // Customers and contacts
  invalidCustomer: {
    code: 'CUST001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  customerNotFound: {
    code: 'CUST001',
    status: 404,
    title: 'there is no customer with this customerUID',
    resolve: 'Take customerUID from the customer search.',
  },
  customerConflict: {
    code: 'CUST001',
    status: 409,
    title: 'another customer has this value already',
    resolve: 'Choose another one; it must be unique in the institution.',
  },
  invalidLimits: {
    code: 'CUST001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  hierarchyCycle: {
    code: 'CUST001',
    status: 400,
    title: 'a customer can not stand below itself',
    resolve: 'Name a customer that does not stand below this one.',
  },
  customerStateNotAllowed: {
    code: 'CUST001',
    status: 409,
    title: 'the present state of the customer does not allow this',
    resolve: 'Read the customer, and do what its state allows.',
  },
  customerChanged: {
    code: 'CUST001',
    status: 412,
    title: 'the record was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },
  relatedCustomerUnknown: {
    code: 'CUST001',
    status: 400,
    title: 'a related customer does not exist',
    resolve: 'Name the shortName of an existing customer of the fitting customerType.',
  },
  institutionUserUnknown: {
    code: 'CUST001',
    status: 400,
    title: 'relationshipManager and originatingOfficer must be login ids of active users of the institution',
    resolve: 'Use the login id of an active user.',
  },
  invalidContact: {
    code: 'CUST001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  contactNotFound: {
    code: 'CUST002',
    status: 404,
    title: 'there is no contact with this contactUID',
    resolve: 'Take contactUID from the list of contacts.',
  },
  contactOfAnotherCustomer: {
    code: 'CUST002',
    status: 400,
    title: 'the contact is not associated with the given customer',
    resolve: 'Use the customerUID that the contact belongs to.',
  },
  contactConflict: {
    code: 'CUST001',
    status: 409,
    title: 'another contact of the customer has this templateName already',
    resolve: 'Choose another templateName.',
  },

  contactChanged: {
    code: 'CUST001',
    status: 412,
    title: 'the contact was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },

  // Approvals
  invalidApproval: {
    code: 'APPROVAL001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  approvalNotFound: {
    code: 'APPROVAL001',
    status: 404,
    title: 'there is no approval with this approvalUID',
    resolve: 'Take approvalUID from the list of approvals.',
  },
  approvalOfAnotherCustomer: {
    code: 'APPROVAL001',
    status: 400,
    title: 'the approval is not associated with the given customer',
    resolve: 'Use the customerUID that the approval belongs to.',
  },
  approvalOfOwnChange: {
    code: 'APPROVAL001',
    status: 403,
    title: 'nobody approves a change that they have asked for themselves',
    resolve: 'Have another client approve it; you can only take it back by rejecting it.',
  },
  approvalContentChanged: {
    code: 'APPROVAL001',
    status: 409,
    title: 'contentHash is not that of what is proposed',
    resolve: 'Read the approval again, and approve what it shows by its contentHash.',
  },
  approvalDecided: {
    code: 'APPROVAL001',
    status: 409,
    title: 'the approval is decided already',
    resolve: 'Read it again to see what was decided; a new change needs a new approval.',
  },
  approvalNoLongerFits: {
    code: 'APPROVAL001',
    status: 409,
    title: 'the change no longer fits',
    resolve: 'Put right what stands in its way and approve it then, or reject it.',
  },

  // The audit log and the events
  invalidAuditQuery: {
    code: 'REQ001',
    status: 400,
    title: 'the query is not valid',
    resolve: 'Correct the parameters named and send it again.',
  },
  invalidEventsQuery: {
    code: 'REQ001',
    status: 400,
    title: 'the query is not valid',
    resolve: 'Correct the parameters named; take `after` from `next` of the page before.',
  },

  // Foreign exchange
  invalidFxRates: {
    code: 'FX002',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  invalidFxTrade: {
    code: 'FX002',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  fxNotQuoted: {
    code: 'FX002',
    status: 409,
    title: 'there is no price for this exchange of currencies now',
    resolve: 'Try again when the institution has set a fresh rate, or ask for another value date.',
  },
  fxQuoteNotFound: {
    code: 'FX002',
    status: 404,
    title: 'there is no quote with this quoteUUID',
    resolve: 'Take quoteUUID from the answer of the quote.',
  },
  fxQuoteEnded: {
    code: 'FX002',
    status: 409,
    title: 'the quote can not be taken any more',
    resolve: 'Ask for a new quote.',
  },
  fxContractNotFound: {
    code: 'FX002',
    status: 404,
    title: 'there is no contract with this forexContractNo',
    resolve: 'Take forexContractNo from the answer of the acceptance.',
  },
  fxContractEnded: {
    code: 'FX002',
    status: 409,
    title: 'nothing of the contract is left to cancel',
    resolve: 'Read the contract to see its tradeStatus and what is drawn of it.',
  },
  invalidFxCover: {
    code: 'FX001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  fxCoverContractNotFound: {
    code: 'FX001',
    status: 404,
    title: 'there is no contract with this forexContractNo',
    resolve: 'Take forexContractNo from the answer of the acceptance.',
  },
  fxNotCovered: {
    code: 'FX001',
    status: 409,
    title: 'the contract can not be covered now',
    resolve: 'Try again when the institution has set a fresh rate; a contract that has ended is not covered.',
  },
  fxContractMismatch: {
    code: 'CREDIT_AMOUNT_NOFXMATCH',
    status: 400,
    title: 'the payment does not match the contract that it names',
    resolve:
      "Name an open contract of the sender's customer, of the payment's currencies and at least its amount, or none.",
  },

  // Fees
  invalidFee: {
    code: 'FEE001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  feeNotFound: {
    code: 'FEE001',
    status: 404,
    title: 'there is no fee with this feeId in the fee schedule',
    resolve: 'Take feeId from the list of fees.',
  },
  feeConflict: {
    code: 'FEE001',
    status: 409,
    title: 'another fee has this name already for the same application, product and currency',
    resolve: 'Choose another name, or change that fee.',
  },
  feeTierInUse: {
    code: 'FEE001',
    status: 409,
    title: 'a customer is on a tier that would no longer exist',
    resolve: 'Put its customers on another tier first, or keep the tier.',
  },
  feeChanged: {
    code: 'FEE001',
    status: 412,
    title: 'the fee was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },
  feeNotConfigured: {
    code: 'CUST001',
    status: 400,
    title: 'the institution has configured no such fee',
    resolve: 'Name application, feeName, product and feeTier as they stand in the fee schedule.',
  },
  feeAccountUnknown: {
    code: 'CUST001',
    status: 400,
    title: 'accountNumber is no account of the customer',
    resolve: "Take accountNumber from the list of the customer's accounts.",
  },
  customerFeeNotFound: {
    code: 'CUST001',
    status: 404,
    title: 'there is no fee tier with this feeId',
    resolve: 'Take feeId from the answer that added the fee tier.',
  },
  customerFeeOfAnotherCustomer: {
    code: 'CUST001',
    status: 400,
    title: 'the fee tier is not associated with the given customer',
    resolve: 'Use the customerUID that the fee tier belongs to.',
  },
  customerFeeConflict: {
    code: 'CUST001',
    status: 409,
    title: 'the customer has a fee tier for the same application, feeName, product and accountNumber already',
    resolve: 'Update that one.',
  },

  accountNumberUnknown: {
    code: 'CUST001',
    status: 404,
    title: 'no customer of yours has an account with this accountNumber',
    resolve: 'Check accountNumber, and leave out accountType to search accounts of every type.',
  },

  // Signatories
  signatoryFullNameRequired: {
    code: 'SIG_FULLNAME_REQUIRED',
    status: 400,
    title: 'fullName is required',
    resolve: 'Send the name of the person.',
  },
  signatoryEmailRequired: {
    code: 'SIG_EMAIL_REQUIRED',
    status: 400,
    title: 'emailAddress is required',
    resolve: 'Send the e-mail address of the person.',
  },
  signatoryEmailInvalid: {
    code: 'SIG_EMAIL_INVALID',
    status: 400,
    title: 'emailAddress is not an e-mail address',
    resolve: 'Send an address of the form name@domain.',
  },
  signatoryPhoneRequired: {
    code: 'SIG_PHONE_REQUIRED',
    status: 400,
    title: 'phoneNumber is required',
    resolve: 'Send the phone number of the person.',
  },
  signatoryPhoneInvalid: {
    code: 'SIG_PHONE_INVALID',
    status: 400,
    title: 'phoneNumber is not a phone number',
    resolve: 'Send 7 to 15 digits, best with + and the country code in front.',
  },
  signatoryApprovalLimitMin: {
    code: 'SIG_APPROVALLIMIT_MIN',
    status: 400,
    title: 'approvalLimit must not be negative',
    resolve: 'Send zero or more.',
  },
  signatoryApprovalLimitInvalid: {
    code: 'SIG_APPROVALLIMIT_INVALID',
    status: 400,
    title: 'approvalLimit is not an amount',
    resolve: 'Send a number of at most 12 digits before and 2 after the decimal point.',
  },
  invalidSignatory: {
    code: 'SIG_VALIDATION_ERROR',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  signatoryCustomerNotFound: {
    code: 'SIG_CUSTOMER_NOTFOUND',
    status: 404,
    title: 'there is no customer with this customerUID',
    resolve: 'Take customerUID from the customer search.',
  },
  signatoryCustomerDenied: {
    code: 'SIG_CUSTOMERACCESS_DENIED',
    status: 403,
    title: 'forbidden operation, the customer does not belong to the legal entity of the token',
    resolve: 'Use a customer of your own, or a token of the legal entity that the customer belongs to.',
  },
  signatoryNotFound: {
    code: 'SIG_SIGNATORYNOTFOUND',
    status: 404,
    title: 'there is no signatory with this id',
    resolve: 'Take id from the list of signatories.',
  },
  signatoryOfAnotherCustomer: {
    code: 'SIG_SIGNATORYNOTFOUND',
    status: 400,
    title: 'the signatory is not associated with the given customer',
    resolve: 'Use the customerUID that the signatory belongs to.',
  },

  // Users and roles, whose answers say only the message
  invalidUser: {
    code: 'USER001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  userNotFound: {
    code: 'USER001',
    status: 404,
    title: 'there is no user with this userId',
    resolve: "Take userId from the search of the customer's users.",
  },
  userOfAnotherCustomer: {
    code: 'USER001',
    status: 400,
    title: 'the user is not associated with the given customer',
    resolve: 'Use the customerId that the user belongs to.',
  },
  userConflict: {
    code: 'USER001',
    status: 409,
    title: 'another user of the institution has this loginId already',
    resolve: 'Choose another loginId.',
  },
  userChanged: {
    code: 'USER001',
    status: 412,
    title: 'the user was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },
  userWaits: {
    code: 'USER001',
    status: 409,
    title: 'the user waits for approval',
    resolve: 'Have another API client approve it, in the approvals of kind user.',
  },
  userStatusConflict: {
    code: 'USER001',
    status: 409,
    title: 'the present status of the user does not allow it',
    resolve: 'Suspend an Active or Pending user; activate a Suspended, Locked or Pending one.',
  },
  invalidRole: {
    code: 'USER001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  roleNotFound: {
    code: 'USER001',
    status: 404,
    title: 'there is no role with this roleId',
    resolve: "Take roleId from the search of the customer's roles.",
  },
  roleOfAnotherCustomer: {
    code: 'USER001',
    status: 400,
    title: 'the role is not associated with the given customer',
    resolve: 'Use the customerId that the role belongs to.',
  },
  roleConflict: {
    code: 'USER001',
    status: 409,
    title: 'another role of the customer has this name already',
    resolve: 'Choose another name, or update that role.',
  },
  roleHeldByProgram: {
    code: 'USER001',
    status: 403,
    title: 'an API client holds the role, and what it may do beyond is for the institution to decide',
    resolve: 'Ask the institution, or make another role for the users.',
  },
  roleChanged: {
    code: 'USER001',
    status: 412,
    title: 'the role was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },

  onboardingRefused: {
    code: 'USER001',
    status: 400,
    title: 'the consumer can not be onboarded as asked',
    resolve: 'Nothing was created; correct it and send it again.',
  },

  // Accounts
  invalidAccount: {
    code: 'ACC001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  accountNotFound: {
    code: 'ACC001',
    status: 404,
    title: 'there is no account with this accountUID',
    resolve: "Take accountUID from the list of the customer's accounts.",
  },
  accountOfAnotherCustomer: {
    code: 'ACC001',
    status: 400,
    title: 'the account is not associated with the given customer',
    resolve: 'Use the customerUID that the account belongs to.',
  },
  accountChanged: {
    code: 'ACC001',
    status: 412,
    title: 'the account was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },
  accountToDeleteNotFound: {
    code: 'ACC002',
    status: 404,
    title: 'there is no account with this accountUID',
    resolve: "Take accountUID from the list of the customer's accounts.",
  },
  accountStatusConflict: {
    code: 'ACC001',
    status: 409,
    title: 'the present status of the account does not allow it',
    resolve: 'Suspend an Active account, activate a Suspended one; a Closed one stays closed.',
  },
  accountNotEmpty: {
    code: 'ACC001',
    status: 409,
    title: 'the account has a balance or open payments',
    resolve: 'Pay out what is left, and wait for or cancel its open payments.',
  },
  defaultOffsetConflict: {
    code: 'ACC001',
    status: 409,
    title: 'another account of the customer is the default offset account of this currency already',
    resolve: 'Take defaultOffset from that one first.',
  },
  feeAccountConflict: {
    code: 'ACC001',
    status: 409,
    title: 'another account of the customer is the fee account of this currency already',
    resolve: 'Take feeAccount from that one first.',
  },
  accountConflict: {
    code: 'ACC001',
    status: 409,
    title: 'another account has this accountNumber at this routing number already',
    resolve: 'Choose another accountNumber.',
  },
  invalidAdjustment: {
    code: 'ACC001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  invalidWebhook: {
    code: 'WEBHOOK001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named.',
  },
  webhookUrlRefused: {
    code: 'WEBHOOK001',
    status: 400,
    title: 'webhooks are not sent to this url',
    resolve: 'Use an https URL on the internet, or have the operator of the service allow the network.',
  },
  tooManyWebhooks: {
    code: 'WEBHOOK001',
    status: 409,
    title: 'there are 100 webhooks, and no more are possible',
    resolve: 'Delete one that is no longer used, or widen the eventTypes of another one.',
  },
  webhookNotFound: {
    code: 'WEBHOOK001',
    status: 404,
    title: 'there is no webhook with this webhookUID',
    resolve: 'Take webhookUID from the list of webhooks.',
  },
  webhookChanged: {
    code: 'WEBHOOK001',
    status: 412,
    title: 'the webhook was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },
  deliveryNotFound: {
    code: 'WEBHOOK001',
    status: 404,
    title: 'there is no delivery with this deliveryUID to this webhook',
    resolve: "Take deliveryUID from the list of the webhook's deliveries.",
  },
  replayTooLong: {
    code: 'WEBHOOK001',
    status: 400,
    title: 'the range covers more than 10000 places of the feed',
    resolve: 'Ask for it in parts.',
  },
  notTheInstitution: {
    code: 'AUTH002',
    status: 403,
    title: 'only a client of the institution itself may do this',
    resolve: "Use an API client of the institution's own legal entity.",
  },
  adjustmentNotCovered: {
    code: 'ACC001',
    status: 402,
    title: 'the available balance does not cover the debit',
    resolve: 'Debit no more than availableBalance.',
  },

  // Institution
  invalidInstitution: {
    code: 'INST001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  institutionChanged: {
    code: 'INST001',
    status: 412,
    title: 'the institution was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },
  clockOfNoSandbox: {
    code: 'INST001',
    status: 409,
    title: 'only the clock of a sandbox can be set',
    resolve: "This institution goes by the machine's time. Try dates in a sandbox.",
  },
  clockOnlyForward: {
    code: 'INST001',
    status: 409,
    title: 'the clock can only be set forward',
    resolve: 'Send a time that is not before what GET /v1/institution/clock says.',
  },
  clockTooFarAhead: {
    code: 'INST001',
    status: 409,
    title: "the clock can be two years ahead of the machine's at the most",
    resolve: 'Send an earlier time.',
  },
  invalidApiClient: {
    code: 'CLIENT001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  apiClientEntityUnknown: {
    code: 'CLIENT001',
    status: 400,
    title: 'customerUID is no customer of the institution',
    resolve: "Take customerUID from the customer search, or leave it out for a client of the institution's own.",
  },
  apiClientRoleUnknown: {
    code: 'CLIENT001',
    status: 400,
    title: "a role is no role of the client's legal entity",
    resolve: "Take roleNames from the search of that customer's roles.",
  },
  apiClientNotFound: {
    code: 'CLIENT001',
    status: 404,
    title: 'there is no API client with this apiKey',
    resolve: 'Take apiKey from the list of API clients.',
  },
  apiClientRevoked: {
    code: 'CLIENT001',
    status: 409,
    title: 'the API client is revoked',
    resolve: 'Create another one.',
  },
  apiClientChanged: {
    code: 'CLIENT001',
    status: 412,
    title: 'the API client was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },

  // Payments
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
    resolve: 'Give the contact the bank code the speed needs: nationalCode in the US, swiftCode abroad.',
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
  limitExceeded: {
    code: 'PAYMENT002',
    status: 402,
    title: 'the payment exceeds a limit',
    resolve: 'Ask which limits apply before you pay, send less, or wait for the next day, week or month.',
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

  // How much
  rateLimited: {
    code: 'RATE001',
    status: 429,
    title: 'more requests came than are admitted',
    resolve: 'Try again after the seconds in the Retry-After header, and heed the RateLimit header.',
  },

  // Behind the interface
  internalError: {
    code: 'API900',
    status: 500,
    title: 'an unexpected error',
    resolve: 'Try again later; if it stays, give the institution the reference.',
  },
  unavailable: {
    code: 'API901',
    status: 503,
    title: 'the service can not take the request now',
    resolve: 'Try again after the seconds in the Retry-After header, with the same idempotency key.',
  },
} satisfies Record<string, ErrorEntry>

export type ErrorReason = keyof typeof entries

export const errorCatalogue: Readonly<Record<ErrorReason, ErrorEntry>> = entries

/** Why a request is refused; `detail` says it for this request, where the catalogue's title is too general. */
export interface Refusal {
  reason: ErrorReason
  detail?: string
  /** The part of the operation that failed, for one whose parts can fail one by one; said in place of what failed as a whole. */
  part?: string
  /** What else is wrong with the same request, for a dialect that lists its errors. The status is that of `reason`. */
  also?: readonly Refusal[]
  /** What was written stays: what was asked for did not happen, and waits to be decided. */
  keepsChange?: true
}

export function refusal(reason: ErrorReason, detail?: string): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { reason, detail } }
}

/** An unexpected error in one part of an operation; the answer names the part. */
export class PartFailed extends Error {
  readonly part: string
  constructor(part: string, cause: unknown) {
    super(`${part} failed`, { cause })
    this.name = 'PartFailed'
    this.part = part
  }
}

/** A detail may quote names that the request has made up. */
const MAX_DETAIL = 2_000

/** "<what failed>: <why, and what to do>", as the interface words its messages. */
export function refusalMessage(failure: string, { reason, detail, part }: Refusal): string {
  const { title, resolve } = errorCatalogue[reason]
  const why = detail ?? title
  const shortened = why.length > MAX_DETAIL ? `${why.slice(0, MAX_DETAIL).toWellFormed()}…` : why
  return `${part ?? failure}: ${shortened}. ${resolve}`
}
