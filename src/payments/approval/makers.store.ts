import type { Temporal } from 'temporal-polyfill'
import type { Maker, MakerWithAddress, Making } from '../../approvers/approvers.ts'
import { settersOf } from '../../contacts/contacts.ts'
import type { Transaction } from '../../db/client.ts'
import type { Principal } from '../../tokens/access-tokens.ts'

/** What somebody did to a payment after its first maker submitted it. */
export type Shaping = 'ChangedSeries' | 'Confirmed' | 'Submitted'

/** The makers of a payment, and how often it was shaped since it was submitted. */
export interface MakingOfPayment extends Making {
  /** Approvals of earlier revisions do not count. */
  revision: number
}

interface MakerRow extends MakerWithAddress {
  at: Temporal.Instant
  revision: number
  isSetter: boolean
}

/**
 * Reads the makers of a payment that the caller has locked, so that it has no more of them. Who set
 * the bank details of its contact is read from the contact: a payment whose contact has other ones
 * than it was made for is held.
 */
export async function readMaking(tx: Transaction, tenantId: bigint, paymentId: string): Promise<MakingOfPayment> {
  const rows = await tx.query<MakerRow>(
    `select m.client_id, m.user_id, u.email, m.at, m.revision, m.is_setter
     from (
       select p.tenant_id, p.created_by as client_id, p.created_by_user as user_id, 0 as revision,
         least(p.created_at, r.created_at) as at, false as is_setter
       from payments p
         left join payment_occurrences o on o.tenant_id = p.tenant_id and o.payment_id = p.id
         left join payment_recurrences r on r.tenant_id = o.tenant_id and r.id = o.recurrence_id
       where p.tenant_id = $1 and p.id = $2
       union all
       select tenant_id, client_id, user_id, max(revision), min(at), false from payment_makers
       where tenant_id = $1 and payment_id = $2 group by tenant_id, client_id, user_id
       union all
       select p.tenant_id, set_by."clientId", set_by."userId", 0, p.created_at, true
       from payments p join contacts k on k.tenant_id = $1 and k.id = p.contact_id cross join lateral ${settersOf('k')}
       where p.tenant_id = $1 and p.id = $2) m
       left join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
     order by m.is_setter, m.at, m.revision`,
    [tenantId, paymentId],
  )
  const [setters, makers] = [rows.filter(({ isSetter }) => isSetter), rows.filter(({ isSetter }) => !isSetter)]
  return { makers, setters, madeAt: rows[0]!.at, revision: Math.max(...rows.map(({ revision }) => revision)) }
}

/** Adds the caller to the makers of payments that the caller of this has locked. */
export async function addMaker(
  tx: Transaction,
  { tenantId, clientId, person }: Principal,
  { paymentIds, did }: { paymentIds: readonly string[]; did: Shaping },
  now: Temporal.Instant,
): Promise<void> {
  if (paymentIds.length === 0) return
  await tx.query(
    `insert into payment_makers (tenant_id, payment_id, revision, client_id, user_id, did, at)
     select $1, w.id, coalesce((select max(m.revision) from payment_makers m where m.tenant_id = $1 and m.payment_id = w.id), 0) + 1,
       $3, $4, $5, $6
     from unnest($2::uuid[]) as w (id)`,
    [tenantId, paymentIds, clientId, person?.userId ?? null, did, now.toString()],
  )
}

/** Adds everyone who made an earlier payment to the makers of a new one, which repeats it. */
export async function addMakersOf(
  tx: Transaction,
  tenantId: bigint,
  { paymentId, earlierId }: { paymentId: string; earlierId: string },
): Promise<void> {
  await tx.query(
    `insert into payment_makers (tenant_id, payment_id, revision, client_id, user_id, did, at)
     select $1, $2, row_number() over (order by m.at, m.client_id, m.user_id), m.client_id, m.user_id, 'Submitted', m.at
     from (
       select client_id, user_id, min(at) as at
       from (
         select created_by as client_id, created_by_user as user_id, created_at as at
         from payments where tenant_id = $1 and id = $3
         union all
         select client_id, user_id, at from payment_makers where tenant_id = $1 and payment_id = $3) as one
       group by client_id, user_id) as m`,
    [tenantId, paymentId, earlierId],
  )
}

/**
 * Adds a maker to a locked series, and so to all payments that it still makes. One who is a maker
 * already is not added again: few rows are copied to each payment.
 */
