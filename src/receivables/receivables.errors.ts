import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const receivableErrors = defineErrors({
  invalidWriteOff: {
    code: 'ACC001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  writeOffAboveDebt: {
    code: 'ACC001',
    status: 409,
    title: 'the amount is above what the customer owes in the currency',
    resolve: 'Read the receivables of the customer, and write off at most amountOwed.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof receivableErrors> {}
}
