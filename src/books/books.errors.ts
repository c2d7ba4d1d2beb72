import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const booksErrors = defineErrors({
  invalidBooksQuery: {
    code: 'BOOKS001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof booksErrors> {}
}
