import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { insertRows } from '../../db/rows.ts'
import { sealCell } from '../../db/seal-rows.ts'
import type { DepartureKind } from '../handover/departure-kinds.ts'
import { type AchEntry, contentOf, countDepartedFile } from './ach.store.ts'

/**
 * Counts a file that left before the database was restored, so that no other file of its day gets
 * its name, its id or its trace numbers.
 */
export async function noteDepartedFile(
  tx: Transaction,
  tenantId: bigint,
  { name, lastTraceNumber }: { name: string; lastTraceNumber: string },
): Promise<void> {
  const [, year, month, date, number] = /-(\d{4})(\d{2})(\d{2})-(\d{4,9})\.ach$/.exec(name) ?? []
  if (number === undefined) return
  const counted = { files: Number(number), lastTrace: Number(lastTraceNumber.slice(-7) || 0) }
  await countDepartedFile(tx, tenantId, { day: `${year}-${month}-${date}`, ...counted })
}

/** Stores such a file once it counts as handed over. Nobody has its content any more. */
export async function insertDepartedFile(
  tx: Transaction,
  tenantId: bigint,
  { id, name }: { id: string; name: string },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into ach_files (tenant_id, id, name, content, entries, created_at, written_at)
     select $1, $2::uuid, $3::text, $4::text, count(*), $5::timestamptz, $5::timestamptz from rail_departures where tenant_id = $1 and handover_id = $2`,
    [tenantId, id, name, sealCell(tx.keyring, tenantId, contentOf(id), ''), now.toString()],
  )
}

/** A payment of such a file that waits in this database to be collected. */
export interface DepartedEntry extends Omit<AchEntry, 'effectiveDate'> {
  fileId: string
  fileName: string
  effectiveDate: string
}

/**
 * Usually nothing has, since the database was never restored. Then this is one look-up, and the
 * payments that wait are not read.
 */
const SOME_DEPARTED = '(select true from rail_departures where tenant_id = $1 limit 1)'

/** Locks payments that wait to be collected and have left in a file that counts as handed over. */
export async function claimDepartedEntries(tx: Transaction, tenantId: bigint, limit: number): Promise<DepartedEntry[]> {
  const rows = await tx.query<DepartedEntry>(
    `select d.handover_id as file_id, h.name as file_name, d.payment_id, d.reference as trace_number,
       d.value_date as effective_date, s.speed
     from payment_states s
       join rail_departures d on d.tenant_id = $1 and d.payment_id = s.payment_id and d.kind = 'Entry'
       join rail_handovers h on h.tenant_id = $1 and h.id = d.handover_id and h.status = 'HandedOver'
     where ${SOME_DEPARTED} and s.tenant_id = $1 and s.status = 'READY_TO_TRANSMIT' and s.rail = 'ACH'
       and not exists (select from ach_entries e where e.tenant_id = $1 and e.payment_id = s.payment_id)
     order by h.left_at, d.payment_id limit $2 for no key update of s skip locked`,
    [tenantId, limit],
  )
  // One that left twice is recorded in the first of its files.
  return [...Map.groupBy(rows, ({ paymentId }) => paymentId).values()].map(([first]) => first!)
}

export async function insertDepartedEntries(
  tx: Transaction,
  tenantId: bigint,
  entries: readonly DepartedEntry[],
): Promise<void> {
  await insertRows(
    tx,
    'ach_entries',
    { tenantId },
    entries.map(({ paymentId, fileId, traceNumber, effectiveDate }) => ({
      ...{ paymentId, fileId, traceNumber, effectiveEntryDate: effectiveDate },
    })),
  )
}

/** Locks reversals that wait for a file and have left in one that counts as handed over. */
export async function claimDepartedReversals(
  tx: Transaction,
  tenantId: bigint,
  limit: number,
): Promise<{ fileId: string; paymentId: string; traceNumber: string; effectiveDate: string }[]> {
  return tx.query(
    `select d.handover_id as file_id, d.payment_id, d.reference as trace_number, d.value_date as effective_date
     from ach_reversals r
       join rail_departures d on d.tenant_id = $1 and d.payment_id = r.payment_id and d.kind = 'Reversal'
       join rail_handovers h on h.tenant_id = $1 and h.id = d.handover_id and h.status = 'HandedOver'
     where ${SOME_DEPARTED} and r.tenant_id = $1 and r.file_id is null and r.returned_at is null
     order by h.left_at, d.payment_id limit $2 for no key update of r skip locked`,
    [tenantId, limit],
  )
}

/** What is in a file, as the evidence names it. */
export async function readItems(
  tx: Transaction,
  tenantId: bigint,
  fileId: string,
): Promise<{ kind: DepartureKind; paymentId: string; reference: string; valueDate: string }[]> {
  return tx.query(
    `select 'Entry' as kind, payment_id, trace_number as reference, effective_entry_date as value_date
     from ach_entries where tenant_id = $1 and file_id = $2
     union all select 'Reversal', payment_id, trace_number, effective_entry_date
     from ach_reversals where tenant_id = $1 and file_id = $2
     union all select kind, receipt_id, trace_number, effective_entry_date
     from ach_returns where tenant_id = $1 and file_id = $2
     union all select 'Prenote', id, trace_number, effective_entry_date
     from prenotes where tenant_id = $1 and file_id = $2
     order by reference`,
    [tenantId, fileId],
  )
}

/** How many payments of a file have left in another one, and in which; undefined if none. */
export async function readLeftElsewhere(
  tx: Transaction,
  tenantId: bigint,
  fileId: string,
): Promise<{ payments: number; name: string } | undefined> {
  return tx.row(
    `select count(*)::int4 as payments, min(h.name) as name
     from (select payment_id, 'Entry' as kind from ach_entries where tenant_id = $1 and file_id = $2
           union all select payment_id, 'Reversal' from ach_reversals where tenant_id = $1 and file_id = $2
           union all select receipt_id, kind from ach_returns where tenant_id = $1 and file_id = $2
           union all select id, 'Prenote' from prenotes where tenant_id = $1 and file_id = $2) e
       join rail_departures d on d.tenant_id = $1 and d.payment_id = e.payment_id and d.kind = e.kind
       join rail_handovers h on h.tenant_id = $1 and h.id = d.handover_id and h.status <> 'Replaced' and h.id <> $2
     having count(*) > 0`,
    [tenantId, fileId],
  )
}
