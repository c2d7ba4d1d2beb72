import type { Temporal } from 'temporal-polyfill'
import { type Altered, queryAny } from '../db/altered-rows.ts'
import type { Connection, Transaction } from '../db/client.ts'
import { contentIndex, whyRowAltered } from '../db/content-digest.ts'
import { RECEIPTS } from '../db/digested-tables.ts'
import { byId, insertRows, type NewRow } from '../db/rows.ts'
import { numberIndex, searched, searchTexts } from '../db/seal-rows.ts'
import type { Receipts } from '../db/types.ts'
import { conditions, readPage, readTotal } from '../db/where.ts'
import type { Institution } from '../institution/institution.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import { words } from '../kernel/words.ts'
import type { ReceivingAccount } from './domain/match-account.ts'
import type { UnpostedReason } from './domain/unposted-reasons.ts'
import { canBecome, type ReceiptStatus } from './receipt-state.ts'

/** What the institution answered to a credit that waited for its answer. */
export const CREDIT_ANSWERS = words('CreditAnswer', ['Accepted', 'AcceptedWithoutPosting', 'Rejected'])
export type CreditAnswerName = (typeof CREDIT_ANSWERS)[number]

/** Where the amount of a receipt is, besides clearing. Null if it moves no money, or not yet. */
export const PLACES = ['Customer', 'Suspense', 'Review'] as const
export type Place = (typeof PLACES)[number]

/**
 * A receipt as it is stored. Amounts are in minor units. One that is locked says if it is not what
 * the service stored.
 */
export interface Receipt extends Receipts, Altered {
  direction: 'Credit' | 'Debit'
  status: ReceiptStatus
  reason: UnpostedReason | null
  place: Place | null
  answer: CreditAnswerName | null
}

/** Those of the identities that were received before. */
export async function readIdentities(
  tx: Transaction,
  tenantId: bigint,
  rail: string,
  identities: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ identity: string }>(
    `select identity from receipts where tenant_id = $1 and rail = $2 and identity = any(array(select unnest($3::text[])))`,
    [tenantId, rail, identities],
  )
  return new Set(rows.map(({ identity }) => identity))
}

/** Throws if one of the items was received before: the caller has looked, and holds the lock. */
export async function insertReceipts(
  tx: Transaction,
  tenantId: bigint,
  rows: readonly Omit<
    NewRow<'receipts'>,
    'tenantId' | 'createdAt' | 'previousStatus' | 'step' | 'steppedAt' | 'actor' | 'contentIndex'
  >[],
  { actor, now }: { actor: string; now: Temporal.Instant },
): Promise<void> {
  const step = 2
  const shared = { tenantId, createdAt: now, previousStatus: 'RECEIVED', step, steppedAt: now, actor }
  const digestOf = (row: (typeof rows)[number]) => {
    const accountNumberIndex = numberIndex(tx.keyring, tenantId, row.accountNumber)
    return contentIndex(tx, tenantId, RECEIPTS, { ...NO_ENTRY, ...row, step, accountNumberIndex })
  }
  const written = rows.map((row) => ({ ...row, contentIndex: digestOf(row) }))
  await insertRows(tx, 'receipts', shared, written)
}

/** What an item of a message lacks. */
const NO_ENTRY = { fileId: null, entryNumber: null, transactionCode: null, secCode: null } as const

/**
 * The accounts to which the institution gave one of these numbers, closed and deleted ones too. An
 * account that somebody registered at another bank receives nothing, and is never proposed.
 */
export async function findAccountIds(
  tx: Transaction,
  { tenantId, routingNumber }: Pick<Institution, 'tenantId' | 'routingNumber'>,
  numbers: readonly string[],
): Promise<bigint[]> {
  if (numbers.length === 0) return []
  const rows = await tx.query<{ id: bigint }>(
    `select id from accounts
     where tenant_id = $1 and ${searched('account_number')} = any(array(select unnest($2::text[])))
       and routing_number = $3`,
    [tenantId, searchTexts(tx.keyring, tenantId, 'account_number', numbers), routingNumber],
  )
  return rows.map(({ id }) => id)
}

