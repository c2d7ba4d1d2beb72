import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const activityErrors = defineErrors({
  invalidActivity: {
    code: 'ACC001',
    status: 400,
    title: 'the query is not valid',
    resolve: 'Correct the named parameters; take `cursor` from `nextCursor` of the previous page of the same account.',
  },
  invalidBalances: {
    code: 'ACC001',
    status: 400,
    title: 'the query is not valid',
    resolve: 'Correct the named parameters. `at` is a time in the past.',
  },
  accountOutOfReach: {
    code: 'AUTH002',
    status: 403,
    title: "the account is not within the token's legal entity",
    resolve: 'Use the accountUID of an account of your legal entity or of a customer below it.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof activityErrors> {}
}
