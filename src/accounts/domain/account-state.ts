import { accept, type Result, refuse } from '../../kernel/result.ts'
import { words } from '../../kernel/words.ts'

export const ACCOUNT_STATUSES = words('AccountStatus', ['Active', 'Suspended', 'Closed'])
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

export const ACCOUNT_ACTIONS = words('AccountAction', ['Activate', 'Suspend', 'Close'])
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number]

/**
 * The statuses each action may start from, and the one it leads to. A Closed account stays closed.
 */
const transitions: Record<AccountAction, { from: readonly AccountStatus[]; to: AccountStatus }> = {
  Activate: { from: ['Suspended'], to: 'Active' },
  Suspend: { from: ['Active'], to: 'Suspended' },
  Close: { from: ['Active', 'Suspended'], to: 'Closed' },
}

/** The amounts and payments that must be zero or absent before an account closes. */
export interface AccountPosition {
  /** Posted balance, in minor units. */
  posted: bigint
  /** Pending debits and credits, in minor units. */
  held: bigint
  /** Whether payments or debits of the account wait for their date or for approval. */
  hasWaitingPayments: boolean
  /** What the customer owes in the currency of the account, in minor units. */
  owed: bigint
}

export type AccountStateRefusal =
  | { reason: 'accountStatusConflict'; detail: string }
  | { reason: 'accountNotEmpty'; detail: string }

/** The status after the action. The caller holds locks on the account and its ledger account. */
export function changeStatus(
  status: AccountStatus,
  action: AccountAction,
  position: AccountPosition,
): Result<AccountStatus, AccountStateRefusal> {
  const { from, to } = transitions[action]
  if (!from.includes(status))
    return refuse({
      reason: 'accountStatusConflict',
      detail: `the account is ${status}, and ${action} requires status ${from.join(' or ')}`,
    })
  const left = to === 'Closed' ? whatIsLeft(position) : undefined
  return left === undefined ? accept(to) : refuse({ reason: 'accountNotEmpty', detail: left })
}

/** The reason an account cannot close yet, or undefined if it can. */
export function whatIsLeft({ posted, held, hasWaitingPayments, owed }: AccountPosition): string | undefined {
  if (posted !== 0n) return 'its balance is not zero'
  if (held !== 0n) return 'payments in progress hold amounts on it'
  if (owed > 0n) return 'its customer owes the institution money in this currency'
  if (hasWaitingPayments)
    return 'payments or debits of the account wait for their date or for approval, or a recurring payment is Active'
  return undefined
}
