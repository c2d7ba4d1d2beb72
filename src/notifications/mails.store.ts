import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { insertRows } from '../db/rows.ts'
import { isSilent } from '../institution/institution.ts'
import { firstIdAt } from '../kernel/id.ts'
import type { PaymentToTell } from './domain/payment-mail.ts'

/**
 * Payments with an address whose current state was not yet mailed. Matches the condition of the
 * index payment_states_to_notify.
 */
const toNotify = `s.is_mailed and s.notified_status is distinct from s.status
  and s.status in ('PROCESSED', 'RETURNED', 'REVERSED', 'VALIDATION_FAILURE', 'REJECTED', 'CANCELLED')`

export async function tenantsToNotify(tx: Transaction, now: Temporal.Instant): Promise<bigint[]> {
  const rows = await tx.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where $1::timestamptz is not null
       and (select true from payment_states s where s.tenant_id = i.tenant_id and ${toNotify} limit 1) order by i.tenant_id`,
    [now.toString()],
  )
  return rows.map((row) => row.tenantId)
}

/**
 * Creates a mail for each payment in a new state, and marks the payment. Skips payments that
 * another worker holds. Returns how many.
 */
export async function makeMails(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<number> {
  const payments = await tx.query<{ id: string; status: string }>(
    `select s.payment_id as id, s.status from payment_states s where s.tenant_id = $1 and ${toNotify} order by s.payment_id limit $2 for no key update skip locked`,
    [tenantId, limit],
  )
  await insertRows(
    tx,
    'payment_mails',
    { tenantId, createdAt: now, dueAt: now, attempts: 0 },
    payments.map(({ id, status }) => ({ paymentId: id, status })),
    'on conflict (tenant_id, payment_id, status) do nothing',
  )
  await tx.query(
    'update payment_states set notified_status = status where tenant_id = $1 and payment_id = any($2::uuid[])',
    [tenantId, payments.map(({ id }) => id)],
  )
  return payments.length
}

/** No worker has a claim on it. Leases end by the clock of the database, which all share. */
const IS_FREE = '(m.leased_until is null or m.leased_until <= clock_timestamp())'

export async function tenantsWithDueMails(tx: Transaction, now: Temporal.Instant): Promise<bigint[]> {
  const rows = await tx.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where (
       select true from payment_mails m where m.tenant_id = i.tenant_id and m.due_at <= $1 and ${IS_FREE} order by m.due_at limit 1)
       and not ${isSilent('i.tenant_id')} order by i.tenant_id`,
    [now.toString()],
  )
  return rows.map((row) => row.tenantId)
}

/** A mail claimed by this worker. The number of the attempt is the fencing token of the claim. */
export interface ClaimedMail extends Omit<PaymentToTell, 'institutionName'> {
  to: string
  attempts: number
  createdAt: Temporal.Instant
}

/**
 * Claims due mails under a lease. Claims none while the institution's database is older than what
 * has left.
 */
export async function claimMails(
  tx: Transaction,
  tenantId: bigint,
  { now, leaseMs, limit }: { now: Temporal.Instant; leaseMs: number; limit: number },
): Promise<ClaimedMail[]> {
  return tx.query<ClaimedMail>(
    `with claimed as (
       update payment_mails as c set leased_until = clock_timestamp() + $3 * interval '1 millisecond', attempts = c.attempts + 1
       from (select m.payment_id, m.status from payment_mails m where m.tenant_id = $1 and m.due_at <= $2 and ${IS_FREE}
               and not ${isSilent('$1')}
             order by m.due_at limit $4 for update skip locked) as due
       where c.tenant_id = $1 and c.payment_id = due.payment_id and c.status = due.status
       returning c.payment_id, c.status, c.attempts, c.created_at)
     select m.payment_id, m.status, m.attempts, m.created_at, p.details #>> '{notification,emailAddress}' as "to",
       p.details #>> '{notification,message}' as message, c.legal_name as sender_name, a.account_number as sender_account_number,
       p.entry_type, p.receiver_name, p.receiver_account_number, coalesce(x.buy_amount, p.amount - coalesce(p.deducted_amount, 0)) as amount, coalesce(x.buy_currency, p.currency) as currency,
       coalesce((select s.pays_on from payment_states s where s.tenant_id = $1 and s.payment_id = p.id), p.payment_date) as payment_date,
       p.external_reference_id
     from claimed m
       join current_payments p on p.tenant_id = $1 and p.id = m.payment_id
       join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id
       join accounts a on a.tenant_id = p.tenant_id and a.id = p.sender_account_id
       left join payment_exchanges x on x.tenant_id = $1 and x.payment_id = p.id and x.buy_amount is not null`,
    [tenantId, now.toString(), leaseMs, limit],
  )
}

