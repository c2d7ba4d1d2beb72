import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const institutionErrors = defineErrors({
  notTheInstitution: {
    code: 'AUTH002',
    status: 403,
    title: 'only an API client of the institution itself may do this',
    resolve: "Use an API client of the institution's own legal entity.",
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof institutionErrors> {}
}
