import { defineErrors, type ReasonsOf } from './errors.ts'

const serviceErrors = defineErrors({
  // Rate limits
  rateLimited: {
    code: 'RATE001',
    status: 429,
    title: 'the rate limit is exceeded',
    resolve:
      'Try again after the seconds in the Retry-After header, and stay within the RateLimit header. See /docs/guides/rate-limits.',
  },
  // The service itself
  internalError: {
    code: 'API900',
    status: 500,
    title: 'an unexpected error occurred',
    resolve: 'Try again later. If the error persists, give the reference to the institution.',
  },
  unavailable: {
    code: 'API901',
    status: 503,
    title: 'the service cannot accept the request now',
    resolve: 'Try again after the seconds in the Retry-After header, with the same idempotency key.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof serviceErrors> {}
}
