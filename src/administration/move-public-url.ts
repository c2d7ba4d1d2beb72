import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import type { Institution } from '../institution/institution.ts'
import { replacePublicUrl } from './public-url.store.ts'

/**
 * Moves the institution to another base URL. Nodes take it when they start, and then refuse the
 * tokens issued under the old one. Only the operator of the service moves an institution.
 */
export async function movePublicUrlOf(
  tx: Transaction,
  { tenantId, code }: Institution,
  publicUrl: string,
  now: Temporal.Instant,
): Promise<void> {
  const before = { publicUrl: await replacePublicUrl(tx, tenantId, publicUrl) }
  const subject = { kind: 'institution', id: code }
  const action = 'institution.publicUrl.updated'
  await recordChange(tx, { tenantId, actor: 'operator', action, subject, before, after: { publicUrl } }, now)
}
