import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { renderContract } from './fx-trades.schema.ts'
import type { Contract } from './fx-trades.store.ts'

/** One change to a contract and its actor. `before` is undefined for a new contract. */
export interface ContractChange {
  action: string
  actor: string
  before?: Contract
  after: Contract
}

/** Records changes to contracts in the audit log and the event feed. All are sent together. */
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

/** The contract as the subject of audit records and events. */
export function contractSubject({ contractNo, customerId }: Contract) {
  return { kind: 'fxContract', id: String(contractNo), customerId }
}
