import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import type { Entitlement } from './entitlements.ts'
import { type Holders, readHolders } from './holders.store.ts'
import { namesOf, type Party, peopleOf } from './holders.ts'

/** The names of two parties (holders.ts). */
type Sides = readonly [readonly string[], readonly string[]]

interface Compared {
  tenantId: bigint
  one: Party
  /** The legal entity of the institution. */
  ownEntityId: bigint
  /** Whether to compare as under dual control; as the institution has it unless told. */
  dualControl?: boolean
}

/** Whether one person may be behind both parties, as `mayBeOneOf` decides it. */
export async function mayBeOnePerson(
  db: Connection,
  { other, ...compared }: Compared & { other: Party },
  asOf: Temporal.Instant,
): Promise<boolean> {
  return mayBeOneOf(db, { ...compared, others: [other] }, asOf)
}

/**
 * Whether one person may be behind a party and one of the others: one is the other, holds a secret
 * or key of it, or the credentials of its person, or does so through others in between; or somebody
 * holds both clients, or set alone how both people are reached, or both people have one e-mail
 * address. Of clients, it is not asked who holds two of customers in an institution without dual
 * control: there, one administrator may create all clients of a customer. A hold at `asOf` counts,
 * even if it has ended since.
 */
export async function mayBeOneOf(
  db: Connection,
  { tenantId, one, others, ownEntityId, dualControl }: Compared & { others: readonly Party[] },
  asOf: Temporal.Instant,
): Promise<boolean> {
  if (others.length === 0) return false
  const own = namesOf(one)
  const names = [...new Set([...own, ...others.flatMap(namesOf)])]
  const [holders, shared, compared] = await Promise.all([
    readHolders(db, { tenantId, names, asOf, besides: 'holdersOfPeople' }),
    // Who has changed the addresses of two colleagues does not make them one person: others agreed.
    readHolders(db, { tenantId, names, asOf, besides: 'settersOfPeople' }),
    readAllCompared(db, { tenantId, ownEntityId, dualControl }, [one, ...others]),
  ])
  const isCompared = (other: Party) => compared.has(one.clientId) || compared.has(other.clientId)
  return others.some((other) => {
    const sides = [own, namesOf(other)] as const
    return (
      isBehind(holders, sides) ||
      (isCompared(other) && shareHolder(shared, sides)) ||
      shareHolder(shared, [peopleOf([one]), peopleOf([other])])
    )
  })
}

/** The clients whose holders are compared with those of every other one. */
async function readAllCompared(
  db: Connection,
  { tenantId, ownEntityId, dualControl = false }: Omit<Compared, 'one'>,
  parties: readonly Party[],
): Promise<ReadonlySet<string>> {
  const clientIds = parties.map(({ clientId }) => clientId)
  if (dualControl) return new Set(clientIds)
  const rows = await db.query<{ clientId: string }>(
    `select n.client_id from unnest($2::text[]) n (client_id) join institutions i on i.tenant_id = $1
     where i.dual_control or not exists (
       select from api_clients c where c.tenant_id = $1 and c.client_id = n.client_id and c.legal_entity_id <> $3)`,
    [tenantId, clientIds, ownEntityId],
  )
  return new Set(rows.map(({ clientId }) => clientId))
}

/** Whether nobody holds both, and neither holds the other: two people who are independent. */
export async function areIndependent(
  db: Connection,
  tenantId: bigint,
  sides: Sides,
  asOf: Temporal.Instant,
): Promise<boolean> {
  return !shareHolder(await readHolders(db, { tenantId, names: sides.flat(), asOf }), sides)
}

/** Everyone who may be behind one of the names. */
function behind(holders: Holders, names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => [...holders.get(name)!.all]))
}

/** Whether a name of one side, or its address, is behind the other. */
function isBehind(holders: Holders, [one, other]: Sides): boolean {
  const [first, second] = [behind(holders, one), behind(holders, other)]
  const isIn = (names: readonly string[], all: ReadonlySet<string>) =>
    names.some((name) => [...holders.get(name)!.selves].some((self) => all.has(self)))
  return isIn(one, second) || isIn(other, first)
}

/** Whether somebody is behind both sides. */
export function shareHolder(holders: Holders, [one, other]: Sides): boolean {
  const second = behind(holders, other)
  return [...behind(holders, one)].some((name) => second.has(name))
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
 * without what the role gives: two of its clients are administrators, and no one person may be
 * behind both. The caller holds the lock of the proposals, so that two changes count one
 * after the other.
 */
export async function keepsTwoAdministrators(
  db: Connection,
  { tenantId, ownEntityId }: { tenantId: bigint; ownEntityId: bigint },
  without: { clientId: string } | { roleId: string } | undefined,
  now: Temporal.Instant,
): Promise<boolean> {
  const { clientId = null, roleId = null } = (without ?? {}) as { clientId?: string; roleId?: string }
  const rows = await db.query<{ clientId: string }>(
    `select c.client_id from api_clients c
      where c.tenant_id = $1 and c.legal_entity_id = $2 and c.revoked_at is null
        and (c.expires_at is null or c.expires_at > $5) and c.client_id is distinct from $3
        and ${ADMINISTRATION.map(has).join(' and ')}
      order by c.created_at, c.client_id limit ${MAX_COMPARED}`,
    [tenantId, ownEntityId, clientId, roleId, now.toString()],
  )
  const clientIds = rows.map((row) => row.clientId)
  const holders = await readHolders(db, { tenantId, names: clientIds, asOf: now })
  return clientIds.some((one, at) => clientIds.slice(at + 1).some((other) => !shareHolder(holders, [[one], [other]])))
}

/** The condition that the client c has the entitlement: its own, or of a role other than $4. */
function has(entitlement: (typeof ADMINISTRATION)[number]): string {
  const [application, name] = entitlement.split('.')
  return `('${entitlement}' = any(c.entitlements) or exists (
    select from api_client_roles h join roles r on r.tenant_id = h.tenant_id and r.id = h.role_id
     where h.tenant_id = $1 and h.client_id = c.client_id and h.role_id is distinct from $4::uuid
       and r.applications @> '[{"name": "${application}", "entitlements": ["${name}"]}]'))`
}
