import type { Temporal } from 'temporal-polyfill'
import { findWaitingApproval } from '../approvals/approvals.ts'
import type { Transaction } from '../db/client.ts'
import { type Institution, readInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { proposeCancellation } from './approval/ask-approvers.ts'
import { peopleNeeded } from './approval/people-needed.ts'
import { endContract, openContractBooks } from './close-contract.ts'
import type { Traded } from './decide-quote.ts'
import { hasEnded } from './domain/contract-state.ts'
import { leftOf } from './domain/drawdown.ts'
import { type Contract, findContract, lockContract, lockQuote } from './fx-trades.store.ts'
import { recordContracts } from './record-contracts.ts'
import { requireContract } from './require-contract.ts'

/**
 * Cancels the undrawn amount of a contract. It is closed out at the market rate of the moment: the
 * customer bears the loss. Refused without a current rate. Its cover is unwound. If payments of the
 * customer need approval, the cancellation, which exchanges what is left back, waits for as many
 * people.
 */
export async function cancelContract(
  tx: Transaction,
  principal: Principal,
  forexContractNo: string,
  now: Temporal.Instant,
): Promise<Result<Traded, Refusal>> {
  const { tenantId } = principal
  const found = await requireContract(tx, principal, forexContractNo, { locked: false, notFound: 'fxContractNotFound' })
  if (!found.ok) return found
  const { contract, customer } = found.value
  const institution = await readInstitution(tx, tenantId)
  const sides = { ...contract, ...leftOf(contract) }
  const needed = await peopleNeeded(tx, institution, { customer, sides }, now)
  if (!needed.ok) return needed
  if (needed.value > 0)
    return waitForApprovers(tx, principal, institution, { contract, approversNeeded: needed.value }, now)
  const cancelled = await cancelLocked(tx, principal, { institution, found: contract }, now)
  return cancelled.ok ? accept({ contract: cancelled.value }) : cancelled
}

/** Stores the cancellation once, under the lock of the quote. */
async function waitForApprovers(
  tx: Transaction,
  principal: Principal,
  institution: Institution,
  { contract, approversNeeded }: { contract: Contract; approversNeeded: number },
  now: Temporal.Instant,
): Promise<Result<Traded, Refusal>> {
  const { tenantId } = principal
  await lockQuote(tx, tenantId, contract.quoteId)
  const waiting = await findWaitingApproval(tx, tenantId, { kind: 'fxTrade', subjectId: String(contract.contractNo) })
  if (waiting) return accept({ waits: waiting })
  const current = (await findContract(tx, tenantId, contract.contractNo))!
  const allowed = mayCancel(current)
  if (!allowed.ok) return allowed
  const cancellation = { contract: current, approversNeeded }
  return accept({ waits: await proposeCancellation(tx, principal, institution, cancellation, now) })
}

function mayCancel({ status }: Contract): Result<void, Refusal> {
  if (hasEnded(status)) return refusal('fxContractEnded', `the contract is ${status}`)
  if (status === 'Completed') return refusal('fxContractEnded', 'payments have drawn all of it')
  return accept(undefined)
}

/** Locks the contract and cancels it. `check` may refuse it as it is now. */
export async function cancelLocked(
  tx: Transaction,
  { tenantId, clientId }: Principal,
  { institution, found }: { institution: Institution; found: Contract },
  now: Temporal.Instant,
  check: (contract: Contract) => Result<void, Refusal> = () => accept(undefined),
): Promise<Result<Contract, Refusal>> {
  const books = await openContractBooks(tx, tenantId, found, now)
  const contract = (await lockContract(tx, tenantId, found.contractNo))!
  const allowed = mayCancel(contract)
  if (!allowed.ok) return allowed
  const checked = check(contract)
  if (!checked.ok) return checked
  const how = { books, contract, end: 'Cancelled', actor: clientId } as const
  const cancelled = await endContract(tx, institution, how, now)
  if (!cancelled.ok) return refusal('fxNotClosedOut', cancelled.refusal)
  const change = { action: 'fx.contract.cancelled', actor: clientId, before: contract, after: cancelled.value }
  await recordContracts(tx, tenantId, [change], now)
  return cancelled
}
