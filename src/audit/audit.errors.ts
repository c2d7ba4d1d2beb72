import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const auditErrors = defineErrors({
  // The audit log and the events
  invalidAuditQuery: {
    code: 'REQ001',
    status: 400,
    title: 'the query is not valid',
    resolve: 'Correct the parameters named and send it again.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof auditErrors> {}
}
