import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChanges } from '../events/events.ts'
import { requireInstitution } from '../institution/institution.ts'
import { isUuid } from '../kernel/id.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { renderException } from './message-exceptions.schema.ts'
import { lockException, type MessageException, writeResolved } from './message-exceptions.store.ts'

/** Notes that a person has decided about an exception. It moves no money. */
export async function resolveException(
  tx: Transaction,
  principal: Principal,
  { exceptionUID, notes }: { exceptionUID: string; notes: string | undefined },
  now: Temporal.Instant,
): Promise<Result<MessageException, Refusal>> {
  const { tenantId, clientId: actor } = principal
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const found = isUuid(exceptionUID) ? await lockException(tx, tenantId, exceptionUID) : undefined
  if (!found) return refusal('messageExceptionNotFound')
  if (found.status === 'Resolved') return refusal('messageExceptionResolved')
  const resolved = await writeResolved(tx, tenantId, found.id, { resolvedBy: actor, notes: notes || null }, now)
  const change = {
    ...{ tenantId, actor, action: 'message.exceptionResolved', subject: { kind: 'messageException', id: found.id } },
    ...{ before: renderException(found), after: renderException(resolved) },
  }
  await recordChanges(tx, tenantId, [change], now)
  return accept(resolved)
}
