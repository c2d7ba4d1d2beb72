import type { Temporal } from 'temporal-polyfill'
import { type ApprovalRow, findWaitingApproval } from '../../approvals/approvals.ts'
import { requireCustomer } from '../../customers/customers.ts'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { hasEnded } from '../domain/contract-state.ts'
import { readContracts } from '../fx-trades.store.ts'
import { type DrawToRelease, proposeRelease } from './ask-approvers.ts'
import { peopleNeeded } from './people-needed.ts'

/**
 * The approval that the cancellation of a payment waits for; undefined if it needs none. If the
 * payment made its contract for itself, or the contract has ended, what it drew is exchanged back
 * at the market. That is the cancellation of a contract, and takes as many people. One that waits
 * goes on to, whatever the customer's rules ask for by now.
 */
export async function approvalOfRelease(
  tx: Transaction,
  principal: Principal,
  institution: Institution,
  draw: DrawToRelease,
  now: Temporal.Instant,
): Promise<Result<ApprovalRow | undefined, Refusal>> {
  const { tenantId } = principal
  const { paymentUID: subjectId, contractId, sellAmount, buyAmount } = draw
  const [found] = await readContracts(tx, tenantId, { numbers: [], ids: [contractId] })
  const contract = found!
  if (contract.paymentId === null && !hasEnded(contract.status)) return accept(undefined)
  const waiting = await findWaitingApproval(tx, tenantId, { kind: 'fxTrade', subjectId })
  if (waiting) return accept(waiting)
  const customer = await requireCustomer(tx, principal, String(contract.customerId))
  if (!customer.ok) return customer
  const sides = { ...contract, sellAmount, buyAmount }
  const needed = await peopleNeeded(tx, institution, { customer: customer.value, sides }, now)
  if (!needed.ok) return needed
  if (needed.value === 0) return accept(undefined)
  return accept(await proposeRelease(tx, principal, { contract, draw, approversNeeded: needed.value }, now))
}