export async function addMakerOfSeries(
  tx: Transaction,
  tenantId: bigint,
  { recurrenceId, maker: { clientId, userId } }: { recurrenceId: string; maker: Maker },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into recurrence_makers (tenant_id, recurrence_id, number, client_id, user_id, at)
     select $1, r.id, coalesce((select max(m.number) from recurrence_makers m where m.tenant_id = $1 and m.recurrence_id = r.id), 0) + 1,
       $3, $4, $5
     from payment_recurrences r
     where r.tenant_id = $1 and r.id = $2 and (r.created_by, r.created_by_user) is distinct from ($3::text, $4::uuid)
       and not exists (select from recurrence_makers m where m.tenant_id = $1 and m.recurrence_id = r.id
         and (m.client_id, m.user_id) is not distinct from ($3::text, $4::uuid))`,
    [tenantId, recurrenceId, clientId, userId, now.toString()],
  )
}

/** A series whose contact got other bank details after it was started. */
export interface RedirectedSeries {
  recurrenceId: string
  contactId: bigint
  startedAt: Temporal.Instant
}

/** Which of these new payments are to another account or bank than the first of their series. */
export async function readRedirected(
  tx: Transaction,
  tenantId: bigint,
  occurrences: readonly { recurrenceId: string; paymentId: string }[],
): Promise<RedirectedSeries[]> {
  return tx.query<RedirectedSeries>(
    `select r.id as recurrence_id, r.contact_id, r.created_at as started_at
     from unnest($2::uuid[], $3::uuid[]) as w (recurrence_id, payment_id)
       join payment_recurrences r on r.tenant_id = $1 and r.id = w.recurrence_id
       join payments p on p.tenant_id = $1 and p.id = w.payment_id
       join payment_occurrences o on o.tenant_id = $1 and o.recurrence_id = r.id and o.number = 1
       join payments f on f.tenant_id = $1 and f.id = o.payment_id
     where r.contact_id is not null and (p.receiver_account_number_index, p.receiver_bank_code)
       is distinct from (f.receiver_account_number_index, f.receiver_bank_code)`,
    [tenantId, occurrences.map(({ recurrenceId }) => recurrenceId), occurrences.map(({ paymentId }) => paymentId)],
  )
}

/** Copies the makers of locked series to new payments of theirs. Most series have none to copy. */
export async function addMakersOfSeries(
  tx: Transaction,
  tenantId: bigint,
  occurrences: readonly { recurrenceId: string; paymentId: string }[],
): Promise<void> {
  if (occurrences.length === 0) return
  await tx.query(
    `insert into payment_makers (tenant_id, payment_id, revision, client_id, user_id, did, at)
     select $1, w.payment_id, m.number, m.client_id, m.user_id, 'ChangedSeries', m.at
     from unnest($2::uuid[], $3::uuid[]) as w (recurrence_id, payment_id)
       join recurrence_makers m on m.tenant_id = $1 and m.recurrence_id = w.recurrence_id`,
    [tenantId, occurrences.map(({ recurrenceId }) => recurrenceId), occurrences.map(({ paymentId }) => paymentId)],
  )
}

/** Who set bank details alone of the contacts of these payments and series, each once. */
export async function readSetters(
  tx: Transaction,
  tenantId: bigint,
  { paymentIds, recurrenceIds }: { paymentIds: readonly string[]; recurrenceIds: readonly string[] },
): Promise<Maker[]> {
  return tx.query<Maker>(
    `select distinct set_by."clientId" as client_id, set_by."userId" as user_id
     from (
       select contact_id from payments where tenant_id = $1 and id = any($2::uuid[])
       union
       select contact_id from payment_recurrences where tenant_id = $1 and id = any($3::uuid[])) as paid
       join contacts k on k.tenant_id = $1 and k.id = paid.contact_id cross join lateral ${settersOf('k')}
     order by 1, 2`,
    [tenantId, paymentIds, recurrenceIds],
  )
}

/** Everyone who made or shaped one of these payments or series, each once. */
export async function readMakers(
  tx: Transaction,
  tenantId: bigint,
  { paymentIds, recurrenceIds }: { paymentIds: readonly string[]; recurrenceIds: readonly string[] },
): Promise<Maker[]> {
  return tx.query<Maker>(
    `select created_by as client_id, created_by_user as user_id from payments where tenant_id = $1 and id = any($2::uuid[])
     union
     select client_id, user_id from payment_makers where tenant_id = $1 and payment_id = any($2::uuid[])
     union
     select created_by, created_by_user from payment_recurrences where tenant_id = $1 and id = any($3::uuid[])
     union
     select client_id, user_id from recurrence_makers where tenant_id = $1 and recurrence_id = any($3::uuid[])
     order by 1, 2`,
    [tenantId, paymentIds, recurrenceIds],
  )
}
