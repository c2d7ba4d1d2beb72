import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'

/** Who may be behind a name. */
export interface Behind {
  /** The name itself and, of a person, its e-mail address: two with one address are one person. */
  selves: ReadonlySet<string>
  /** These, its holders, their holders, and so on. */
  all: ReadonlySet<string>
}

export type Holders = ReadonlyMap<string, Behind>

interface ClientKey {
  tenantId: bigint
  clientId: string
}

/** Who saw a secret or chose a key, by what nodes of the release before write too. */
const EARLIER = (clientId: string) => `
  select s.shown_to from api_client_secrets s
   where s.tenant_id = $1 and s.client_id = ${clientId} and s.shown_to is not null
  union all
  select unnest(c.keys_from) from api_clients c where c.tenant_id = $1 and c.client_id = ${clientId}`

/** SQL: the user of the name `held.holder`, if it is the id of one. */
const USER = `case when held.holder ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then held.holder::uuid end`

/** SQL: the signatory of the name `held.holder`, if it is one (`signatoryParty`). */
const SIGNATORY = `case when held.holder ~ '^signatory:[0-9]{1,18}$' then substr(held.holder, 11)::bigint end`

/** SQL: the e-mail address of a person, which is the same for all its records. */
const ADDRESS = `
  union all
  select 'address:' || lower(u.email), held.is_self from users u
   where u.tenant_id = $1 and u.id = ${USER} and u.email is not null
  union all
  select 'address:' || lower(g.email_address), held.is_self from signatories g
   where g.tenant_id = $1 and g.id = ${SIGNATORY}`

/** SQL: who set how a user or signatory is reached alone. */
const settersIf = (isCounted: string) => `
  union all
  select s.holder, false from user_setters s join institutions i on i.tenant_id = s.tenant_id
   where s.tenant_id = $1 and (s.ends_at is null or s.ends_at > $3) and s.user_id = ${USER} and ${isCounted}
  union all
  select s.holder, false from signatory_setters s join institutions i on i.tenant_id = s.tenant_id
   where s.tenant_id = $1 and (s.ends_at is null or s.ends_at > $3) and s.signatory_id = ${SIGNATORY} and ${isCounted}`

const SETTERS = settersIf('true') + ADDRESS

/** SQL: those of the institution count under dual control: without it, each does all alone. */
const COUNTED = settersIf('(i.dual_control or not s.of_institution)') + ADDRESS

/** SQL: who may hold the credentials of a user. */
const OF_CREDENTIALS = `
  union all
  select p.holder, false from person_holders p
   where p.tenant_id = $1 and (p.ends_at is null or p.ends_at > $3) and p.user_id = ${USER}`

/** Who is behind a name besides the holders of clients. */
const BESIDES = {
  nobody: '',
  settersOfPeople: COUNTED,
  holdersOfPeople: COUNTED + OF_CREDENTIALS,
  /** With the setters that count only under dual control, which can be switched on later. */
  everyone: SETTERS + OF_CREDENTIALS,
} as const

/**
 * Everyone who may be behind each of the names: who holds a secret or key of the client, who holds
 * one of theirs, and so on. A hold that ended counts if it had not ended at `asOf`. Each name is
 * found once, and only those whom the institution let see a secret or choose a key are. `of` says
 * whether those who set how a person is reached are behind that person, with its address, and also
 * those who may hold its credentials.
 */
export async function readHolders(
  db: Connection,
  {
    tenantId,
    names,
    asOf,
    besides = 'nobody',
  }: { tenantId: bigint; names: readonly string[]; asOf: Temporal.Instant; besides?: keyof typeof BESIDES },
): Promise<Holders> {
  const rows = await db.query<{ name: string; holders: string[]; selves: string[] }>(
    `with recursive held (name, holder, is_self) as (
       select n.name, n.name, true from unnest($2::text[]) n (name)
       union
       select held.name, h.holder, h.is_self from held cross join lateral (
         select h.holder, false from client_holders h
          where h.tenant_id = $1 and h.client_id = held.holder and (h.ends_at is null or h.ends_at > $3)
         union all select e.holder, false from (${EARLIER('held.holder')}) e (holder)${BESIDES[besides]}) h (holder, is_self))
     select name, array_agg(holder) as holders, array_agg(holder) filter (where is_self) as selves
       from held group by name`,
    [tenantId, names, asOf.toString()],
  )
  return new Map(rows.map(({ name, holders, selves }) => [name, { selves: new Set(selves), all: new Set(holders) }]))
}

/** Adds those who were shown a secret of the client or chose a key of it. */
export async function addHolders(tx: Transaction, client: ClientKey, names: readonly string[]): Promise<void> {
  await insertHolders(tx, client, 'unnest($3::text[])', [names])
}

/** Keeps whom a node of the release before noted, before their secrets or keys are replaced. */
export async function keepEarlierHolders(tx: Transaction, client: ClientKey): Promise<void> {
  await insertHolders(tx, client, `(${EARLIER('$2')})`)
}

async function insertHolders(
  tx: Transaction,
  { tenantId, clientId }: ClientKey,
  holders: string,
  parameters: readonly unknown[] = [],
): Promise<void> {
  await tx.query(
    `insert into client_holders (tenant_id, client_id, holder)
     select distinct i.tenant_id, $2, h.holder from institutions i, ${holders} as h (holder) where i.tenant_id = $1
         on conflict (tenant_id, client_id, holder) do update set ends_at = null, ended_by = null`,
    [tenantId, clientId, ...parameters],
  )
}

