import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { endContract, openContractBooks } from './close-contract.ts'
import { hasEnded } from './domain/contract-state.ts'
import { type Contract, lockContract } from './fx-trades.store.ts'
import { recordContracts } from './record-contracts.ts'
import { requireContract } from './require-contract.ts'

/**
 * Cancels the undrawn amount of a contract: the customer owes nothing and is owed nothing for it.
 * A cover remains, so its position is open again, at the institution's profit or loss.
 */
export async function cancelContract(
  tx: Transaction,
  principal: Principal,
  forexContractNo: string,
  now: Temporal.Instant,
): Promise<Result<Contract, Refusal>> {
  const { tenantId, clientId } = principal
  const found = await requireContract(tx, principal, forexContractNo, { locked: false, notFound: 'fxContractNotFound' })
  if (!found.ok) return found
  const books = await openContractBooks(tx, tenantId, found.value, now)
  const contract = (await lockContract(tx, tenantId, found.value.contractNo))!
  if (hasEnded(contract.status)) return refusal('fxContractEnded', `the contract is ${contract.status}`)
  if (contract.status === 'Completed') return refusal('fxContractEnded', 'payments have drawn all of it')
  const cancelled = await endContract(tx, { tenantId, books, contract, end: 'Cancelled' }, now)
  const change = { action: 'fx.contract.cancelled', actor: clientId, before: contract, after: cancelled }
  await recordContracts(tx, tenantId, [change], now)
  return accept(cancelled)
}
