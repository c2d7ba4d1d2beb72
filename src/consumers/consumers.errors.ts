import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const consumerErrors = defineErrors({
  onboardingRefused: {
    code: 'USER001',
    status: 400,
    title: 'the consumer cannot be onboarded as requested',
    resolve: 'Nothing was created. Correct the request and send it again.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof consumerErrors> {}
}
