import type { ApplicationLimits } from './application-limits.schema.ts'

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
