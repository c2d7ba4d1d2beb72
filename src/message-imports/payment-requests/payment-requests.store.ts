import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { insertRow, lockById, updateById } from '../../db/rows.ts'
import { searched, searchTexts } from '../../db/seal-rows.ts'
import type { PaymentRequests } from '../../db/types.ts'
import { conditions, readPage, readTotal } from '../../db/where.ts'
import { INSTITUTION_TIME } from '../../institution/institution.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { words } from '../../kernel/words.ts'
import type { MessageAddress, MessageBank, MessageRailName } from '../../rails/rails.ts'

/**
 * Accepted: a payment is made, and has not left yet. Paid: it has left. Withdrawn: by the creditor.
 */
export const PAYMENT_REQUEST_STATUSES = words('PaymentRequestStatus', [
  ...(['Open', 'Accepted', 'Paid', 'Refused', 'Expired', 'Withdrawn'] as const),
])
export type PaymentRequestStatus = (typeof PAYMENT_REQUEST_STATUSES)[number]

/** What a request says of the creditor besides its name and account. */
export interface StoredCreditor {
  address?: MessageAddress
  bank: MessageBank
}

/** A request to one of our customers to pay. */
export type PaymentRequestRow = Omit<PaymentRequests, 'status' | 'rail'> & {
  status: PaymentRequestStatus
  rail: MessageRailName
}

export async function findRequest(
  tx: Transaction,
  tenantId: bigint,
  { rail, requestId }: { rail: string; requestId: string },
): Promise<{ id: string } | undefined> {
  return tx.row<{ id: string }>(
    'select id from payment_requests where tenant_id = $1 and rail = $2 and request_id = $3',
    [tenantId, rail, requestId],
  )
}

/** The request that its network calls so, locked. */
export async function lockRequestOf(
  tx: Transaction,
  tenantId: bigint,
  { rail, requestId }: { rail: string; requestId: string },
): Promise<PaymentRequestRow | undefined> {
  return tx.row<PaymentRequestRow>(
    'select * from payment_requests where tenant_id = $1 and rail = $2 and request_id = $3 for no key update',
    [tenantId, rail, requestId],
  )
}

type NewRequest = Omit<PaymentRequestRow, 'paymentId' | 'notes'>

export async function insertRequest(tx: Transaction, request: NewRequest): Promise<PaymentRequestRow> {
  return (await insertRow(tx, 'payment_requests', request as never)) as PaymentRequestRow
}

export async function lockRequest(
  tx: Transaction,
  tenantId: bigint,
  id: string,
): Promise<PaymentRequestRow | undefined> {
  return (await lockById(tx, 'payment_requests', tenantId, id)) as PaymentRequestRow | undefined
}

type Change = Pick<PaymentRequestRow, 'status' | 'decidedBy' | 'decidedAt'> &
  Partial<Pick<PaymentRequestRow, 'paymentId' | 'refusalCode' | 'notes'>>

/** Writes what became of a request that the caller has locked. */
export async function changeRequest(
  tx: Transaction,
  { tenantId, id }: PaymentRequestRow,
  change: Change,
): Promise<PaymentRequestRow> {
  return (await updateById(tx, 'payment_requests', tenantId, id, change)) as PaymentRequestRow
}

/** The account that a request asks to pay, as it now is. */
export interface AskedAccount {
  accountId: bigint
  customerId: bigint
  isClosed: boolean
  /** Whether the institution lets it receive requests for payment on this rail. */
  takesRequests: boolean
}

/** The account with exactly this number; an open one comes before one that is closed. */
export async function findAskedAccount(
  tx: Transaction,
  tenantId: bigint,
  { number, rail, routingNumber }: { number: string; rail: MessageRailName; routingNumber: string },
): Promise<AskedAccount | undefined> {
  return tx.row<AskedAccount>(
    `select a.id as account_id, a.customer_id, a.deleted_at is not null or a.status = 'Closed' as is_closed,
       lower(coalesce(a.features ->> 'rfpReceive', '')) not in ('no', 'false') and lower(coalesce(case $4::text
         when 'FEDNOW' then a.features #>> '{fedNowFeature,fednowRfpReceive}'
         when 'RTP' then a.features #>> '{rtpFeature,rtpRfpReceive}' end, '')) not in ('no', 'false') as takes_requests
     from accounts a
     where a.tenant_id = $1 and ${searched('account_number')} = any(array(select unnest($2::text[]))) and a.routing_number = $3
     order by is_closed, a.id desc limit 1`,
    [tenantId, searchTexts(tx.keyring, tenantId, 'account_number', [number]), routingNumber, rail],
  )
}