/** These accounts as receivers. The caller has locked their ledger accounts: none closes. */
export async function readReceivingAccounts(
  tx: Transaction,
  tenantId: bigint,
  ids: readonly bigint[],
  routingNumber: string,
): Promise<ReceivingAccount[]> {
  if (ids.length === 0) return []
  return tx.query<ReceivingAccount>(
    `select a.id, a.customer_id, c.legal_name as customer_name, a.account_number, a.routing_number = $3 as is_own,
       a.status, a.deleted_at is not null as is_deleted, c.status = 'Suspended' as is_customer_suspended,
       a.currency, a.type, a.sub_type
     from accounts a join customers c on c.tenant_id = $1 and c.id = a.customer_id
     where a.tenant_id = $1 and a.id = any(array(select unnest($2::bigint[])))`,
    [tenantId, ids, routingNumber],
  )
}

export async function findReceipt(db: Connection, tenantId: bigint, id: string): Promise<Receipt | undefined> {
  return (await byId(db, 'receipts', tenantId, id)) as Receipt | undefined
}

export async function lockReceipt(tx: Transaction, tenantId: bigint, id: string): Promise<Receipt | undefined> {
  return (await lockWhere(tx, tenantId, 'id = $2 for no key update', [id]))[0]
}

/** Reads receipts with their locks. One that was altered says so, and stops no other. */
async function lockWhere(
  tx: Transaction,
  tenantId: bigint,
  where: string,
  values: readonly unknown[],
): Promise<Receipt[]> {
  const rows = await queryAny<Receipt>(tx, `select * from receipts where tenant_id = $1 and ${where}`, [
    tenantId,
    ...values,
  ])
  return rows.map((row) => {
    const altered = row.altered ?? whyRowAltered(tx, tenantId, RECEIPTS, row)
    return altered === undefined ? row : { ...row, altered }
  })
}

/** Locks the receipt of a credit that came in by a message. */
export async function lockCredit(
  tx: Transaction,
  tenantId: bigint,
  { rail, identity }: { rail: string; identity: string },
): Promise<Receipt | undefined> {
  return (await lockWhere(tx, tenantId, 'rail = $2 and identity = $3 for no key update', [rail, identity]))[0]
}

/** Locks the receipts of credits that came in by messages of a rail; by their identities. */
export async function lockCredits(
  tx: Transaction,
  tenantId: bigint,
  rail: string,
  identities: readonly string[],
): Promise<Map<string, Receipt>> {
  const where = 'rail = $2 and identity = any(array(select unnest($3::text[]))) order by id for no key update'
  const rows = await lockWhere(tx, tenantId, where, [rail, identities])
  return new Map(rows.map((row) => [row.identity, row]))
}

/** The accounts to which credits of messages are posted, by the identities of the credits. */
export async function readAccountsOfCredits(
  db: Connection,
  tenantId: bigint,
  rail: string,
  identities: readonly string[],
): Promise<bigint[]> {
  if (identities.length === 0) return []
  const rows = await db.query<{ accountId: bigint }>(
    `select distinct account_id from receipts where tenant_id = $1 and rail = $2
       and identity = any(array(select unnest($3::text[]))) and account_id is not null`,
    [tenantId, rail, identities],
  )
  return rows.map(({ accountId }) => accountId)
}

