import { defineErrors, type ReasonsOf } from './errors.ts'

const serviceErrors = defineErrors({
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
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof serviceErrors> {}
}
