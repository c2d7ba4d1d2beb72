import { accept, type Result, refuse } from '../../kernel/result.ts'

export const USER_STATUSES = ['Pending', 'Active', 'Suspended', 'Locked'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

/** A user begins Pending. `lock` is for repeated failed sign-ins; users do not sign in to Giro, and no operation does it. */
export type UserAction = 'suspend' | 'activate' | 'lock'

/** From where an action leads to where. */
const transitions: Record<UserAction, { from: readonly UserStatus[]; to: UserStatus }> = {
  suspend: { from: ['Active', 'Pending'], to: 'Suspended' },
  activate: { from: ['Suspended', 'Locked', 'Pending'], to: 'Active' },
  lock: { from: ['Active', 'Pending'], to: 'Locked' },
}

/** Decides what an action makes of a user; otherwise says why not. The caller holds the lock on the user. */
export function changeStatus(status: UserStatus, action: UserAction): Result<UserStatus, string> {
  const { from, to } = transitions[action]
  if (from.includes(status)) return accept(to)
  return refuse(`the user is ${status}, and ${action} needs it to be ${from.join(' or ')}`)
}
