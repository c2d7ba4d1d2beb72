import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const institutionErrors = defineErrors({
  notTheInstitution: {
    code: 'AUTH002',
    status: 403,
    title: 'only a client of the institution itself may do this',
    resolve: "Use an API client of the institution's own legal entity.",
  },
  adjustmentOverCap: {
    code: 'ACC001',
    status: 402,
    title: "the amount is above the institution's cap on adjustments and write-offs",
    resolve: 'Adjust less, or ask someone who manages limits and fees to raise adjustmentCaps of the institution.',
  },
  adjustmentWithoutCap: {
    code: 'ACC001',
    status: 403,
    title: 'the institution has no adjustmentCaps for this currency',
    resolve: 'Ask someone who manages limits and fees to add the currency to adjustmentCaps of the institution.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof institutionErrors> {}
}
