import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const bankErrors = defineErrors({
  invalidBank: {
    code: 'BANK001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  bankNotFound: {
    code: 'BANK001',
    status: 404,
    title: 'the imported directories name no such bank',
    resolve: 'Use the routing number or the BIC of a bank that the directories name.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof bankErrors> {}
}
