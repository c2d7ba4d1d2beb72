import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const eventErrors = defineErrors({
  invalidEventsQuery: {
    code: 'REQ001',
    status: 400,
    title: 'the query is not valid',
    resolve: 'Correct the named parameters; take `after` from `next` of the previous page.',
  },
  cursorNotInFeed: {
    code: 'REQ001',
    status: 409,
    title: 'the feed has no event at this cursor',
    resolve:
      'The database was restored to an earlier moment, or the cursor is of another institution. Go back to the last cursor that you kept and the feed still has, undo what you did with the events after it, and read on from there; or read the feed from its beginning.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof eventErrors> {}
}
