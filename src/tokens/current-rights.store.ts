import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import { accessOf, findApiClient } from './api-clients.store.ts'
import { type Entitlement, entitlementsOf } from './entitlements.ts'
import { type Actor, findStopped } from './standing.store.ts'

/**
 * Whether the actor could do now what it did before with a token: nothing stops it, and the one in
 * whose name it acts has the entitlement. A client that only another issuer knows has its rights in
 * its tokens: it counts as before.
 */
export async function stillHasRight(
  db: Connection,
  tenantId: bigint,
  actor: Actor,
  { entitlement, now }: { entitlement: Entitlement; now: Temporal.Instant },
): Promise<boolean> {
  if ((await findStopped(db, tenantId, [actor], now)).length > 0) return false
  const { clientId, userId } = actor
  if (userId === null) {
    const client = await findApiClient(db, { tenantId, clientId })
    return !client || accessOf(client).includes(entitlement)
  }
  const user = await db.row<{ roles: { applications: unknown }[] }>(
    `select (select coalesce(json_agg(json_build_object('applications', r.applications)), '[]')
               from user_roles h join roles r on r.tenant_id = h.tenant_id and r.id = h.role_id
              where h.tenant_id = $1 and h.user_id = u.id) as roles
     from users u where u.tenant_id = $1 and u.id = $2`,
    [tenantId, userId],
  )
  return user?.roles.flatMap(entitlementsOf).includes(entitlement) ?? false
}
