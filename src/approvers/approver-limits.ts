import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { sumApprovedBy } from './approved-sums.store.ts'
import type { Approver } from './approver.ts'
import { isWithinLimits } from './domain/approver-limits.ts'

/**
 * Whether an approver may approve this amount, alone and with what they approved on the day.
 * `inBase` measures it in the institution's currency; its refusal counts only if there is a limit.
 * `besides` is the payment or the trade, which counts once.
 */
export async function checkApproverLimits(
  tx: Transaction,
  { tenantId, currency }: { tenantId: bigint; currency: string },
  approval: {
    approver: Pick<Approver, 'limits' | 'userId'>
    inBase: Result<{ amount: bigint }, Refusal>
    day: Temporal.PlainDate
    besides: string
  },
): Promise<Result<void, Refusal>> {
  const { approver, inBase, day, besides } = approval
  const { limits, userId } = approver
  if (limits.perPayment === undefined && limits.perDay === undefined) return accept(undefined)
  if (!inBase.ok) return inBase
  const counts = userId !== undefined && limits.perDay !== undefined
  const approved = counts ? await sumApprovedBy(tx, tenantId, userId, { day, currency, besides }) : 0n
  const within = isWithinLimits(limits, { amount: inBase.value.amount, currency, today: approved })
  return within.ok ? within : refusal('approverLimitExceeded', within.refusal)
}
