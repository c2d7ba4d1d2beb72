import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { contentIndex, type StoredContent, storedContent, whyAltered } from '../../db/content-digest.ts'
import { ACH_RETURNS } from '../../db/digested-tables.ts'
import { hasDeparted } from '../handover/departures.store.ts'
import type { IatRecords } from './nacha/index.ts'

/**
 * A return of a received entry, or a contested dishonored return. Of what another bank answered: a
 * dishonored return, or a refused notification of change.
 */
export type ReturnKind = 'Return' | 'Contest' | 'Dishonor' | 'Refusal'

export interface ReturnKey {
  receiptId: string
  kind: ReturnKind
}

/**
 * Queues returns for the next file. Throws if one of a kind was queued before, unless it was set
 * aside: each goes once.
 */
export async function requestReturns(
  tx: Transaction,
  tenantId: bigint,
  returns: readonly (ReturnKey & { code: string; information?: string })[],
  now: Temporal.Instant,
): Promise<void> {
  if (returns.length === 0) return
  const queued = await tx.query(
    `insert into ach_returns (tenant_id, receipt_id, kind, code, information, content_index, requested_at)
     select $1, r.*, $2 from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[]) as r
     on conflict (tenant_id, receipt_id, kind) do update set code = excluded.code, content_index = excluded.content_index,
       information = excluded.information, requested_at = excluded.requested_at, set_aside_at = null, set_aside_reason = null
     where ach_returns.set_aside_at is not null and ach_returns.file_id is null
     returning 1 as queued`,
    [
      ...[tenantId, now.toString(), returns.map(({ receiptId }) => receiptId)],
      ...[returns.map(({ kind }) => kind), returns.map(({ code }) => code)],
      returns.map(({ information = '' }) => information),
      returns.map((one) => contentIndex(tx, tenantId, ACH_RETURNS, { information: '', ...one })),
    ],
  )
  if (queued.length < returns.length) throw new Error('a return of a receipt was queued before')
}

/** Whether a return of the kind was queued for the receipt, and not set aside before it left. */
export async function isReturnRequested(
  tx: Transaction,
  tenantId: bigint,
  { receiptId, kind }: ReturnKey,
): Promise<boolean> {
  const row = await tx.row(
    `select from ach_returns where tenant_id = $1 and receipt_id = $2 and kind = $3
       and (set_aside_at is null or file_id is not null)`,
    [tenantId, receiptId, kind],
  )
  return row !== undefined
}

const waits = `t.file_id is null and t.set_aside_at is null
  and (r.settlement_id is not null or r.amount = 0)
  and case t.kind when 'Return' then not ${hasDeparted('t.receipt_id', 'Return')}
    when 'Contest' then not ${hasDeparted('t.receipt_id', 'Contest')}
    when 'Dishonor' then not ${hasDeparted('t.receipt_id', 'Dishonor')}
    else not ${hasDeparted('t.receipt_id', 'Refusal')} end`

const from = 'from ach_returns t join receipts r on r.tenant_id = $1 and r.id = t.receipt_id'

/** The earliest request time of the returns that wait for a file. */
export async function firstReturn(tx: Transaction, tenantId: bigint): Promise<Temporal.Instant | undefined> {
  const row = await tx.row<{ at: Temporal.Instant | null }>(
    `select min(t.requested_at) as at ${from} where t.tenant_id = $1 and ${waits}`,
    [tenantId],
  )
  return row?.at ?? undefined
}

/** A return to write, with the entry that came in. Amounts are cents, dates yyyy-mm-dd. */
export interface WaitingReturn extends ReturnKey {
  code: string
  transactionCode: string
  originatorRouting: string
  accountNumber: string
  amount: bigint
  receiverIdentification: string
  receiverName: string
  discretionaryData: string
  originatorName: string
  originatorIdentification: string
  secCode: string
  entryDescription: string
  direction: string
  originalTraceNumber: string
  settlementDate: string
  /** Of the return that was dishonored; null for a return. */
  returnTraceNumber: string | null
  returnedOn: string | null
  returnCode: string | null
  dishonorTraceNumber: string | null
  dishonorCode: string | null
  dishonoredOn: string | null
  /** What a dishonored return says besides its code. */
  information: string
  /** Of the answer that goes back; null for other kinds. */
  answeredCode: string | null
  answeredTraceNumber: string | null
  answeredDfi: string | null
  correctedData: string | null
  /** Of an international entry: what its return repeats. */
  iatRecords: IatRecords | null
}

