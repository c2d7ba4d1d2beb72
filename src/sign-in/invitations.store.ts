import { hash, randomUUID } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { isSilent } from '../institution/institution.ts'

/** How long an invitation can be accepted. */
export const INVITATION_HOURS = 72

export interface NewInvitation {
  tenantId: bigint
  userId: string
  mailTo: string
  /** The API key of the client that invites. */
  invitedBy: string
}

/**
 * The secret in the link. It is not stored, and not even sealed: it follows from the random id of
 * the invitation by a key of the institution, so that the worker that mails it can make it again.
 */
function tokenOf({ keyring }: Connection, tenantId: bigint, id: string): string {
  return hash('sha256', keyring.indexOf(tenantId, 'invitation', id), 'base64url')
}

export function digestOf(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** Invites a locked user and returns the secret. An earlier invitation ends. */
export async function insertInvitation(
  tx: Transaction,
  { tenantId, userId, mailTo, invitedBy }: NewInvitation,
  now: Temporal.Instant,
): Promise<{ token: string; expiresAt: Temporal.Instant }> {
  await deleteInvitation(tx, tenantId, userId)
  const id = randomUUID()
  const token = tokenOf(tx, tenantId, id)
  const expiresAt = now.add({ hours: INVITATION_HOURS })
  await tx.query(
    `insert into user_invitations (tenant_id, user_id, id, token_sha256, mail_to, invited_by, created_at, expires_at,
       due_at, attempts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $7, 0)`,
    [tenantId, userId, id, digestOf(token), mailTo, invitedBy, now.toString(), expiresAt.toString()],
  )
  return { token, expiresAt }
}

/** False if the user has none. */
export async function deleteInvitation(tx: Transaction, tenantId: bigint, userId: string): Promise<boolean> {
  const sql = 'delete from user_invitations where tenant_id = $1 and user_id = $2 returning true'
  return (await tx.query(sql, [tenantId, userId])).length > 0
}

/** The invitation has not ended: its time is not over, and the user's address is as it was. */
const IS_OPEN = `i.token_sha256 = $2 and i.expires_at > $3
  and i.mail_to = (select u.email from users u where u.tenant_id = $1 and u.id = i.user_id)`

/** The user whom the secret invites, until the invitation ends. */
export async function findInvited(
  db: Connection,
  { tenantId, token }: { tenantId: bigint; token: string },
  now: Temporal.Instant,
): Promise<string | undefined> {
  const row = await db.row<{ userId: string }>(
    `select i.user_id from user_invitations i where i.tenant_id = $1 and ${IS_OPEN}`,
    [tenantId, digestOf(token), now.toString()],
  )
  return row?.userId
}

/** Uses the invitation up. Of two requests with the same secret, one gets true. */
export async function useInvitation(
  tx: Transaction,
  { tenantId, token }: { tenantId: bigint; token: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const used = await tx.query(
    `delete from user_invitations i where i.tenant_id = $1 and ${IS_OPEN} returning i.user_id`,
    [tenantId, digestOf(token), now.toString()],
  )
  return used.length === 1
}

/** What the institution sees of an invitation. */
export interface Invitation {
  mailTo: string
  createdAt: Temporal.Instant
  expiresAt: Temporal.Instant
  sentAt: Temporal.Instant | null
  dueAt: Temporal.Instant | null
  failure: string | null
}

export async function findInvitation(
  db: Connection,
  tenantId: bigint,
  userId: string,
): Promise<Invitation | undefined> {
  return db.row<Invitation>(
    `select mail_to, created_at, expires_at, sent_at, due_at, failure from user_invitations
      where tenant_id = $1 and user_id = $2`,
    [tenantId, userId],
  )
}

/** No worker has a claim on it. Leases end by the clock of the database, which all share. */
const IS_FREE = '(v.leased_until is null or v.leased_until <= clock_timestamp())'

export async function tenantsWithDueInvitations(db: Connection, now: Temporal.Instant): Promise<bigint[]> {
  const rows = await db.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where exists (
       select from user_invitations v where v.tenant_id = i.tenant_id and v.due_at <= $1 and ${IS_FREE})
       and not ${isSilent('i.tenant_id')} order by i.tenant_id`,
    [now.toString()],
  )
  return rows.map((row) => row.tenantId)
}

/** An invitation claimed by this worker. The number of the attempt fences the claim. */
export interface ClaimedInvitation {
  id: string
  userId: string
  mailTo: string
  attempts: number
  createdAt: Temporal.Instant
  expiresAt: Temporal.Instant
  firstName: string
  token: string
}

/** Claims due invitations under a lease, and makes their secrets again. */
export async function claimInvitations(
  tx: Transaction,
  tenantId: bigint,
  { now, leaseMs, limit }: { now: Temporal.Instant; leaseMs: number; limit: number },
): Promise<ClaimedInvitation[]> {
  const rows = await tx.query<Omit<ClaimedInvitation, 'token'>>(
    `with claimed as (
       update user_invitations as c set leased_until = clock_timestamp() + $3 * interval '1 millisecond',
         attempts = c.attempts + 1
       from (select v.user_id from user_invitations v
              where v.tenant_id = $1 and v.due_at <= $2 and ${IS_FREE} and not ${isSilent('$1')}
              order by v.due_at limit $4 for update skip locked) as due
       where c.tenant_id = $1 and c.user_id = due.user_id
       returning c.id, c.user_id, c.mail_to, c.attempts, c.created_at, c.expires_at)
     select c.*, u.first_name from claimed c join users u on u.tenant_id = $1 and u.id = c.user_id`,
    [tenantId, now.toString(), leaseMs, limit],
  )
  return rows.map((row) => ({ ...row, token: tokenOf(tx, tenantId, row.id) }))
}

/** The result of an attempt to mail an invitation. Without `sentAt` and `dueAt`, it is given up. */
export interface InvitationOutcome {
  invitation: ClaimedInvitation
  sentAt?: Temporal.Instant
  dueAt?: Temporal.Instant
  failure?: string
}

/** Writes the result of an attempt, unless the claim has ended or the invitation is another one. */
export async function finishInvitation(
  tx: Transaction,
  tenantId: bigint,
  { invitation: { id, userId, attempts }, sentAt, dueAt, failure }: InvitationOutcome,
): Promise<void> {
  await tx.query(
    `update user_invitations set leased_until = null, due_at = $5, sent_at = $6, failure = $7
      where tenant_id = $1 and user_id = $2 and id = $3 and attempts = $4`,
    [...[tenantId, userId, id, attempts, dueAt?.toString() ?? null, sentAt?.toString() ?? null, failure ?? null]],
  )
}

/** The base URL that the institution keeps; null if no node was given one. */
export async function readPublicUrl(db: Connection, tenantId: bigint): Promise<string | null> {
  const row = await db.row<{ publicUrl: string | null }>('select public_url from institutions where tenant_id = $1', [
    tenantId,
  ])
  return row?.publicUrl ?? null
}
