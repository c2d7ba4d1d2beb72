import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const eventErrors = defineErrors({
  invalidEventsQuery: {
    code: 'REQ001',
    status: 400,
    title: 'the query is not valid',
    resolve: 'Correct the parameters named; take `after` from `next` of the page before.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof eventErrors> {}
}
