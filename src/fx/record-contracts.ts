import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { renderContract } from './fx-trades.schema.ts'
import type { Contract } from './fx-trades.store.ts'

/** What became of a contract, and by whom; `before` is undefined for a new one. */
export interface ContractChange {
  action: string
  actor: string
  before?: Contract
  after: Contract
}

/** Leaves the trace of what became of contracts, all sent together. */
export async function recordContracts(
  tx: Transaction,
  tenantId: bigint,
  changes: readonly ContractChange[],
  now: Temporal.Instant,
): Promise<void> {
  await Promise.all(
    changes.map(({ action, actor, before, after }) =>
      recordChange(
        tx,
        {
          ...{ tenantId, actor, action, subject: contractSubject(after) },
          before: before && renderContract(before),
          after: renderContract(after),
        },
        now,
      ),
    ),
  )
}

/** A contract as the audit trail and the feed name it. */
export function contractSubject({ contractNo, customerId }: Contract) {
  return { kind: 'fxContract', id: String(contractNo), customerId }
}
