import { randomUUID } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Connection, Transaction } from '../db/client.ts'
import { MAY_USE } from '../tokens/api-clients.ts'
import type { Factor, Person, SignInInstitution } from './person.ts'

/** A user, and what the password rules compare with. */
export interface Candidate {
  userId: string
  customerId: bigint
  loginId: string
  firstName: string
  lastName: string
  email: string
}

interface Holder extends Candidate {
  credentialsId: string
  passwordHash: string
  factors: Factor[]
}

/** A person with the hash of the password. */
export interface PersonWithPassword extends Person {
  passwordHash: string
}

const CANDIDATE = 'u.id as user_id, u.customer_id, u.login_id, u.first_name, u.last_name, u.email'

/** The person who may sign in now with exactly this login or id. */
export async function findPerson(
  db: Connection,
  { tenantId, legalEntityId }: SignInInstitution,
  named: { loginId: string } | { userId: string },
): Promise<PersonWithPassword | undefined> {
  const [column, value] = 'loginId' in named ? ['u.login_id', named.loginId] : ['u.id', named.userId]
  const row = await db.row<Holder>(
    `select ${CANDIDATE}, k.id as credentials_id, k.password_hash,
       array(select distinct f.kind from user_factors f
              where f.tenant_id = $1 and f.user_id = u.id and f.confirmed_at is not null order by 1) as factors
     from users u join customers c on c.tenant_id = u.tenant_id and c.id = u.customer_id
       join user_credentials k on k.tenant_id = $1 and k.user_id = u.id
     where u.tenant_id = $1 and ${column} = $2 and ${MAY_USE}`,
    [tenantId, value],
  )
  if (!row) return undefined
  const { userId, customerId, loginId, firstName, lastName, credentialsId, factors, passwordHash } = row
  return {
    ...{ userId, loginId, credentialsId, factors, passwordHash },
    customerId: customerId === legalEntityId ? null : customerId,
    displayName: `${firstName} ${lastName}`,
    mustEnrol: factors.length === 0,
  }
}

/** Undefined unless the user may sign in now. */
export async function readPerson(
  { db }: Pick<App, 'db'>,
  institution: SignInInstitution,
  userId: string,
): Promise<Person | undefined> {
  const found = await db.read((connection) => findPerson(connection, institution, { userId }))
  return found && withoutPassword(found)
}

export function withoutPassword({ passwordHash: _, ...person }: PersonWithPassword): Person {
  return person
}

/** A user who may use the service, whether or not it has credentials. Locks the row. */
export async function lockCandidate(tx: Transaction, tenantId: bigint, userId: string): Promise<Candidate | undefined> {
  return tx.row<Candidate>(
    `select ${CANDIDATE} from users u join customers c on c.tenant_id = u.tenant_id and c.id = u.customer_id
      where u.tenant_id = $1 and u.id = $2 and ${MAY_USE} for no key update of u`,
    [tenantId, userId],
  )
}

/** A person who sets a second factor up. */
export interface Enrolling {
  userId: string
  /** For the first factor: the credentials whose password was proven. */
  firstOf?: string
}

/**
 * Locks the user. False unless the user may use the service and, for the first factor, still has
 * the same credentials and no factor.
 */
export async function lockEnrolling(
  tx: Transaction,
  tenantId: bigint,
  { userId, firstOf }: Enrolling,
): Promise<boolean> {
  if (!(await lockCandidate(tx, tenantId, userId))) return false
  if (firstOf === undefined) return true
  const found = await tx.row(
    `select k.id from user_credentials k where k.tenant_id = $1 and k.user_id = $2 and k.id = $3 and not exists (
       select from user_factors f where f.tenant_id = $1 and f.user_id = $2 and f.confirmed_at is not null)`,
    [tenantId, userId, firstOf],
  )
  return found !== undefined
}

/** Stores the first password of a locked user. */
export async function insertCredentials(
  tx: Transaction,
  { tenantId, userId, passwordHash }: { tenantId: bigint; userId: string; passwordHash: string },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into user_credentials (tenant_id, user_id, id, password_hash, created_at) values ($1, $2, $3, $4, $5)`,
    [tenantId, userId, randomUUID(), passwordHash, now.toString()],
  )
}

/**
 * Replaces the password of a locked user, whose sessions end with it. False if the credentials are
 * others by now.
 */
export async function replaceCredentials(
  tx: Transaction,
  replaced: { tenantId: bigint; userId: string; credentialsId: string; passwordHash: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const { tenantId, userId, credentialsId } = replaced
  const gone = await tx.query(
    'delete from user_credentials where tenant_id = $1 and user_id = $2 and id = $3 returning user_id',
    [tenantId, userId, credentialsId],
  )
  if (gone.length === 0) return false
  await insertCredentials(tx, replaced, now)
  return true
}

/** When the user's password was set; undefined without one. */
export async function findCredentials(
  db: Connection,
  tenantId: bigint,
  userId: string,
): Promise<{ createdAt: Temporal.Instant } | undefined> {
  return db.row('select created_at from user_credentials where tenant_id = $1 and user_id = $2', [tenantId, userId])
}

/** Ends the sessions of a person who keeps the password. */
export async function renewCredentialsId(tx: Transaction, tenantId: bigint, userId: string): Promise<void> {
  await tx.query('update user_credentials set id = $3 where tenant_id = $1 and user_id = $2', [
    tenantId,
    userId,
    randomUUID(),
  ])
}

/** Ends everything by which the user could sign in, and returns whether there was a password. */
export async function deleteCredentials(tx: Transaction, tenantId: bigint, userId: string): Promise<boolean> {
  for (const table of ['user_recovery_codes', 'user_factors', 'user_invitations'])
    await tx.query(`delete from ${table} where tenant_id = $1 and user_id = $2`, [tenantId, userId])
  const gone = await tx.query('delete from user_credentials where tenant_id = $1 and user_id = $2 returning user_id', [
    tenantId,
    userId,
  ])
  return gone.length > 0
}
