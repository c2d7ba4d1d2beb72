import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/record-change.ts'
import { type Refusal, refusal } from '../http/errors.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { endContracts } from './close-contract.ts'
import { hasEnded } from './domain/contract-state.ts'
import { renderContract } from './fx-trades.schema.ts'
import type { Contract } from './fx-trades.store.ts'
import { requireContract } from './require-contract.ts'

/**
 * Withdraws what no payment has drawn of a contract, at its own value: of that the customer owes nothing and is owed nothing. If it
 * was covered the cover stands, and what it brings or costs to close that position again is the institution's.
 */
export async function cancelContract(
  tx: Transaction,
  principal: Principal,
  forexContractNo: string,
  now: Temporal.Instant,
): Promise<Result<Contract, Refusal>> {
  const { tenantId, clientId } = principal
  const found = await requireContract(tx, principal, forexContractNo, { locked: true, notFound: 'fxContractNotFound' })
  if (!found.ok) return found
  const contract = found.value
  if (hasEnded(contract.status)) return refusal('fxContractEnded', `it is ${contract.status}`)
  if (contract.status === 'Completed') return refusal('fxContractEnded', 'payments have drawn all of it')
  const [cancelled] = await endContracts(tx, tenantId, [contract], 'Cancelled', now)
  const subject = { kind: 'fxContract', id: forexContractNo, customerId: contract.customerId }
  const change = { before: renderContract(contract), after: renderContract(cancelled!) }
  await recordChange(tx, { tenantId, actor: clientId, action: 'fx.contract.cancelled', subject, ...change }, now)
  return accept(cancelled!)
}
