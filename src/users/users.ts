/** The public face of the slice: what other slices may use. */
import './users.errors.ts'

export { userApprovals } from './approve-user.ts'
export { createInstitutionUser } from './create-institution-user.ts'
export { lockUserInRoles, type UserInRoles } from './lock-user.ts'
export { requireUser, type UserOfCustomer, type UserPath } from './require-user.ts'
export { activationWaits } from './second-person.ts'
export {
  type ClaimedNotice,
  claimNotices,
  findSetAddress,
  finishNotice,
  type NoticeOutcome,
  tenantsWithDueNotices,
} from './user-addresses.store.ts'
export { type CreateUserBody, UserParams } from './users.schema.ts'
export { createUser } from './write-user.ts'
