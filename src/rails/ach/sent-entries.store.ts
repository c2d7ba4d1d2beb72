import { Temporal } from 'temporal-polyfill'
import type { Connection } from '../../db/client.ts'
import type { EntryType } from '../../kernel/rail.ts'

/** An entry of the institution in a file that was written: what an answer to it names. */
export interface SentEntry {
  /** Whether it pays or collects, reverses what was collected, or only checks an account. */
  kind: 'Entry' | 'Reversal' | 'Prenote'
  /** The payment; of a prenotification, its own id. */
  paymentId: string
  customerId: bigint
  /** Null if the payment names no contact. */
  contactId: bigint | null
  traceNumber: string
  effectiveDate: Temporal.PlainDate
  /** In cents. */
  amount: bigint
  entryType: EntryType
  secCode: string | null
  status: string
  receiverName: string
  receiverAccountNumber: string
  /** The routing number of the receiver's bank, nine digits. */
  receiverRouting: string
}

/**
 * The entries with these trace numbers in files that were written, by their effective date: a
 * number comes back after ten million entries, and older entries had it on each day, so the bounds
 * keep the entries of a number few.
 */
export async function findSentEntries(
  db: Connection,
  tenantId: bigint,
  traceNumbers: readonly string[],
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
): Promise<SentEntry[]> {
  if (traceNumbers.length === 0) return []
  const rows = await db.query<Omit<SentEntry, 'effectiveDate'> & { effectiveDate: string }>(
    // The account number is a column of payments and not of a union, so that it is opened.
    `select e.kind, e.trace_number, e.effective_date, p.id as payment_id, p.customer_id, p.contact_id, p.sec_code,
       case e.kind when 'Entry' then p.entry_type else 'CREDIT' end as entry_type, s.status,
       p.amount - coalesce(s.deducted_amount, 0) as amount, p.receiver_name, p.receiver_account_number,
       p.receiver_bank_code as receiver_routing
     from (
       select 'Entry' as kind, payment_id, file_id, trace_number, effective_entry_date as effective_date
       from ach_entries
       where tenant_id = $1 and trace_number = any($2::text[]) and effective_entry_date between $3 and $4
       union all
       select 'Reversal', payment_id, file_id, trace_number, effective_entry_date from ach_reversals
       where tenant_id = $1 and trace_number = any($2::text[]) and effective_entry_date between $3 and $4) e
       join ach_files f on f.tenant_id = $1 and f.id = e.file_id and f.written_at is not null
       join payments p on p.tenant_id = $1 and p.id = e.payment_id
       join payment_states s on s.tenant_id = $1 and s.payment_id = e.payment_id`,
    [tenantId, traceNumbers, from.toString(), to.toString()],
  )
  const entries = rows.map((row) => ({ ...row, effectiveDate: Temporal.PlainDate.from(row.effectiveDate) }))
  return [...entries, ...(await findSentPrenotes(db, tenantId, traceNumbers, { from, to }))]
}

/** The prenotifications among them. */
async function findSentPrenotes(
  db: Connection,
  tenantId: bigint,
  traceNumbers: readonly string[],
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
): Promise<SentEntry[]> {
  const rows = await db.query<Omit<SentEntry, 'effectiveDate'> & { effectiveDate: string }>(
    `select 'Prenote' as kind, n.id as payment_id, n.customer_id, n.contact_id, n.trace_number,
       n.effective_entry_date as effective_date, 0::bigint as amount, n.entry_type, n.sec_code, n.status,
       n.receiver_name, n.receiver_account_number, n.receiver_bank_code as receiver_routing
     from prenotes n join ach_files f on f.tenant_id = $1 and f.id = n.file_id and f.written_at is not null
     where n.tenant_id = $1 and n.trace_number = any($2::text[]) and n.effective_entry_date between $3 and $4`,
    [tenantId, traceNumbers, from.toString(), to.toString()],
  )
  return rows.map((row) => ({ ...row, effectiveDate: Temporal.PlainDate.from(row.effectiveDate) }))
}