/** Locks these receipts, in the order of their ids. */
export async function lockReceipts(
  tx: Transaction,
  tenantId: bigint,
  ids: readonly string[],
): Promise<Map<string, Receipt>> {
  if (ids.length === 0) return new Map()
  const where = 'id = any(array(select unnest($2::uuid[]))) order by id for no key update'
  const rows = await lockWhere(tx, tenantId, where, [ids])
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Notes that the amounts of receipts have left suspense, because their returns settled. They are
 * locked.
 */
export async function clearPlaces(tx: Transaction, tenantId: bigint, receipts: readonly Receipt[]): Promise<void> {
  await tx.query(
    `update receipts r set place = null, content_index = c.content
     from unnest($2::uuid[], $3::text[]) as c (id, content) where r.tenant_id = $1 and r.id = c.id`,
    [
      ...[tenantId, receipts.map(({ id }) => id)],
      receipts.map((receipt) => digestAfter(tx, receipt, { ...receipt, place: null })),
    ],
  )
}

/** One that was altered gets no digest by a change. */
function digestAfter(tx: Transaction, before: Receipt, after: Receipt): string | null {
  return before.altered === undefined ? contentIndex(tx, before.tenantId, RECEIPTS, after) : before.contentIndex
}

/** Locks receipts whose settlement is due, credits of a moment before its debits. */
export async function claimToSettle(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<Receipt[]> {
  const where = `settlement_id is null and amount > 0 and settles_at <= $2
    order by settles_at, direction, id limit $3 for no key update`
  return lockWhere(tx, tenantId, where, [now.toString(), limit])
}

/** Puts off the settlement of a receipt that stops others; its settlement date stays. */
export async function settleLater(
  tx: Transaction,
  tenantId: bigint,
  ids: readonly string[],
  settlesAt: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update receipts set settles_at = $3
     where tenant_id = $1 and id = any(array(select unnest($2::uuid[]))) and settlement_id is null`,
    [tenantId, ids, settlesAt.toString()],
  )
}

/** Records the settlements of receipts that keep their state. */
export async function noteSettled(
  tx: Transaction,
  tenantId: bigint,
  settled: readonly { id: string; settlementId: string }[],
): Promise<void> {
  if (settled.length === 0) return
  const settlements = Object.fromEntries(settled.map(({ id, settlementId }) => [id, settlementId]))
  await tx.query(
    `update receipts r set settlement_id = ($3::jsonb ->> r.id::text)::uuid, hold_id = null
     where r.tenant_id = $1 and r.id = any(array(select unnest($2::uuid[]))) and r.settlement_id is null`,
    [tenantId, Object.keys(settlements), JSON.stringify(settlements)],
  )
}

/** One step of a receipt, with the columns that it sets. The others keep their values. */
export interface Step {
  receipt: Receipt
  to: ReceiptStatus
  actor: string
  evidence?: object
  set?: Partial<
    Pick<
      Receipt,
      | 'reason'
      | 'accountId'
      | 'customerId'
      | 'place'
      | 'holdId'
      | 'returnCode'
      | 'settlementId'
      | 'answer'
      | 'returnSettlementId'
    >
  >
}

/** A receipt was not in the state of its step: the caller did not hold its lock. */
export class IllegalReceiptStep extends Error {}

/**
 * Moves receipts, locked by the caller, one step. All or nothing. Values are looked up by id in one
 * object, so that the statement finds the rows by their ids alone.
 */
export async function moveReceipts(
  tx: Transaction,
  tenantId: bigint,
  steps: readonly Step[],
  now: Temporal.Instant,
): Promise<Receipt[]> {
  if (steps.length === 0) return []
  const moved = steps.map(({ receipt, to, actor, evidence, set }): Receipt => {
    if (!canBecome(receipt.status, to))
      throw new IllegalReceiptStep(`receipt ${receipt.id} cannot go from ${receipt.status} to ${to}`)
    const stepped = { previousStatus: receipt.status, status: to, step: receipt.step + 1, steppedAt: now, actor }
    const after = { ...receipt, ...set, ...stepped, evidence: (evidence as Receipt['evidence']) ?? null }
    return { ...after, contentIndex: digestAfter(tx, receipt, after) }
  })
  const cells = moved.map((one) => [
    one.id,
    [one.previousStatus, one.status, one.actor, one.reason, one.accountId, one.customerId, one.place, one.holdId]
      .concat([one.returnCode, one.settlementId, one.answer, one.returnSettlementId, one.contentIndex])
      .map((value) => (typeof value === 'bigint' ? String(value) : value)),
  ])
  const evidence = Object.fromEntries(moved.map((one) => [one.id, one.evidence]))
  const cell = (at: number, type = 'text') => `($4::jsonb -> r.id::text ->> ${at})::${type}`
  const those = `r.tenant_id = $1 and r.id = any(array(select unnest($3::uuid[]))) and r.status = ${cell(0)}`
  const rows = await tx.query(
    `with left_behind as (
       insert into receipt_transitions (tenant_id, receipt_id, step, from_status, to_status, at, actor, evidence)
       select r.tenant_id, r.id, r.step, r.previous_status, r.status, r.stepped_at, r.actor, r.evidence
       from receipts r where ${those})
     update receipts r set step = r.step + 1, previous_status = r.status, status = ${cell(1)}, stepped_at = $2,
       actor = ${cell(2)}, reason = ${cell(3)}, account_id = ${cell(4, 'bigint')}, customer_id = ${cell(5, 'bigint')},
       place = ${cell(6)}, hold_id = ${cell(7, 'uuid')}, return_code = ${cell(8)}, settlement_id = ${cell(9, 'uuid')},
       answer = ${cell(10)}, return_settlement_id = ${cell(11, 'uuid')}, content_index = ${cell(12)},
       evidence = nullif($5::jsonb -> r.id::text, 'null'::jsonb)
     where ${those}
     returning 1 as moved`,
    [
      ...[tenantId, now.toString(), moved.map(({ id }) => id), JSON.stringify(Object.fromEntries(cells))],
      JSON.stringify(evidence),
    ],
  )
  if (rows.length < steps.length)
    throw new IllegalReceiptStep(`${steps.length - rows.length} of ${steps.length} receipts were in another state`)
  return moved
}

/** The conditions of a search; a receipt must meet all of them. Amounts are in minor units. */
export interface ReceiptFilter {
  /** Only receipts of this customer and those below it; undefined for the whole institution. */
  belongingTo: bigint | undefined
  customerId: bigint | undefined
  accountId: bigint | undefined
  statuses: readonly ReceiptStatus[] | undefined
  direction: 'Credit' | 'Debit' | undefined
  /** The first and the last settlement date, yyyy-mm-dd. */
  fromDate: string | undefined
  toDate: string | undefined
  minAmount: bigint | undefined
  maxAmount: bigint | undefined
  rail: string | undefined
  traceNumber: string | undefined
  uetr: string | undefined
  fileId: string | undefined
}

/** A page of receipts, newest first. */
export async function searchReceipts(
  db: Connection,
  tenantId: bigint,
  filter: ReceiptFilter,
  page: PageRequest,
): Promise<PageOf<Receipt>> {
  const where = conditions(tenantId)
  const { belongingTo, statuses } = filter
  if (belongingTo !== undefined)
    where.and(`customer_id in (select id from customers_under($1, ${where.bind(belongingTo)}) as u (id))`)
  where.equals('customer_id', filter.customerId)
  where.equals('account_id', filter.accountId)
  if (statuses !== undefined) where.and(`status = any(${where.bind(statuses)}::text[])`)
  where.equals('direction', filter.direction)
  where.equals('rail', filter.rail)
  where.equals('trace_number', filter.traceNumber)
  where.equals('uetr', filter.uetr)
  where.equals('file_id', filter.fileId)
  if (filter.fromDate !== undefined) where.and(`settlement_date >= ${where.bind(filter.fromDate)}`)
  if (filter.toDate !== undefined) where.and(`settlement_date <= ${where.bind(filter.toDate)}`)
  if (filter.minAmount !== undefined) where.and(`amount >= ${where.bind(filter.minAmount)}`)
  if (filter.maxAmount !== undefined) where.and(`amount <= ${where.bind(filter.maxAmount)}`)
  const from = `from receipts where tenant_id = $1 ${where}`
  const rows = await readPage<Receipt>(db, where, page, (bounds) => `select * ${from} order by id desc ${bounds}`)
  return { rows, total: await readTotal(db, where, `select count(*) as total ${from}`) }
}

/** A step of a receipt. */
export interface ReceiptStep {
  at: Temporal.Instant
  from: ReceiptStatus | null
  to: ReceiptStatus
  actor: string
  evidence: unknown
}

/** The steps of a receipt, in their order. */
export async function readSteps(db: Connection, tenantId: bigint, receiptId: string): Promise<ReceiptStep[]> {
  return db.query<ReceiptStep>(
    `select at, from_status as "from", to_status as "to", actor, evidence
     from receipt_steps where tenant_id = $1 and receipt_id = $2 order by step`,
    [tenantId, receiptId],
  )
}

/** What the activity of an account shows of a receipt. */
export interface ReceiptOfAccount {
  id: string
  rail: string
  originatorName: string
  receiverIdentification: string
  entryDescription: string
  /** Null for an item of a message, which has the reference of its originator. */
  traceNumber: string | null
  endToEndId: string | null
  addenda: readonly string[]
}

/** The receipts among these ids, for the transactions of an account. */
export function readReceiptsOfAccount(
  db: Connection,
  tenantId: bigint,
  ids: readonly string[],
): Promise<ReceiptOfAccount[]> {
  return db.query(
    `select id, rail, originator_name, receiver_identification, entry_description, trace_number, end_to_end_id, addenda
     from receipts where tenant_id = $1 and id = any(array(select unnest($2::uuid[])))`,
    [tenantId, ids],
  )
}