/**
 * Ends what others hold of a locked client from `endsAt` on, by an approved change. They keep what
 * they saw as the client: what it holds of other clients, they hold from now on themselves.
 */
export async function endHolds(
  tx: Transaction,
  { tenantId, clientId }: ClientKey,
  { endsAt, approvalUID }: { endsAt: Temporal.Instant; approvalUID: string },
): Promise<void> {
  await tx.query(
    `insert into client_holders (tenant_id, client_id, holder)
     select i.tenant_id, held.client_id, own.holder
       from institutions i
       join client_holders held on held.tenant_id = $1 and held.holder = $2 and held.ends_at is null
       join client_holders own on own.tenant_id = $1 and own.client_id = $2 and own.ends_at is null
      where i.tenant_id = $1 and held.client_id <> $2 and own.holder <> $2
      order by held.client_id, own.holder
         on conflict (tenant_id, client_id, holder) do update set ends_at = null, ended_by = null`,
    [tenantId, clientId],
  )
  await tx.query(
    `update client_holders set ends_at = $3, ended_by = $4
      where tenant_id = $1 and client_id = $2 and ends_at is null`,
    [tenantId, clientId, endsAt.toString(), approvalUID],
  )
}

interface PersonKey {
  tenantId: bigint
  userId: string
}

/** Adds those who may hold the credentials of a locked user. */
export async function addPersonHolders(
  tx: Transaction,
  { tenantId, userId }: PersonKey,
  names: readonly string[],
): Promise<void> {
  await tx.query(
    `insert into person_holders (tenant_id, user_id, holder)
     select distinct i.tenant_id, $2::uuid, h.holder from institutions i, unnest($3::text[]) as h (holder)
      where i.tenant_id = $1 and h.holder <> $2::text
         on conflict (tenant_id, user_id, holder) do update set ends_at = null`,
    [tenantId, userId, names],
  )
}

/** Who may hold the credentials of the user now. */
export async function readPersonHolders(db: Connection, { tenantId, userId }: PersonKey): Promise<string[]> {
  const rows = await db.query<{ holder: string }>(
    'select holder from person_holders where tenant_id = $1 and user_id = $2 and ends_at is null',
    [tenantId, userId],
  )
  return rows.map(({ holder }) => holder)
}

/** Ends what these hold of the credentials of a locked user. */
export async function endPersonHolds(
  tx: Transaction,
  { tenantId, userId }: PersonKey,
  { holders, endsAt }: { holders: readonly string[]; endsAt: Temporal.Instant },
): Promise<void> {
  await tx.query(
    `update person_holders set ends_at = $4
      where tenant_id = $1 and user_id = $2 and holder = any($3::text[]) and ends_at is null`,
    [tenantId, userId, holders, endsAt.toString()],
  )
}

/** A user or signatory whose setters are kept. */
export type SetPerson = { tenantId: bigint } & ({ userId: string } | { signatoryId: bigint })

const tableOf = (person: SetPerson) =>
  'userId' in person
    ? ({ table: 'user_setters', column: 'user_id', type: 'uuid', id: person.userId } as const)
    : ({ table: 'signatory_setters', column: 'signatory_id', type: 'bigint', id: person.signatoryId } as const)

/** Adds those who set how a person is reached alone, until somebody else confirms it. */
export async function addSetters(
  tx: Transaction,
  person: SetPerson,
  { names, ofInstitution }: { names: readonly string[]; ofInstitution: boolean },
  now: Temporal.Instant,
): Promise<void> {
  const { table, column, type, id } = tableOf(person)
  await tx.query(
    `insert into ${table} (tenant_id, ${column}, holder, of_institution, set_at)
     select i.tenant_id, $2::${type}, h.holder, $4, $5 from institutions i, unnest($3::text[]) as h (holder)
      where i.tenant_id = $1 and h.holder <> $2::${type}::text
         on conflict (tenant_id, ${column}, holder) do update set ends_at = null, confirmed_by = null`,
    [person.tenantId, id, names, ofInstitution, now.toString()],
  )
}

/** Who set how a person is reached, and whom nobody has confirmed yet. */
export async function readSetters(db: Connection, person: SetPerson): Promise<string[]> {
  const { table, column, id } = tableOf(person)
  const rows = await db.query<{ holder: string }>(
    `select holder from ${table} where tenant_id = $1 and ${column} = $2 and ends_at is null order by holder`,
    [person.tenantId, id],
  )
  return rows.map(({ holder }) => holder)
}

/** Ends what these set of a locked person, because somebody else confirmed it. */
export async function endSetters(
  tx: Transaction,
  person: SetPerson,
  { holders, confirmedBy, endsAt }: { holders: readonly string[]; confirmedBy: string; endsAt: Temporal.Instant },
): Promise<void> {
  const { table, column, id } = tableOf(person)
  await tx.query(
    `update ${table} set ends_at = $5, confirmed_by = $4
      where tenant_id = $1 and ${column} = $2 and holder = any($3::text[]) and ends_at is null`,
    [person.tenantId, id, holders, confirmedBy, endsAt.toString()],
  )
}
