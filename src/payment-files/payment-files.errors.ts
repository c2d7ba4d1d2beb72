import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const paymentFileErrors = defineErrors({
  invalidPaymentFile: {
    code: 'FILE001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named records and fields and send the request again. Nothing of it was done.',
  },
  paymentFileKnown: {
    code: 'FILE001',
    status: 409,
    title: 'this file was sent before, and its payments are made once',
    resolve: 'Follow the first file by its fileUID. To pay the same again, change externalReferenceId in its records.',
  },
  paymentFileNotFound: {
    code: 'FILE001',
    status: 404,
    title: 'the customer has no file with this fileUID',
    resolve: 'Take fileUID from the search for files.',
  },
  paymentFileNotPending: {
    code: 'FILE001',
    status: 409,
    title: 'the file does not wait for approval',
    resolve: 'Read the file: somebody has decided it, or it needed no approval.',
  },
  paymentFileAltered: {
    code: 'FILE001',
    status: 409,
    title: 'what is stored of the file was changed in the database, and not by the service',
    resolve: 'Tell the institution, which finds out who wrote there. Reject the file, and send it again.',
  },
  paymentFileOwn: {
    code: 'FILE001',
    status: 403,
    title: 'the file was uploaded by the same client or user',
    resolve: 'Let another person approve it.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof paymentFileErrors> {}
}
