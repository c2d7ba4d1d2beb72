import { accept, type Result, refuse } from '../../kernel/result.ts'
import { words } from '../../kernel/words.ts'

export const USER_STATUSES = words('UserStatus', ['Pending', 'Active', 'Suspended', 'Locked'])
export type UserStatus = (typeof USER_STATUSES)[number]

/** Users start as Pending. No action leads to Locked: failed sign-ins leave the status alone. */
export type UserAction = 'suspend' | 'activate'

/** The statuses each action may start from, and the one it leads to. */
const transitions: Record<UserAction, { from: readonly UserStatus[]; to: UserStatus }> = {
  suspend: { from: ['Active', 'Pending'], to: 'Suspended' },
  activate: { from: ['Suspended', 'Locked', 'Pending'], to: 'Active' },
}

/**
 * The status after the action, or the reason it is refused. The caller holds a lock on the user.
 */
export function changeStatus(status: UserStatus, action: UserAction): Result<UserStatus, string> {
  const { from, to } = transitions[action]
  if (from.includes(status)) return accept(to)
  return refuse(`the user is ${status}, and ${action} requires status ${from.join(' or ')}`)
}
