import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import { findLiveApiClient } from './api-clients.store.ts'
import { findClientStanding } from './client-standing.store.ts'
import { type Entitlement, entitlementsOf } from './entitlements.ts'

/** A client that acts in its own name, or for a user. */
export interface Actor {
  clientId: string
  userId: string | null
}

/**
 * Whether the actor could do now what it did before with a token: its client is neither revoked nor
 * expired, its user is Active, and the one in whose name it acts has the entitlement. A client that
 * only another issuer knows has its rights in its tokens: it counts as before.
 */
export async function stillHasRight(
  db: Connection,
  tenantId: bigint,
  { clientId, userId }: Actor,
  { entitlement, now }: { entitlement: Entitlement; now: Temporal.Instant },
): Promise<boolean> {
  const standing = await findClientStanding(db, { tenantId, clientId })
  const client = standing && (await findLiveApiClient(db, { tenantId, clientId }, now))
  if (standing && !client) return false
  if (userId === null) return !client || client.entitlements.includes(entitlement)
  const user = await db.row<{ roles: { applications: unknown }[] }>(
    `select (select coalesce(json_agg(json_build_object('applications', r.applications)), '[]')
               from user_roles h join roles r on r.tenant_id = h.tenant_id and r.id = h.role_id
              where h.tenant_id = $1 and h.user_id = u.id) as roles
     from users u where u.tenant_id = $1 and u.id = $2 and u.status = 'Active'`,
    [tenantId, userId],
  )
  return user?.roles.flatMap(entitlementsOf).includes(entitlement) ?? false
}
