import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const achImportErrors = defineErrors({
  invalidAchAnswersQuery: {
    code: 'INST001',
    status: 400,
    title: 'the query is not valid',
    resolve: 'Correct the named parameters and send the request again.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof achImportErrors> {}
}
