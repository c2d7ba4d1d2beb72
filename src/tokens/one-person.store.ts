import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import type { Entitlement } from './entitlements.ts'

/** The clients that may hold a secret or key of a client, and the client's legal entity. */
interface Holders {
  legalEntityId: bigint
  viewers: ReadonlySet<string>
}

/**
 * Whether one person may hold secrets or keys of both clients: the reply to one client showed a
 * secret of the other, or one proposed a key of the other, or, for two clients of the same legal
 * entity `ownEntityId`, a third client did so with both.
 */
export async function mayBeOnePerson(
  db: Connection,
  { tenantId, one, other, ownEntityId }: { tenantId: bigint; one: string; other: string; ownEntityId: bigint },
  now: Temporal.Instant,
): Promise<boolean> {
  const holders = await readHolders(db, { tenantId, clientIds: [one, other] }, now)
  return mayShare(holders, [one, other], ownEntityId)
}

async function readHolders(
  db: Connection,
  { tenantId, clientIds }: { tenantId: bigint; clientIds: readonly string[] },
  now: Temporal.Instant,
): Promise<ReadonlyMap<string, Holders>> {
  const rows = await db.query<{ clientId: string; shownTo: string | null; legalEntityId: bigint }>(
    `select s.client_id, s.shown_to, c.legal_entity_id
       from api_client_secrets s join api_clients c on c.tenant_id = $1 and c.client_id = s.client_id
      where s.tenant_id = $1 and s.client_id = any($2::text[]) and (s.expires_at is null or s.expires_at > $3)
     union all
     select c.client_id, k.proposed_by, c.legal_entity_id from api_clients c, unnest(c.keys_from) k (proposed_by)
      where c.tenant_id = $1 and c.client_id = any($2::text[])`,
    [tenantId, clientIds, now.toString()],
  )
  const byClient = Map.groupBy(rows, ({ clientId }) => clientId)
  return new Map(
    [...byClient].map(([clientId, known]) => {
      const viewers = new Set(known.flatMap(({ shownTo }) => shownTo ?? []))
      return [clientId, { legalEntityId: known[0]!.legalEntityId, viewers }]
    }),
  )
}

function mayShare(
  holders: ReadonlyMap<string, Holders>,
  [one, other]: readonly [string, string],
  ownEntityId: bigint,
): boolean {
  const [first, second] = [holders.get(one), holders.get(other)]
  if (first?.viewers.has(other) || second?.viewers.has(one)) return true
  if (first?.legalEntityId !== ownEntityId || second?.legalEntityId !== ownEntityId) return false
  return [...first.viewers].some((viewer) => second.viewers.has(viewer))
}

/**
 * What an administrator has. Two of them can together give every right back that the institution's
 * clients have lost: one proposes a client, and the other one approves it.
 */
const ADMINISTRATION = [
  'Institution.Manage_API_Clients',
  'Institution.Approve_Changes',
] as const satisfies Entitlement[]

/** Whether the access loses a part of what makes an administrator. */
export function losesAdministration(before: readonly Entitlement[], after: readonly Entitlement[]): boolean {
  return ADMINISTRATION.some((one) => before.includes(one) && !after.includes(one))
}

/** More administrators are not compared. A change that would need it waits for a second person. */
const MAX_COMPARED = 100

/**
 * Whether two independent people could still administer the institution without the client, or
 * without what the role gives: two of its clients are administrators, and no one person may hold
 * the secrets of both. The caller holds the lock of the proposals, so that two changes count one
 * after the other.
 */
export async function keepsTwoAdministrators(
  db: Connection,
  { tenantId, ownEntityId }: { tenantId: bigint; ownEntityId: bigint },
  without: { clientId: string } | { roleId: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const { clientId = null, roleId = null } = without as { clientId?: string; roleId?: string }
  const rows = await db.query<{ clientId: string }>(
    `select c.client_id from api_clients c
      where c.tenant_id = $1 and c.legal_entity_id = $2 and c.revoked_at is null
        and (c.expires_at is null or c.expires_at > $5) and c.client_id is distinct from $3
        and ${ADMINISTRATION.map(has).join(' and ')}
      order by c.created_at, c.client_id limit ${MAX_COMPARED}`,
    [tenantId, ownEntityId, clientId, roleId, now.toString()],
  )
  const clientIds = rows.map((row) => row.clientId)
  const holders = await readHolders(db, { tenantId, clientIds }, now)
  return clientIds.some((one, at) =>
    clientIds.slice(at + 1).some((other) => !mayShare(holders, [one, other], ownEntityId)),
  )
}

/** The condition that the client c has the entitlement: its own, or of a role other than $4. */
function has(entitlement: (typeof ADMINISTRATION)[number]): string {
  const [application, name] = entitlement.split('.')
  return `('${entitlement}' = any(c.entitlements) or exists (
    select from api_client_roles h join roles r on r.tenant_id = h.tenant_id and r.id = h.role_id
     where h.tenant_id = $1 and h.client_id = c.client_id and h.role_id is distinct from $4::uuid
       and r.applications @> '[{"name": "${application}", "entitlements": ["${name}"]}]'))`
}
