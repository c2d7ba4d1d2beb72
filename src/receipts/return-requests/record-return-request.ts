import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { renderReturnRequest } from './return-requests.schema.ts'
import type { ReturnRequest } from './return-requests.store.ts'

/** Writes the audit record and the event of what became of a request. */
export async function recordReturnRequest(
  tx: Transaction,
  change: {
    action: 'received' | 'accepted' | 'refused'
    request: ReturnRequest
    before?: ReturnRequest
    actor: string
  },
  now: Temporal.Instant,
): Promise<void> {
  const { action, request, before, actor } = change
  const { tenantId, id } = request
  const subject = { kind: 'returnRequest', id }
  const shown = { ...(before && { before: renderReturnRequest(before) }), after: renderReturnRequest(request) }
  await recordChange(tx, { tenantId, actor, action: `returnRequest.${action}`, subject, ...shown }, now)
}