/**
 * Locks returns that wait for a file: of entries that have settled, because a return settles after
 * its entry. One that was altered, or that nobody asked for, waits on, and the verification names
 * it.
 */
export async function claimReturns(
  tx: Transaction,
  tenantId: bigint,
  { requestedUntil, limit, timeZone }: { requestedUntil: Temporal.Instant; limit: number; timeZone: string },
): Promise<WaitingReturn[]> {
  const rows = await tx.query<WaitingReturn & { asked: StoredContent }>(
    `select ${storedContent(ACH_RETURNS, 't')} as asked, t.receipt_id, t.kind, t.code, t.information, a.code as answered_code,
       a.original_trace_number as answered_trace_number, a.other_dfi as answered_dfi, a.corrected_data,
       r.transaction_code, r.originator_routing, r.account_number,
       r.account_number_index, r.amount, r.receiver_identification, r.receiver_name, r.discretionary_data,
       r.originator_name, r.originator_identification, r.sec_code, r.entry_description, r.direction,
       r.trace_number as original_trace_number, r.settlement_date, r.parties -> 'records' as iat_records, b.trace_number as return_trace_number,
       b.effective_entry_date as returned_on, b.code as return_code, b.dishonor_trace_number, b.dishonor_code,
       coalesce(b.dishonor_settlement_date, (b.dishonored_at at time zone $4)::date) as dishonored_on
     ${from}
       left join ach_returns b on b.tenant_id = $1 and b.receipt_id = t.receipt_id and b.kind = 'Return' and t.kind = 'Contest'
       left join ach_answers a on a.tenant_id = $1 and a.file_id = r.file_id and a.entry_number = r.entry_number
         and t.kind in ('Dishonor', 'Refusal')
     where t.tenant_id = $1 and t.requested_at <= $2 and ${waits}
     order by t.requested_at, t.receipt_id, t.kind limit $3 for no key update of t skip locked`,
    [tenantId, requestedUntil.toString(), limit, timeZone],
  )
  return rows.flatMap(({ asked, ...one }) =>
    whyAltered(tx.keyring, tenantId, ACH_RETURNS, asked) === undefined ? one : [],
  )
}

/** Notes that returns can leave no more, with the reasons. */
export async function setAsideReturns(
  tx: Transaction,
  tenantId: bigint,
  setAside: readonly (ReturnKey & { reason: string })[],
  now: Temporal.Instant,
): Promise<void> {
  if (setAside.length === 0) return
  await tx.query(
    `update ach_returns t set set_aside_at = $2, set_aside_reason = w.reason
     from unnest($3::uuid[], $4::text[], $5::text[]) as w (receipt_id, kind, reason)
     where t.tenant_id = $1 and t.receipt_id = w.receipt_id and t.kind = w.kind and t.set_aside_at is null`,
    [
      ...[tenantId, now.toString(), setAside.map(({ receiptId }) => receiptId)],
      ...[setAside.map(({ kind }) => kind), setAside.map(({ reason }) => reason)],
    ],
  )
}

/** Records the file and the trace numbers of returns. */
export async function noteReturnFile(
  tx: Transaction,
  tenantId: bigint,
  { fileId, effectiveDate }: { fileId: string; effectiveDate: string },
  written: readonly (ReturnKey & { traceNumber: string })[],
): Promise<void> {
  await tx.query(
    `update ach_returns t set file_id = $2, effective_entry_date = $3, trace_number = w.trace_number
     from unnest($4::uuid[], $5::text[], $6::text[]) as w (receipt_id, kind, trace_number)
     where t.tenant_id = $1 and t.receipt_id = w.receipt_id and t.kind = w.kind and t.file_id is null`,
    [
      ...[tenantId, fileId, effectiveDate, written.map(({ receiptId }) => receiptId)],
      ...[written.map(({ kind }) => kind), written.map(({ traceNumber }) => traceNumber)],
    ],
  )
}

