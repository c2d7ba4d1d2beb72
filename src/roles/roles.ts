/** The public face of the slice: what other slices may use. */
import './roles.errors.ts'

export { ApplicationLimits, renderLimits } from './application-limits.schema.ts'
export { beyondCaller } from './reach.ts'
export { applicationOf } from './role-application.ts'
export type { CreateRoleBody } from './roles.schema.ts'
export { namesWithoutRole, readRolesByName } from './roles.store.ts'
export { createRole } from './write-role.ts'
