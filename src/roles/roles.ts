import { type Entitlement, isEntitlement } from '../tokens/entitlements.ts'
import type { ApplicationLimits } from './application-limits.schema.ts'

/** What other slices may ask about roles. */
export { readRolesByName } from './roles.store.ts'

/** What a role says of one application. */
export interface RoleApplication {
  name: string
  /** Without the name of the application in front, as in the catalogue. */
  entitlements: readonly string[]
  limits: ApplicationLimits
}

/** What a role says of the application; of a user's own limits the same. Undefined where it says nothing. */
export function applicationOf({ applications }: { applications: unknown }, name: string) {
  return (applications as readonly Pick<RoleApplication, 'name' | 'limits'>[]).find((one) => one.name === name)
}

/** What who holds the role may do: `Payments.View_Payments`. Read it when it matters: a role that is updated means something else at once. */
export function entitlementsOf(role: { applications: unknown }): Entitlement[] {
  return (role.applications as readonly RoleApplication[])
    .flatMap(({ name, entitlements }) => entitlements.map((entitlement) => `${name}.${entitlement}`))
    .filter(isEntitlement)
}
