import { type ApplicationLimit, lowestLimit } from '../../roles/domain/application-limits.ts'

/** What a user may do: by which roles, and up to which limits. */
export interface Powers {
  roleNames: readonly string[]
  applicationLimits?: readonly { name: string; limits: readonly ApplicationLimit[] }[]
}

/**
 * Whether a change gives a user more than before: a role they did not hold, whatever it allows today, since a role is read when it matters; or a
 * limit that is higher, or gone. A role less or a lower limit takes away, and so does a limit where there was none.
 */
export function widens(before: Powers, after: Powers): boolean {
  if (after.roleNames.some((role) => !before.roleNames.includes(role))) return true
  return (before.applicationLimits ?? []).some(({ name, limits }) => {
    const remaining = after.applicationLimits?.find((application) => application.name === name)?.limits ?? []
    return limits.some((limit) => {
      const held = lowestLimit(limits, limit.name)
      if (held === undefined) return false
      const given = lowestLimit(remaining, limit.name)
      return given === undefined || given > held
    })
  })
}
