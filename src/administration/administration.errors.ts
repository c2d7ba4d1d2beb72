import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const administrationErrors = defineErrors({
  invalidInstitution: {
    code: 'INST001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  institutionChanged: {
    code: 'INST001',
    status: 412,
    title: 'the institution has changed since the version in If-Match',
    resolve: 'Read it again and send the change with its current ETag.',
  },
  clockOfNoSandbox: {
    code: 'INST001',
    status: 409,
    title: 'only the clock of a sandbox can be set',
    resolve: 'This institution runs on system time. Use a sandbox to test other dates.',
  },
  clockOnlyForward: {
    code: 'INST001',
    status: 409,
    title: 'the clock can only be set forward',
    resolve: 'Send a time that is not before the time in GET /v1/institution/clock.',
  },
  clockMoving: {
    code: 'INST001',
    status: 409,
    title: 'the clock is still on its way to another time',
    resolve: 'Wait until GET /v1/institution/clock shows no target, and set the clock again.',
  },
  clockTooFarAhead: {
    code: 'INST001',
    status: 409,
    title: 'the clock can be at most two years ahead of system time',
    resolve: 'Send an earlier time.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof administrationErrors> {}
}
