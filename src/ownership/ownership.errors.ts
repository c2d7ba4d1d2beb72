import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const ownershipErrors = defineErrors({
  institutionTerms: {
    code: 'CUST001',
    status: 403,
    title: 'only the institution can set these fields',
    resolve: 'Leave the fields out or send their current values, or ask the institution to make the change.',
  },
  heldByInstitution: {
    code: 'CUST001',
    status: 403,
    title: 'only the institution can lift what it imposed',
    resolve: 'Ask the institution to lift it.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof ownershipErrors> {}
}
