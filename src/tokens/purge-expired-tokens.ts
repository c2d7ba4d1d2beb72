import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { deleteExpiredSecrets } from './api-clients.store.ts'
import { deleteExpiredAttempts } from './client-attempts.store.ts'
import { deleteExpiredSessions } from './person-sessions.store.ts'
import { deleteExpiredRevocations } from './revocations.store.ts'
import { deleteExpiredSigningKeys } from './signing-keys.store.ts'
import { deleteExpiredTokenRecords } from './token-records.store.ts'

/** Deletes an institution's expired rows. Meant to run on a schedule; once an hour is enough. */
export async function purgeExpiredTokens(
  tx: Transaction,
  { tenantId, now }: { tenantId: bigint; now: Temporal.Instant },
): Promise<void> {
  await deleteExpiredTokenRecords(tx, tenantId, now)
  await deleteExpiredRevocations(tx, tenantId, now)
  await deleteExpiredSecrets(tx, tenantId, now)
  await deleteExpiredSigningKeys(tx, tenantId, now)
  await deleteExpiredAttempts(tx, tenantId, now)
  await deleteExpiredSessions(tx, tenantId, now)
}
