import { defineErrors, type ReasonsOf } from '../../http/errors.ts'

const positivePayErrors = defineErrors({
  invalidPositivePay: {
    code: 'PP001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  positivePayAccountUnknown: {
    code: 'PP001',
    status: 400,
    title: 'no open account of your customers has this customerAccountNumber',
    resolve: 'Use the number of an account at this institution.',
  },
  positivePayRuleNotFound: {
    code: 'PP001',
    status: 404,
    title: 'no rule of your customers has this ruleUID',
    resolve: 'Take ruleUID from the search for rules.',
  },
  positivePayRulesTooMany: {
    code: 'PP001',
    status: 409,
    title: 'the account has as many rules as it can have',
    resolve: 'Delete rules that are over.',
  },
  positivePayExceptionNotFound: {
    code: 'PPD001',
    status: 404,
    title: 'no exception of your customers has this exceptionUID',
    resolve: 'Take exceptionUID from the search for exceptions.',
  },
  positivePayExceptionDecided: {
    code: 'PPD001',
    status: 409,
    title: 'the exception is decided',
    resolve: 'Read its positivePayDecisionStatus.',
  },
})

declare module '../../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof positivePayErrors> {}
}
