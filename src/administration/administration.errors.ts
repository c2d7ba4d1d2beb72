import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const administrationErrors = defineErrors({
  invalidInstitution: {
    code: 'INST001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  institutionChanged: {
    code: 'INST001',
    status: 412,
    title: 'the institution was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },
  clockOfNoSandbox: {
    code: 'INST001',
    status: 409,
    title: 'only the clock of a sandbox can be set',
    resolve: "This institution goes by the machine's time. Try dates in a sandbox.",
  },
  clockOnlyForward: {
    code: 'INST001',
    status: 409,
    title: 'the clock can only be set forward',
    resolve: 'Send a time that is not before what GET /v1/institution/clock says.',
  },
  clockTooFarAhead: {
    code: 'INST001',
    status: 409,
    title: "the clock can be two years ahead of the machine's at the most",
    resolve: 'Send an earlier time.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof administrationErrors> {}
}
