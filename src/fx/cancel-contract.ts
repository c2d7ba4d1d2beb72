import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { readInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import type { Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { endContract, openContractBooks } from './close-contract.ts'
import { hasEnded } from './domain/contract-state.ts'
import { type Contract, lockContract } from './fx-trades.store.ts'
import { recordContracts } from './record-contracts.ts'
import { requireContract } from './require-contract.ts'

/**
 * Cancels the undrawn amount of a contract. It is closed out at the market rate of the moment: the
 * customer bears the loss. Refused without a current rate. A cover remains.
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
  const institution = await readInstitution(tx, tenantId)
  const how = { books, contract, end: 'Cancelled', actor: clientId } as const
  const cancelled = await endContract(tx, institution, how, now)
  if (!cancelled.ok) return refusal('fxNotClosedOut', cancelled.refusal)
  const change = { action: 'fx.contract.cancelled', actor: clientId, before: contract, after: cancelled.value }
  await recordContracts(tx, tenantId, [change], now)
  return cancelled
}
