import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const limitErrors = defineErrors({
  invalidLimits: {
    code: 'CUST001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  limitExceeded: {
    code: 'PAYMENT002',
    status: 402,
    title: 'the payment exceeds a limit',
    resolve: 'Ask which limits apply before you pay, send less, or wait for the next day, week or month.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof limitErrors> {}
}
