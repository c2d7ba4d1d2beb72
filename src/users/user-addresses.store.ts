import { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertRow } from '../db/rows.ts'
import { isSilent } from '../institution/institution.ts'
import { newId } from '../kernel/id.ts'
import type { Party } from '../tokens/api-clients.ts'

/** Who set the e-mail address that a user has now. */
export interface SetAddress {
  author: Party
  setAt: Temporal.Instant
  /** The address before; null for that of a new user. */
  earlier: string | null
}

/** Mails are due by the clock of the machine, which that of a sandbox can be ahead of. */
const AT_ONCE = Temporal.Instant.fromEpochMilliseconds(0)

/** Records who set the address of a user. A changed one is told to the address before. */
export async function insertAddress(
  tx: Transaction,
  { tenantId, id: userId, email }: { tenantId: bigint; id: string; email: string },
  { author, earlier, approvalUID }: { author: Party; earlier: string | null; approvalUID: string | null },
  now: Temporal.Instant,
): Promise<void> {
  await insertRow(tx, 'user_addresses', {
    ...{ tenantId, id: newId(now), userId, email, earlier, setAt: now, attempts: 0 },
    ...{ setBy: author.clientId, setByUser: author.userId, approvalId: approvalUID },
    dueAt: earlier === null ? null : AT_ONCE,
  })
}

/** Undefined for a user whose address is from before this was recorded. */
export async function findSetAddress(
  db: Connection,
  { tenantId, id, email }: { tenantId: bigint; id: string; email: string },
): Promise<SetAddress | undefined> {
  const row = await db.row<{
    setBy: string
    setByUser: string | null
    setAt: Temporal.Instant
    earlier: string | null
  }>(
    `select set_by, set_by_user, set_at, earlier from user_addresses
      where tenant_id = $1 and user_id = $2 and email = $3 order by set_at desc, id desc limit 1`,
    [tenantId, id, email],
  )
  if (!row) return undefined
  const { setBy: clientId, setByUser: userId, setAt, earlier } = row
  return { author: { clientId, userId }, setAt, earlier }
}

/** No worker has a claim on it. Leases end by the clock of the database, which all share. */
const IS_FREE = '(a.leased_until is null or a.leased_until <= clock_timestamp())'

export async function tenantsWithDueNotices(db: Connection, now: Temporal.Instant): Promise<bigint[]> {
  const rows = await db.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where exists (
       select from user_addresses a where a.tenant_id = i.tenant_id and a.due_at <= $1 and ${IS_FREE})
       and not ${isSilent('i.tenant_id')} order by i.tenant_id`,
    [now.toString()],
  )
  return rows.map((row) => row.tenantId)
}

/** A mail to an earlier address, claimed by this worker. The attempt fences the claim. */
export interface ClaimedNotice {
  id: string
  userId: string
  mailTo: string
  attempts: number
  setAt: Temporal.Instant
  firstName: string
}

/** Claims due mails under a lease. */
export async function claimNotices(
  tx: Transaction,
  tenantId: bigint,
  { now, leaseMs, limit }: { now: Temporal.Instant; leaseMs: number; limit: number },
): Promise<ClaimedNotice[]> {
  return tx.query<ClaimedNotice>(
    `with claimed as (
       update user_addresses as c set leased_until = clock_timestamp() + $3 * interval '1 millisecond',
         attempts = c.attempts + 1
       from (select a.id from user_addresses a
              where a.tenant_id = $1 and a.due_at <= $2 and ${IS_FREE} and not ${isSilent('$1')}
              order by a.due_at limit $4 for update skip locked) as due
       where c.tenant_id = $1 and c.id = due.id
       returning c.id, c.user_id, c.earlier as mail_to, c.attempts, c.set_at)
     select c.*, u.first_name from claimed c join users u on u.tenant_id = $1 and u.id = c.user_id`,
    [tenantId, now.toString(), leaseMs, limit],
  )
}

/** The result of an attempt. Without `sentAt` and `dueAt`, it is given up. */
export interface NoticeOutcome {
  notice: ClaimedNotice
  sentAt?: Temporal.Instant
  dueAt?: Temporal.Instant
  failure?: string
}

/** Writes the result of an attempt, unless the claim has ended. */
export async function finishNotice(
  tx: Transaction,
  tenantId: bigint,
  { notice: { id, attempts }, sentAt, dueAt, failure }: NoticeOutcome,
): Promise<void> {
  await tx.query(
    `update user_addresses set leased_until = null, due_at = $4, sent_at = $5, failure = $6
      where tenant_id = $1 and id = $2 and attempts = $3`,
    [...[tenantId, id, attempts, dueAt?.toString() ?? null, sentAt?.toString() ?? null, failure ?? null]],
  )
}