/** Locks returns that wait for a file and have left in one that counts as handed over. */
export async function claimDepartedReturns(
  tx: Transaction,
  tenantId: bigint,
  limit: number,
): Promise<(ReturnKey & { fileId: string; traceNumber: string; effectiveDate: string })[]> {
  return tx.query(
    `select t.receipt_id, t.kind, d.handover_id as file_id, d.reference as trace_number, d.value_date as effective_date
     from ach_returns t
       join rail_departures d on d.tenant_id = $1 and d.payment_id = t.receipt_id and d.kind = t.kind
       join rail_handovers h on h.tenant_id = $1 and h.id = d.handover_id and h.status = 'HandedOver'
     where (select true from rail_departures where tenant_id = $1 limit 1) and t.tenant_id = $1 and t.file_id is null
     order by h.left_at, t.receipt_id limit $2 for no key update of t skip locked`,
    [tenantId, limit],
  )
}

/** A return whose file has left. */
export interface LeftReturn extends ReturnKey {
  code: string
  traceNumber: string
  effectiveEntryDate: string
  fileName: string
}

/** Locks returns whose file has left, and that nobody has noted yet. */
export async function claimLeft(tx: Transaction, tenantId: bigint, limit: number): Promise<LeftReturn[]> {
  return tx.query<LeftReturn>(
    `select t.receipt_id, t.kind, t.code, t.trace_number, t.effective_entry_date, f.name as file_name
     from ach_returns t join ach_files f on f.tenant_id = $1 and f.id = t.file_id and f.written_at is not null
     where t.tenant_id = $1 and t.file_id is not null and t.left_at is null
     order by t.receipt_id limit $2 for no key update of t skip locked`,
    [tenantId, limit],
  )
}

