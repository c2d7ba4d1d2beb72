import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const outstandingErrors = defineErrors({
  invalidOutstanding: {
    code: 'INST001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  outstandingOfInstitution: {
    code: 'INST001',
    status: 400,
    title: 'the institution as a whole is no actor',
    resolve: 'Name one of its API clients or users.',
  },
  outstandingActorNotStopped: {
    code: 'INST001',
    status: 409,
    title: 'nobody stopped this actor',
    resolve: 'First revoke the API client, or suspend the user or the customer. Then send the request again.',
  },
  outstandingCancellationNotFound: {
    code: 'INST001',
    status: 404,
    title: 'no cancellation has this cancellationUID',
    resolve: 'Use the cancellationUID of the reply to the request.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof outstandingErrors> {}
}
