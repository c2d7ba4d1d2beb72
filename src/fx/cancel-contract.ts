import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/record-change.ts'
import { type Refusal, refusal } from '../http/errors.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { bookExchange } from './book-exchange.ts'
import { bookClosing } from './domain/bookings.ts'
import { canBecome } from './domain/contract-state.ts'
import { exchangeOf } from './domain/exchange.ts'
import { renderContract } from './fx-trades.schema.ts'
import { type Contract, cancelContractRow } from './fx-trades.store.ts'
import { requireContract } from './require-contract.ts'

/**
 * Withdraws a contract at its own value: the customer owes nothing and is owed nothing. If it was covered the cover stands,
 * and what it brings or costs to close that position again is the institution's.
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
  if (!canBecome(contract.status, 'Cancelled')) return refusal('fxContractEnded')
  await cancelContractRow(tx, tenantId, contract.id)
  const bookings = bookClosing(exchangeOf(contract))
  await bookExchange(tx, tenantId, { bookings, purpose: 'fxCancellation', contractId: contract.id }, now)
  const cancelled: Contract = { ...contract, status: 'Cancelled', coverDueAt: null }
  const subject = { kind: 'fxContract', id: forexContractNo, customerId: contract.customerId }
  const change = { before: renderContract(contract), after: renderContract(cancelled) }
  await recordChange(tx, { tenantId, actor: clientId, action: 'fx.contract.cancelled', subject, ...change }, now)
  return accept(cancelled)
}
