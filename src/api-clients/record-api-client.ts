import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import type { ApiClientRecord } from '../tokens/api-clients.ts'
import { renderApiClient } from './api-clients.schema.ts'

/** One change of an API client. */
interface ApiClientStep {
  action: `api-client.${'created' | 'updated' | 'rotated' | 'revoked' | 'providerRevoked'}`
  before?: ApiClientRecord
  after: ApiClientRecord
}

/**
 * Records the audit record and the event of a change. They show when the client's secrets end, but
 * never the secrets.
 */
export async function recordApiClient(
  tx: Transaction,
  actor: string,
  { action, before, after }: ApiClientStep,
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId, clientId } = after
  const subject = { kind: 'api-client', id: clientId }
  const change = { before: before && renderApiClient(before), after: renderApiClient(after) }
  await recordChange(tx, { tenantId, actor, action, subject, ...change }, now)
}
