import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const signatoryErrors = defineErrors({
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
    resolve: 'Send 7 to 15 digits, preferably with + and the country code first.',
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
    resolve: 'Correct the named fields and send the request again.',
  },
  signatoryCustomerNotFound: {
    code: 'SIG_CUSTOMER_NOTFOUND',
    status: 404,
    title: 'no customer has this customerUID',
    resolve: 'Use a customerUID from the customer search.',
  },
  signatoryCustomerDenied: {
    code: 'SIG_CUSTOMERACCESS_DENIED',
    status: 403,
    title: 'forbidden operation, the customer does not belong to the legal entity of the token',
    resolve: "Use a customer of the token's legal entity, or a token of a legal entity above the customer.",
  },
  signatoryNotFound: {
    code: 'SIG_SIGNATORYNOTFOUND',
    status: 404,
    title: 'no signatory has this id',
    resolve: 'Use an id from the list of signatories.',
  },
  signatoryOfAnotherCustomer: {
    code: 'SIG_SIGNATORYNOTFOUND',
    status: 400,
    title: 'the signatory is not associated with the given customer',
    resolve: 'Use the customerUID of the customer that the signatory belongs to.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof signatoryErrors> {}
}
