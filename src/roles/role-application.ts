import type { ApplicationLimits } from './application-limits.schema.ts'

/** The entitlements and limits of a role in one application. */
export interface RoleApplication {
  name: string
  /** Without the application's name as a prefix, as in the catalog. */
  entitlements: readonly string[]
  limits: ApplicationLimits
}

/** The entry for the application in a role, or in a user's own limits; undefined if absent. */
export function applicationOf({ applications }: { applications: unknown }, name: string) {
  return (applications as readonly Pick<RoleApplication, 'name' | 'limits'>[]).find((one) => one.name === name)
}