/** Notes that returns have left, and when they settle; null for one that moves no money. */
export async function noteLeft(
  tx: Transaction,
  tenantId: bigint,
  left: readonly (ReturnKey & { settlementDueAt: Temporal.Instant | null })[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update ach_returns t set left_at = $2, settlement_due_at = w.due_at
     from unnest($3::uuid[], $4::text[], $5::timestamptz[]) as w (receipt_id, kind, due_at)
     where t.tenant_id = $1 and t.receipt_id = w.receipt_id and t.kind = w.kind and t.left_at is null`,
    [
      ...[tenantId, now.toString(), left.map(({ receiptId }) => receiptId), left.map(({ kind }) => kind)],
      left.map(({ settlementDueAt }) => settlementDueAt?.toString() ?? null),
    ],
  )
}

/** Locks returns that are due to settle. */
export async function claimReturnsToSettle(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<(ReturnKey & { settlementDueAt: Temporal.Instant })[]> {
  return tx.query(
    `select receipt_id, kind, settlement_due_at from ach_returns
     where tenant_id = $1 and settlement_due_at <= $2 and settlement_id is null
     order by settlement_due_at, receipt_id limit $3 for no key update skip locked`,
    [tenantId, now.toString(), limit],
  )
}

/** Records the settlements of returns. */
export async function noteReturnsSettled(
  tx: Transaction,
  tenantId: bigint,
  settled: readonly (ReturnKey & { settlementId: string })[],
): Promise<void> {
  await tx.query(
    `update ach_returns t set settlement_id = w.settlement_id
     from unnest($2::uuid[], $3::text[], $4::uuid[]) as w (receipt_id, kind, settlement_id)
     where t.tenant_id = $1 and t.receipt_id = w.receipt_id and t.kind = w.kind and t.settlement_id is null`,
    [
      ...[tenantId, settled.map(({ receiptId }) => receiptId), settled.map(({ kind }) => kind)],
      settled.map(({ settlementId }) => settlementId),
    ],
  )
}

/** A return of ours that came back dishonored. */
export interface DishonoredReturn {
  receiptId: string
  code: string
  dishonorTraceNumber: string
  /** The day on which the dishonored return settles. */
  settlementDate: Temporal.PlainDate
  /** Null if it moves no money. */
  settlementId: string | null
}

/** A return of the institution that has left, with the entry that it returned. */
export interface SentReturn {
  receiptId: string
  traceNumber: string
  code: string
  /**
   * The day on which it settles, as its file says, and as the network does: yyyy-mm-dd. The
   * second is null if it moves no money.
   */
  effectiveEntryDate: string
  settledOn: string | null
  originalTraceNumber: string
  originatorRouting: string
  /** In cents. */
  amount: bigint
}

/**
 * Locks the returns with these trace numbers that have left and are not dishonored yet. A trace
 * number can come back on another day.
 * @param timeZone that of the days of settlement
 */
export async function lockReturnsByTrace(
  tx: Transaction,
  tenantId: bigint,
  { traceNumbers, timeZone }: { traceNumbers: readonly string[]; timeZone: string },
): Promise<SentReturn[]> {
  return tx.query(
    `select t.receipt_id, t.trace_number, t.code, t.effective_entry_date, r.originator_routing, r.amount,
       (t.settlement_due_at at time zone $3)::date as settled_on, r.trace_number as original_trace_number
     ${from}
     where t.tenant_id = $1 and t.trace_number = any(array(select unnest($2::text[]))) and t.kind = 'Return'
       and t.left_at is not null and t.dishonored_at is null
     order by t.left_at, t.receipt_id for no key update of t`,
    [tenantId, traceNumbers, timeZone],
  )
}

export async function noteDishonored(
  tx: Transaction,
  tenantId: bigint,
  dishonored: readonly DishonoredReturn[],
  now: Temporal.Instant,
): Promise<void> {
  for (const { receiptId, code, dishonorTraceNumber, settlementDate, settlementId } of dishonored)
    await tx.query(
      `update ach_returns set dishonored_at = $3, dishonor_code = $4, dishonor_trace_number = $5, dishonor_settlement_id = $6,
         dishonor_settlement_date = $7
       where tenant_id = $1 and receipt_id = $2 and kind = 'Return' and dishonored_at is null`,
      [tenantId, receiptId, now.toString(), code, dishonorTraceNumber, settlementId, settlementDate.toString()],
    )
}

/** The day on which the dishonored return of a receipt settled: yyyy-mm-dd. */
export async function readDishonorDate(
  tx: Transaction,
  tenantId: bigint,
  { receiptId, timeZone }: { receiptId: string; timeZone: string },
): Promise<string | undefined> {
  const row = await tx.row<{ date: string }>(
    `select coalesce(dishonor_settlement_date, (dishonored_at at time zone $3)::date) as date
     from ach_returns where tenant_id = $1 and receipt_id = $2 and kind = 'Return' and dishonored_at is not null`,
    [tenantId, receiptId, timeZone],
  )
  return row?.date
}

/** What another bank answered, whose money or data a receipt has. */
export interface AnsweredEntry {
  answerId: string
  kind: string
  code: string | null
}

/** The answers of receipts, by receipt. */
export async function readAnswersOf(
  tx: Transaction,
  tenantId: bigint,
  receiptIds: readonly string[],
): Promise<Map<string, AnsweredEntry>> {
  if (receiptIds.length === 0) return new Map()
  const rows = await tx.query<AnsweredEntry & { receiptId: string }>(
    `select r.id as receipt_id, a.id as answer_id, a.kind, a.code
     from receipts r join ach_answers a on a.tenant_id = $1 and a.file_id = r.file_id and a.entry_number = r.entry_number
     where r.tenant_id = $1 and r.id = any(array(select unnest($2::uuid[]))) and r.is_answer`,
    [tenantId, receiptIds],
  )
  return new Map(rows.map(({ receiptId, ...answer }) => [receiptId, answer]))
}

/** Our dishonored returns that have left, by trace number, with the payments of their returns. */
export async function findDishonors(
  tx: Transaction,
  tenantId: bigint,
  traceNumbers: readonly string[],
): Promise<{ traceNumber: string; code: string; receiptId: string; paymentId: string | null }[]> {
  if (traceNumbers.length === 0) return []
  return tx.query(
    `select t.trace_number, t.code, t.receipt_id, a.payment_id ${from}
       left join ach_answers a on a.tenant_id = $1 and a.file_id = r.file_id and a.entry_number = r.entry_number
     where t.tenant_id = $1 and t.trace_number = any(array(select unnest($2::text[]))) and t.kind = 'Dishonor'
       and t.left_at is not null
     order by t.left_at`,
    [tenantId, traceNumbers],
  )
}
