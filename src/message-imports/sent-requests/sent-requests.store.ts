import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { insertRow, updateById } from '../../db/rows.ts'
import type { SentPaymentRequests } from '../../db/types.ts'
import { conditions, readPage, readTotal } from '../../db/where.ts'
import { INSTITUTION_TIME, isSetByStopped, tenantsWhere } from '../../institution/institution.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { words } from '../../kernel/words.ts'

/** The networks that carry requests for payment of customers. */
export const REQUEST_RAILS = words('RequestRail', ['RTP', 'FEDNOW'])
export type RequestRail = (typeof REQUEST_RAILS)[number]

/** Accepted: the other bank says that it will be paid. Paid: the money is on the account. */
export const SENT_REQUEST_STATUSES = words('SentPaymentRequestStatus', [
  ...(['Open', 'Accepted', 'Paid', 'Refused', 'Expired'] as const),
])
export type SentRequestStatus = (typeof SENT_REQUEST_STATUSES)[number]

/** A request for payment that a customer sent. */
export type SentRequest = Omit<SentPaymentRequests, 'status' | 'rail'> & {
  status: SentRequestStatus
  rail: RequestRail
}

/** A credit with a reference of this form may pay a request. */
const OWN_REFERENCE = /^RFP[0-9A-F]{32}$/

/** The reference that the payment of a request repeats: EndToEndId, 35 characters. */
export function referenceOf(id: string): string {
  return `RFP${id.replaceAll('-', '').toUpperCase()}`
}

export function mayPayRequest({ endToEndId }: { endToEndId: string }): boolean {
  return OWN_REFERENCE.test(endToEndId)
}

export async function insertSent(tx: Transaction, request: SentRequest): Promise<SentRequest> {
  return (await insertRow(tx, 'sent_payment_requests', request as never)) as SentRequest
}

type Change = Partial<Pick<SentRequest, 'status' | 'answerCode' | 'answerReason' | 'receiptId' | 'endedAt'>>

/** Writes what became of a request that the caller has locked. */
export async function changeSent(tx: Transaction, { tenantId, id }: SentRequest, change: Change): Promise<SentRequest> {
  return (await updateById(tx, 'sent_payment_requests', tenantId, id, change)) as SentRequest
}

/** The request that a message made, or that a reference names, locked. */
export async function lockSentBy(
  tx: Transaction,
  tenantId: bigint,
  rail: string,
  column: 'message_id' | 'end_to_end_id',
  value: string,
): Promise<SentRequest | undefined> {
  return tx.row<SentRequest>(
    `select * from sent_payment_requests where tenant_id = $1 and rail = $2 and ${column} = $3 for no key update`,
    [tenantId, rail, value],
  )
}

/** Whether a message asks for a payment (pain.013). */
export const isRequest = ({ messageType }: { messageType: string }) => messageType.startsWith('pain.013')

