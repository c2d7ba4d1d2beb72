import type { Temporal } from 'temporal-polyfill'
import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../db/client.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { lockUserInRoles } from '../users/users.ts'
import { deleteInvitation } from './invitations.store.ts'

/**
 * Ends the invitation that a stopped actor sent: its link no longer sets a password, and somebody
 * else invites the user again. False if it was used or ended before.
 */
export async function withdrawInvitation(
  tx: Transaction,
  { tenantId, clientId: actor }: Principal,
  { userId, reason }: { userId: string; reason: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const user = await lockUserInRoles(tx, tenantId, { id: userId })
  if (!user || !(await deleteInvitation(tx, tenantId, userId))) return false
  const subject = { kind: 'user', id: userId, customerId: user.customerId }
  await recordAudit(tx, { tenantId, actor, action: 'user.invitationWithdrawn', subject, after: { reason } }, now)
  return true
}
