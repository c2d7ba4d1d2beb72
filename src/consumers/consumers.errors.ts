import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const consumerErrors = defineErrors({
  onboardingRefused: {
    code: 'USER001',
    status: 400,
    title: 'the consumer can not be onboarded as asked',
    resolve: 'Nothing was created; correct it and send it again.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof consumerErrors> {}
}
