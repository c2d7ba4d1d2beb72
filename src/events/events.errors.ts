import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const eventErrors = defineErrors({
  invalidEventsQuery: {
    code: 'REQ001',
    status: 400,
    title: 'the query is not valid',
    resolve: 'Correct the named parameters; take `after` from `next` of the previous page.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof eventErrors> {}
}
