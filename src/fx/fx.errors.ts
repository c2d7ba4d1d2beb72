import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const fxErrors = defineErrors({
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
    resolve:
      'Try again when the institution has set a fresh rate; of a contract that has ended only what payments drew is covered.',
  },
  fxContractMismatch: {
    code: 'CREDIT_AMOUNT_NOFXMATCH',
    status: 400,
    title: 'the payment does not match the contract that it names',
    resolve:
      "Name an open contract of the sender's customer, of the payment's currencies, at least its amount, and settling no later than spot of the payment's day, or none.",
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof fxErrors> {}
}
