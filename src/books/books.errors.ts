import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const booksErrors = defineErrors({
  invalidBooksQuery: {
    code: 'BOOKS001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  businessDayUnknown: {
    code: 'BOOKS002',
    status: 404,
    title: 'the books have no business day on this date',
    resolve: 'Use a businessDate of the list of business days.',
  },
  businessDayNotOver: {
    code: 'BOOKS002',
    status: 409,
    title: 'the business day is not over',
    resolve: 'Try again after its closesAt.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof booksErrors> {}
}
