import { type ApplicationLimit, widensLimits } from '../../roles/domain/application-limits.ts'

/** A user's roles and limits. */
export interface Powers {
  roleNames: readonly string[]
  applicationLimits?: readonly { name: string; limits: readonly ApplicationLimit[] }[]
}

/**
 * Whether a change gives a user more than before: a role the user did not hold, or a limit that is
 * higher or removed. A new role counts whatever its entitlements today, because roles can change
 * later. Removing a role, lowering a limit or adding one gives nothing more.
 */
export function widens(before: Powers, after: Powers): boolean {
  if (after.roleNames.some((role) => !before.roleNames.includes(role))) return true
  return widensLimits(before.applicationLimits ?? [], after.applicationLimits ?? [])
}