/** The account and the bank that a payment goes to. */
export async function readReceiver(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
): Promise<{ receiverAccountNumber: string; receiverBankCode: string } | undefined> {
  return tx.row('select receiver_account_number, receiver_bank_code from payments where tenant_id = $1 and id = $2', [
    ...[tenantId, paymentId],
  ])
}

/** Payments that have left, or whose message may leave at any moment, in SQL. */
const HAS_LEFT = `s.status in ('TRANSMITTED', 'PROCESSED', 'RETURNED', 'REVERSED')`
const IS_LEAVING = `s.status = 'READY_TO_TRANSMIT' and s.leaves_at is null`
const HAS_ENDED = `s.status in ('VALIDATION_FAILURE', 'REJECTED', 'CANCELLED')`

/** What is to be done about requests `r` with the states `s` of their payments, at a time. */
const dueAt = (time: string) => `(r.status = 'Accepted' and (${HAS_LEFT} or ${HAS_ENDED})
  or r.status = 'Open' and r.expires_at <= ${time}
  or r.status = 'Accepted' and r.expires_at <= ${time} and not (${IS_LEAVING}))`

const FROM = `from payment_requests r
  left join payment_states s on s.tenant_id = r.tenant_id and s.payment_id = r.payment_id and r.status = 'Accepted'`

/** What became of the payment of a request. */
export type FateOfPayment = 'Left' | 'Ended' | 'Waiting'

/** Locks requests whose payment has left or ended, or that have expired, the oldest first. */
export async function claimDue(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<(PaymentRequestRow & { fate: FateOfPayment })[]> {
  return tx.query<PaymentRequestRow & { fate: FateOfPayment }>(
    `select r.*, case when ${HAS_LEFT} then 'Left' when ${HAS_ENDED} then 'Ended' else 'Waiting' end as fate ${FROM}
     where r.tenant_id = $1 and ${dueAt('$2')} order by r.created_at, r.id limit $3 for no key update of r skip locked`,
    [tenantId, now.toString(), limit],
  )
}

/** The institutions with requests that are due. Reads all tenants. */
export async function tenantsWithDue(db: Connection, now: Temporal.Instant): Promise<bigint[]> {
  const rows = await db.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where $1::timestamptz is not null and exists (
       select ${FROM} where r.tenant_id = i.tenant_id and ${dueAt(`(${INSTITUTION_TIME})`)}) order by i.tenant_id`,
    [now.toString()],
  )
  return rows.map(({ tenantId }) => tenantId)
}

/** When the next open request expires; undefined if none does. */
export async function nextExpiry(db: Connection, tenantId: bigint): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ min: Temporal.Instant | null }>(
    `select min(expires_at) from payment_requests where tenant_id = $1 and status = 'Open' and expires_at is not null`,
    [tenantId],
  )
  return row?.min ?? undefined
}

export interface PaymentRequestFilter {
  /** Only requests to this customer and those below it; undefined for the whole institution. */
  belongingTo: bigint | undefined
  id: string | undefined
  status: PaymentRequestStatus | undefined
  rail: string | undefined
  accountId: bigint | undefined
}

/** Newest first. */
export async function searchRequests(
  db: Connection,
  tenantId: bigint,
  { belongingTo, ...filter }: PaymentRequestFilter,
  page: PageRequest,
): Promise<PageOf<PaymentRequestRow>> {
  const where = conditions(tenantId)
  if (belongingTo !== undefined)
    where.and(`customer_id in (select id from customers_under($1, ${where.bind(belongingTo)}) as u (id))`)
  where.equals('id', filter.id)
  where.equals('status', filter.status)
  where.equals('rail', filter.rail)
  where.equals('account_id', filter.accountId)
  const from = `from payment_requests where tenant_id = $1 ${where}`
  const latest = 'order by created_at desc, id desc'
  const rows = await readPage<PaymentRequestRow>(db, where, page, (bounds) => `select * ${from} ${latest} ${bounds}`)
  return { rows, total: await readTotal(db, where, `select count(*) as total ${from}`) }
}
