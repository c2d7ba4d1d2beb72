import { accept, type Result, refuse } from '../../kernel/result.ts'

export const USER_STATUSES = ['Pending', 'Active', 'Suspended', 'Locked'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

/**
 * Users start as Pending. `lock` is for repeated failed sign-ins; no operation uses it, as users do
 * not sign in to Giro.
 */
export type UserAction = 'suspend' | 'activate' | 'lock'

/** The statuses each action may start from, and the one it leads to. */
const transitions: Record<UserAction, { from: readonly UserStatus[]; to: UserStatus }> = {
  suspend: { from: ['Active', 'Pending'], to: 'Suspended' },
  activate: { from: ['Suspended', 'Locked', 'Pending'], to: 'Active' },
  lock: { from: ['Active', 'Pending'], to: 'Locked' },
}

/**
 * The status after the action, or the reason it is refused. The caller holds a lock on the user.
 */
export function changeStatus(status: UserStatus, action: UserAction): Result<UserStatus, string> {
  const { from, to } = transitions[action]
  if (from.includes(status)) return accept(to)
  return refuse(`the user is ${status}, and ${action} requires status ${from.join(' or ')}`)
}
