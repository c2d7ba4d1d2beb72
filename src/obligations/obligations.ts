/** The public face of the slice: what other slices may use. */
import './obligations.errors.ts'

export { dueAt, ruleOf } from './domain/due-at.ts'
export { OBLIGATION_KINDS, type ObligationKind } from './domain/obligation-rules.ts'
export { meetObligations } from './meet-obligations.ts'
export type { ObligationKey, ObligationOwner } from './obligations.store.ts'
export { openObligations } from './open-obligations.ts'