/** The result of an attempt. */
export interface MailOutcome {
  mail: ClaimedMail
  sentAt?: Temporal.Instant
  /** When to retry. If neither this nor `sentAt` is set, the mail is given up. */
  dueAt?: Temporal.Instant
  failure?: string
}

/**
 * Writes the results of attempts, and returns how many. A claim whose lease has ended writes
 * nothing: the next worker sends the mail again.
 */
export async function finishMails(
  tx: Transaction,
  tenantId: bigint,
  outcomes: readonly MailOutcome[],
): Promise<number> {
  const written = await tx.query(
    `update payment_mails as m set leased_until = null, due_at = o.due_at, sent_at = o.sent_at, failure = o.failure
     from unnest($2::uuid[], $3::text[], $4::smallint[], $5::timestamptz[], $6::timestamptz[], $7::text[])
       as o (payment_id, status, attempts, due_at, sent_at, failure)
     where m.tenant_id = $1 and m.payment_id = o.payment_id and m.status = o.status and m.attempts = o.attempts
       and m.leased_until > clock_timestamp()
     returning m.payment_id`,
    [
      tenantId,
      outcomes.map(({ mail }) => mail.paymentId),
      outcomes.map(({ mail }) => mail.status),
      outcomes.map(({ mail }) => mail.attempts),
      outcomes.map(({ dueAt }) => dueAt?.toString() ?? null),
      outcomes.map(({ sentAt }) => sentAt?.toString() ?? null),
      outcomes.map(({ failure }) => failure ?? null),
    ],
  )
  return written.length
}

/**
 * Deletes at most `limit` mails that were made before a moment and are not on their way, in the
 * order of their payments, and returns their number. The id of a payment begins with its time, so
 * payments after the moment are not read.
 */
export async function purgeMails(
  tx: Transaction,
  tenantId: bigint,
  before: Temporal.Instant,
  limit: number,
): Promise<number> {
  const gone = await tx.query(
    `delete from payment_mails where tenant_id = $1 and ctid = any(array(
       select ctid from payment_mails
       where tenant_id = $1 and payment_id < $2 and created_at < $3 and due_at is null order by payment_id limit $4))
     returning 1`,
    [tenantId, firstIdAt(before), before.toString(), limit],
  )
  return gone.length
}

/** The state of a mail about a payment. */
export interface PaymentMail {
  /** When it was sent, or else created. */
  at: Temporal.Instant
  /** The payment state it reports. */
  status: string
  delivery: 'Pending' | 'Delivered' | 'Failed'
  attempts: number
  failure: string | null
}

/** The mails about a payment: at most one for each mailed state. */
export async function readPaymentMails(tx: Transaction, tenantId: bigint, paymentId: string): Promise<PaymentMail[]> {
  return tx.query<PaymentMail>(
    `select coalesce(sent_at, created_at) as at, status,
       case when sent_at is not null then 'Delivered' when due_at is not null then 'Pending' else 'Failed' end as delivery, attempts, failure
     from payment_mails where tenant_id = $1 and payment_id = $2 order by created_at`,
    [tenantId, paymentId],
  )
}
