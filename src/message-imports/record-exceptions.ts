import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChanges } from '../events/events.ts'
import { renderException } from './message-exceptions.schema.ts'
import type { MessageException } from './message-exceptions.store.ts'

/** Writes the audit records and the events of exceptions that networks cause. */
export async function recordExceptions(
  tx: Transaction,
  tenantId: bigint,
  exceptions: readonly MessageException[],
  now: Temporal.Instant,
): Promise<void> {
  const changes = exceptions.map((exception) => ({
    ...{ tenantId, actor: 'worker', action: 'message.exceptionRaised', after: renderException(exception) },
    subject: { kind: 'messageException', id: exception.id },
  }))
  await recordChanges(tx, tenantId, changes, now)
}
