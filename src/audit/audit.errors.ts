import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const auditErrors = defineErrors({
  invalidAuditQuery: {
    code: 'REQ001',
    status: 400,
    title: 'the query is not valid',
    resolve: 'Correct the named parameters and resend the request.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof auditErrors> {}
}
