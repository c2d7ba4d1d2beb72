import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const limitErrors = defineErrors({
  invalidLimits: {
    code: 'CUST001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  limitExceeded: {
    code: 'PAYMENT002',
    status: 402,
    title: 'the payment exceeds a limit',
    resolve:
      'Pay less, or, unless the limit is for one payment, wait for the next day, week or month; the same idempotency key can pay then. See /docs/guides/limits.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof limitErrors> {}
}
