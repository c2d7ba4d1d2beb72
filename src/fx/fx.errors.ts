import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const fxErrors = defineErrors({
  invalidFxRates: {
    code: 'FX002',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  invalidFxTrade: {
    code: 'FX002',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  fxNotQuoted: {
    code: 'FX002',
    status: 409,
    title: 'no price is available for this exchange now',
    resolve: 'Try again after the institution sets a current rate, or request another value date.',
  },
  feeNotConverted: {
    code: 'PAYMENT002',
    status: 409,
    title: 'a fee cannot be charged, because its currency has no current rate to that of the account',
    resolve: 'Try again when the institution has set the exchange rate of the named pair.',
  },
  amountNotMeasured: {
    code: 'FX002',
    status: 409,
    title: 'the amount cannot be compared with limits and approval thresholds now',
    resolve: 'Try again after the institution sets a current rate of the pair.',
  },
  fxBelowSmallestTicket: {
    code: 'FX001',
    status: 400,
    title: 'the exchange is below the smallest ticket of its currency pair',
    resolve: 'Exchange at least the smallest ticket, or draw on a contract that you already have.',
  },
  invalidFxLine: {
    code: 'FX002',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  invalidFxDeskTrade: {
    code: 'FX002',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  fxLineExceeded: {
    code: 'FX002',
    status: 409,
    title: 'the FX line has too little left for the trade',
    resolve:
      'Exchange less, draw or cancel open contracts, prefund the trade with fundingAccountUID, or ask the institution for a larger line.',
  },
  fxNotFunded: {
    code: 'FX002',
    status: 409,
    title: 'no account holds the amount sold',
    resolve:
      'Pay the amount into an active account of the customer in sellCurrency, or ask the institution for an FX line.',
  },
  fxQuoteNotFound: {
    code: 'FX002',
    status: 404,
    title: 'no quote of your legal entity has this quoteUUID',
    resolve: 'Use the quoteUUID from the reply to the quote request.',
  },
  fxQuoteEnded: {
    code: 'FX002',
    status: 409,
    title: 'the quote is no longer open',
    resolve: 'Request a new quote.',
  },
  fxQuoteMoved: {
    code: 'FX002',
    status: 409,
    title: 'the market has moved too far since the quote',
    resolve: 'Request a new quote, and accept it soon.',
  },
  fxApprovalLimitExceeded: {
    code: 'FX002',
    status: 402,
    title: "the amount exceeds the limits of the customer's approvers",
    resolve: 'Exchange less, or give the customer more approvers or higher approval limits.',
  },
  fxTooManyQuotes: {
    code: 'FX002',
    status: 409,
    title: 'too many quotes are open',
    resolve: 'Accept a quote, or wait thirty seconds until they expire.',
  },
  fxContractNotFound: {
    code: 'FX002',
    status: 404,
    title: 'no contract of your legal entity has this forexContractNo',
    resolve: 'Use the forexContractNo from the reply to the acceptance.',
  },
  fxContractEnded: {
    code: 'FX002',
    status: 409,
    title: 'the contract has no undrawn amount to cancel',
    resolve: 'Read the contract to see its tradeStatus and its drawn amounts.',
  },
  fxNotClosedOut: {
    code: 'FX002',
    status: 409,
    title: 'the contract cannot be closed out at the market rate now',
    resolve: 'Try again after the institution sets a current rate.',
  },
  invalidFxCover: {
    code: 'FX001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  fxCoverContractNotFound: {
    code: 'FX001',
    status: 404,
    title: 'no contract of your legal entity has this forexContractNo',
    resolve: 'Use the forexContractNo from the reply to the acceptance.',
  },
  fxNotCovered: {
    code: 'FX001',
    status: 409,
    title: 'the contract cannot be covered now',
    resolve:
      'Try again after the institution sets a current rate. On a contract that has ended, only the drawn amount can be covered.',
  },
  fxContractMismatch: {
    code: 'CREDIT_AMOUNT_NOFXMATCH',
    status: 400,
    title: 'the payment does not match the FX contract that it names',
    resolve:
      "Name an open contract of the sender's customer with the payment's currencies, enough undrawn amount and a value date no later than spot on the payment date, or name no contract.",
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof fxErrors> {}
}