/** Those of the messages that ask for a payment, and whose maker was stopped since. */
export async function findStoppedRequests(
  tx: Transaction,
  tenantId: bigint,
  messages: readonly { id: string; rail: string; messageType: string; messageId: string }[],
): Promise<ReadonlySet<string>> {
  const requests = messages.filter(isRequest)
  if (requests.length === 0) return new Set()
  const rows = await tx.query<{ id: string }>(
    `select w.id from unnest($2::uuid[], $3::text[], $4::text[]) as w (id, rail, message_id)
       join sent_payment_requests r on r.tenant_id = $1 and r.rail = w.rail and r.message_id = w.message_id
     where ${isSetByStopped('r', ['requested_by', 'requested_by_user'])}`,
    [
      ...[tenantId, requests.map(({ id }) => id), requests.map(({ rail }) => rail)],
      requests.map(({ messageId }) => messageId),
    ],
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Requests `r` that are due in a tenant, in SQL: the receipt `p` of the credit that pays one is on
 * an account, or has ended otherwise; or it has expired. Each half reads an index of open requests.
 */
const dueIn = (tenant: string, today: string, columns = '') => `
  select ${columns} from sent_payment_requests r join receipts p on p.tenant_id = ${tenant} and p.id = r.receipt_id
    where r.tenant_id = ${tenant} and r.receipt_id is not null and r.status <> 'Paid'
      and p.status in ('POSTED', 'REJECTED', 'RETURNED')
  union all
  select ${columns} from sent_payment_requests r where r.tenant_id = ${tenant} and r.receipt_id is null
    and r.status in ('Open', 'Accepted') and r.expires_on < ${today}`

/** Requests expire at the end of their day, Eastern. */
const dayOf = (time: string) => `((${time})::timestamptz at time zone 'America/New_York')::date`

/** Locks requests that are paid, or that have expired, and says whether the money is theirs. */
export async function claimDueSent(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<(SentRequest & { isPaid: boolean })[]> {
  return tx.query(
    `select r.*, coalesce(p.status = 'POSTED' and p.account_id = r.account_id, false) as is_paid
     from sent_payment_requests r left join receipts p on p.tenant_id = $1 and p.id = r.receipt_id
     where r.tenant_id = $1 and r.id in (${dueIn('$1', dayOf('$2'), 'r.id')})
     order by r.created_at, r.id limit $3 for no key update of r skip locked`,
    [tenantId, now.toString(), limit],
  )
}

/** The institutions with requests that are paid or have expired. */
export async function tenantsWithDueSent(db: Connection, now: Temporal.Instant): Promise<bigint[]> {
  return tenantsWhere(db, `exists (${dueIn('i.tenant_id', dayOf(INSTITUTION_TIME))})`, [now.toString()])
}

/** When the next request expires; undefined if none waits. */
export async function nextSentExpiry(db: Connection, tenantId: bigint): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ next: Temporal.Instant | null }>(
    `select ((min(expires_on) + 1)::timestamp at time zone 'America/New_York') as next from sent_payment_requests
     where tenant_id = $1 and status in ('Open', 'Accepted') and receipt_id is null`,
    [tenantId],
  )
  return row?.next ?? undefined
}

export interface SentFilter {
  /** Only requests of this customer and those below it; undefined for the whole institution. */
  belongingTo: bigint | undefined
  id: string | undefined
  status: SentRequestStatus | undefined
  rail: RequestRail | undefined
  accountId: bigint | undefined
}

/** Newest first. */
export async function searchSent(
  db: Connection,
  tenantId: bigint,
  { belongingTo, ...filter }: SentFilter,
  page: PageRequest,
): Promise<PageOf<SentRequest>> {
  const where = conditions(tenantId)
  if (belongingTo !== undefined)
    where.and(`customer_id in (select id from customers_under($1, ${where.bind(belongingTo)}) as u (id))`)
  where.equals('id', filter.id)
  where.equals('status', filter.status)
  where.equals('rail', filter.rail)
  where.equals('account_id', filter.accountId)
  const from = `from sent_payment_requests where tenant_id = $1 ${where}`
  const latest = 'order by created_at desc, id desc'
  const rows = await readPage<SentRequest>(db, where, page, (bounds) => `select * ${from} ${latest} ${bounds}`)
  return { rows, total: await readTotal(db, where, `select count(*) as total ${from}`) }
}

/** What decides over which networks a request can be sent. */
export interface RequestTerms {
  /** The networks whose lists do not name its bank, or say that it takes no requests. */
  withoutRequests: string[]
  /** The switches of the account that say which requests it may send, as they are stored. */
  switches: { any: string | null; RTP: string | null; FEDNOW: string | null }
}

/** By the imported lists and the switches of the account. Without a list, a network reaches all. */
export async function readRequestTerms(
  db: Connection,
  tenantId: bigint,
  { accountId, contactId }: { accountId: bigint; contactId: bigint },
): Promise<RequestTerms | undefined> {
  return db.row<RequestTerms>(
    `select array(select d.rail from bank_directories d where d.tenant_id = $1 and not exists (
         select from bank_participants b where b.tenant_id = $1 and b.rail = d.rail and b.bank_id = c.national_code
           and b.takes_payments and b.details ->> 'requestsForPayment' is distinct from 'false')) as without_requests,
       jsonb_build_object('any', a.features ->> 'rfpSend', 'RTP', a.features #>> '{rtpFeature,rtpRfpSend}',
         'FEDNOW', a.features #>> '{fedNowFeature,fednowRfpSend}') as switches
     from accounts a, contacts c where a.tenant_id = $1 and a.id = $2 and c.tenant_id = $1 and c.id = $3`,
    [tenantId, accountId, contactId],
  )
}
