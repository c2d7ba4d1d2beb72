import type { Temporal } from 'temporal-polyfill'
import { ACH_COMPANY_ID } from '../../customers/customers.ts'
import type { Transaction } from '../../db/client.ts'
import { type StoredContent, storedContent, whyAltered } from '../../db/content-digest.ts'
import { CONTACTS } from '../../db/digested-tables.ts'
import { hasDeparted } from '../handover/departures.store.ts'
import { COMPANY_COLUMNS, type EntryRow, paymentOf } from './ach.store.ts'
import type { AchPayment } from './ach-payment.ts'

/** Prenotifications `n` that wait for a file. */
const WAITING = `from prenotes n
  where n.tenant_id = $1 and n.status = 'Queued' and n.file_id is null and not ${hasDeparted('n.id', 'Prenote')}`

/** When the first prenotification that waits for a file was made. */
export async function firstPrenote(tx: Transaction, tenantId: bigint): Promise<Temporal.Instant | undefined> {
  const row = await tx.row<{ at: Temporal.Instant | null }>(`select min(n.created_at) as at ${WAITING}`, [tenantId])
  return row?.at ?? undefined
}

/** A prenotification to write. */
export interface WaitingPrenote extends AchPayment {
  /** Why it must not leave: what suspends it, or that it checks another account by now; or null. */
  objection: string | null
}

/**
 * Locks prenotifications that wait for a file, as entries without an amount. What would hold back a
 * payment speaks against one: no money waits with it, so that it does not wait.
 */
export async function claimPrenotes(
  tx: Transaction,
  tenantId: bigint,
  { requestedUntil, limit }: { requestedUntil: Temporal.Instant; limit: number },
): Promise<WaitingPrenote[]> {
  const rows = await tx.query<EntryRow & Pick<WaitingPrenote, 'objection'> & { contact: StoredContent }>(
    `select n.id as payment_id, 'Economy' as speed, 0::bigint as amount, n.entry_type, n.sec_code, true as is_prenote,
       n.receiver_name, n.receiver_account_number, n.receiver_account_number_index, n.contact_id, n.receiver_account_type, n.receiver_bank_code as receiver_routing_number,
       n.external_reference_id, null as reference_for_beneficiary, c.legal_name as company_name, c.id as customer_id,
       case when n.sec_code in ('WEB', 'TEL') then 'Recurring' end as authorization_type,
       ${COMPANY_COLUMNS},
       case when c.status not in ('Active', 'New') then 'the customer is not active'
         when a.status <> 'Active' then 'the account is not active'
         when k.status <> 'Active' then 'the contact is not approved'
         when k.account_number_index <> n.receiver_account_number_index or k.national_code is distinct from n.receiver_bank_code
           then 'the account of the contact was changed' end as objection, ${storedContent(CONTACTS, 'k')} as contact
     from (select * ${WAITING} and n.created_at <= $3
         order by n.created_at, n.id limit $4 for no key update of n skip locked) n
       join accounts a on a.tenant_id = $1 and a.id = n.account_id
       join customers c on c.tenant_id = $1 and c.id = n.customer_id
       join contacts k on k.tenant_id = $1 and k.id = n.contact_id
     order by n.created_at, n.id`,
    [tenantId, ACH_COMPANY_ID.pattern, requestedUntil.toString(), limit],
  )
  return rows.map(({ objection, contact, ...row }) => {
    const altered = whyAltered(tx.keyring, tenantId, CONTACTS, contact)
    return { ...paymentOf(row), objection: objection ?? altered ?? null }
  })
}

/** Records the file and the trace numbers of prenotifications. */
export async function notePrenotesCollected(
  tx: Transaction,
  tenantId: bigint,
  { fileId, effectiveDate }: { fileId: string; effectiveDate: string },
  entries: readonly { prenoteId: string; traceNumber: string; batchNumber?: number }[],
): Promise<void> {
  await tx.query(
    `update prenotes n set file_id = $2, effective_entry_date = $3, trace_number = e.trace_number,
       batch_number = e.batch_number
     from unnest($4::uuid[], $5::text[], $6::integer[]) as e (id, trace_number, batch_number)
     where n.tenant_id = $1 and n.id = e.id and n.file_id is null`,
    [
      ...[tenantId, fileId, effectiveDate, entries.map(({ prenoteId }) => prenoteId)],
      entries.map(({ traceNumber }) => traceNumber),
      entries.map(({ batchNumber }) => batchNumber ?? null),
    ],
  )
}

/** Locks prenotifications that wait for a file and have left in one that counts as handed over. */
export async function claimDepartedPrenotes(
  tx: Transaction,
  tenantId: bigint,
  limit: number,
): Promise<{ prenoteId: string; fileId: string; traceNumber: string; effectiveDate: string }[]> {
  return tx.query(
    `select n.id as prenote_id, d.handover_id as file_id, d.reference as trace_number, d.value_date as effective_date
     from prenotes n
       join rail_departures d on d.tenant_id = $1 and d.payment_id = n.id and d.kind = 'Prenote'
       join rail_handovers h on h.tenant_id = $1 and h.id = d.handover_id and h.status = 'HandedOver'
     where (select true from rail_departures where tenant_id = $1 limit 1) and n.tenant_id = $1
       and n.status = 'Queued' and n.file_id is null
     order by h.left_at, n.id limit $2 for no key update of n skip locked`,
    [tenantId, limit],
  )
}
