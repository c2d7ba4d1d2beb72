/** The public face of the slice: what other slices may use. */
import './ownership.errors.ts'

export { changedTerms, loosenedTerms, termsOfNew } from './domain/changed-terms.ts'
export { fieldsOf, type Owner } from './field-owners.ts'
export { describeFieldOwners } from './owner-docs.ts'
export { dropSameTerms, ownerOf, refuseOwnedFields, requireLift, requireOwner } from './require-owner.ts'
