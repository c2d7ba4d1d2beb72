import { accept, type Result, refuse } from '../../kernel/result.ts'

export const ACCOUNT_STATUSES = ['Active', 'Suspended', 'Closed'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

export const ACCOUNT_ACTIONS = ['Activate', 'Suspend', 'Close'] as const
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number]

/** From where an action leads to where. An account that is Closed stays so. */
const transitions: Record<AccountAction, { from: readonly AccountStatus[]; to: AccountStatus }> = {
  Activate: { from: ['Suspended'], to: 'Active' },
  Suspend: { from: ['Active'], to: 'Suspended' },
  Close: { from: ['Active', 'Suspended'], to: 'Closed' },
}

/** What must be nothing before an account is closed. */
export interface AccountPosition {
  /** What was posted, in minor units. */
  posted: bigint
  /** What is held of it or on its way to it, in minor units. */
  held: bigint
  /** Whether payments from it wait for their date or for approval. */
  hasWaitingPayments: boolean
}

export type AccountStateRefusal =
  | { reason: 'accountStatusConflict'; detail: string }
  | { reason: 'accountNotEmpty'; detail: string }

/** Decides what an action makes of an account. The caller holds the lock on the account and on its ledger account. */
export function changeStatus(
  status: AccountStatus,
  action: AccountAction,
  position: AccountPosition,
): Result<AccountStatus, AccountStateRefusal> {
  const { from, to } = transitions[action]
  if (!from.includes(status))
    return refuse({
      reason: 'accountStatusConflict',
      detail: `the account is ${status}, and ${action} needs it to be ${from.join(' or ')}`,
    })
  const left = to === 'Closed' ? whatIsLeft(position) : undefined
  return left === undefined ? accept(to) : refuse({ reason: 'accountNotEmpty', detail: left })
}

/** Why an account can not be closed yet; undefined where nothing is in the way. */
export function whatIsLeft({ posted, held, hasWaitingPayments }: AccountPosition): string | undefined {
  if (posted !== 0n) return 'its balance is not zero'
  if (held !== 0n) return 'money of payments under way is held on it'
  if (hasWaitingPayments) return 'payments from it wait for their date or for approval'
  return undefined
}
