import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const suspenseErrors = defineErrors({
  invalidRelease: {
    code: 'ACC001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  suspenseItemNotFound: {
    code: 'ACC001',
    status: 404,
    title: 'no item in suspense has this itemUID',
    resolve: 'Use an itemUID from GET /v1/institution/suspense.',
  },
  suspenseItemReleased: {
    code: 'ACC001',
    status: 409,
    title: 'the item has been released',
    resolve: 'Read where it went in GET /v1/institution/suspense?status=Released.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof suspenseErrors> {}
}
