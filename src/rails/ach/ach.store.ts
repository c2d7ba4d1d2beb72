import { Temporal } from 'temporal-polyfill'
import { ACH_COMPANY_ID } from '../../customers/customers.ts'
import { lockTenant } from '../../db/advisory-locks.ts'
import { splitAltered } from '../../db/altered-rows.ts'
import type { Transaction } from '../../db/client.ts'
import { CONTENT_WITH_HOLD, queryLeaving } from '../../db/payment-content.ts'
import { isOwnSeal } from '../../db/places.ts'
import { insertRows } from '../../db/rows.ts'
import { sealCell } from '../../db/seal-rows.ts'
import { hasDeparted } from '../handover/departures.store.ts'
import { insertHandover } from '../handover/handovers.store.ts'
import type { RailMessage } from '../message.ts'
import type { AchSpeed } from './collection-window.ts'
import type { AchPayment, ComposedFile } from './compose-file.ts'
import { entryTextsOf, type WrittenPayment } from './entry-texts.ts'
import { type AchDay, TRACE_NUMBERS } from './file-ids.ts'
import { withParties } from './international.store.ts'

/**
 * Adds the day, whose entries go on behind the last one of any day. A day that an older node added
 * began again at 1 (`entries_before` is null): the numbers then go on behind all of them.
 */
async function addAchDay(tx: Transaction, tenantId: bigint, day: string): Promise<void> {
  await lockTenant(tx, { lock: 'achFiles', tenantId }, 'exclusive')
  await tx.query(
    `insert into ach_days (tenant_id, day, files, entries, entries_before)
     select $1, $2::date, 0, last.entries, last.entries from (
       select coalesce((
         select case when newest.entries_before is not null then newest.entries else greatest(
           (select max(entries) from ach_days where tenant_id = $1 and entries_before is null),
           (select entries from ach_days where tenant_id = $1 and entries_before is not null order by day desc limit 1)) end
         from ach_days newest where tenant_id = $1 order by day desc limit 1), 0) % ${TRACE_NUMBERS} as entries) as last
     on conflict (tenant_id, day) do nothing`,
    [tenantId, day],
  )
}

interface DayCounters {
  files: number
  entries: number
  entriesBefore: number
}

const DAY_COLUMNS = 'files, entries, coalesce(entries_before, 0) as entries_before'

/**
 * Locks the counters of the day and of the newest day, whose entries count on, so that an
 * institution's files are created one at a time.
 */
export async function lockAchDay(tx: Transaction, tenantId: bigint, day: Temporal.PlainDate): Promise<AchDay> {
  await addAchDay(tx, tenantId, day.toString())
  const rows = await tx.query<DayCounters>(
    `select ${DAY_COLUMNS} from ach_days where tenant_id = $1 and day >= $2 order by day desc for no key update`,
    [tenantId, day.toString()],
  )
  return { day, files: rows.at(-1)!.files, ...tracesOf(rows[0]!) }
}

/** The day's counters, without a lock. */
export async function readAchDay(tx: Transaction, tenantId: bigint, day: Temporal.PlainDate): Promise<AchDay> {
  const row = await tx.row<DayCounters>(`select ${DAY_COLUMNS} from ach_days where tenant_id = $1 and day = $2`, [
    tenantId,
    day.toString(),
  ])
  return { day, files: row?.files ?? 0, ...tracesOf(row ?? { entries: 0, entriesBefore: 0 }) }
}

const tracesOf = ({ entries, entriesBefore }: Pick<DayCounters, 'entries' | 'entriesBefore'>) => {
  return { entries: entries - entriesBefore, lastTrace: entries % TRACE_NUMBERS }
}

/** Counts a file of the day, and its entries on the newest day. The caller has locked both. */
export async function countFile(tx: Transaction, tenantId: bigint, { day }: AchDay, entries: number): Promise<void> {
  await tx.query(
    `update ach_days set files = files + (day = $2::date)::integer,
       entries = entries + case when day = newest.day_of_entries then $3::integer else 0 end
     from (select max(day) as day_of_entries from ach_days where tenant_id = $1) as newest
     where tenant_id = $1 and day in ($2::date, newest.day_of_entries)`,
    [tenantId, day.toString(), entries],
  )
}

/**
 * Counts a file that left before the database was restored. Its last number is that of the day, or
 * one after the numbers began again.
 */
export async function countDepartedFile(
  tx: Transaction,
  tenantId: bigint,
  { day, files, lastTrace }: { day: string; files: number; lastTrace: number },
): Promise<void> {
  await addAchDay(tx, tenantId, day)
  await tx.query(
    `update ach_days set files = greatest(files, $3), entries = greatest(entries,
       $4::integer + case when $4::integer between 1 and entries_before then ${TRACE_NUMBERS} else 0 end)
     where tenant_id = $1 and day = $2`,
    [tenantId, day, files, lastTrace],
  )
}

/**
 * Whether any payment can be collected. Called several times a second while payments wait, so the
 * order names the index whose range has only collectable ones.
 */
export async function hasCollectable(
  tx: Transaction,
  tenantId: bigint,
  wanted: { speed: AchSpeed; validatedUntil: Temporal.Instant },
): Promise<boolean> {
  const row = await tx.row<{ found: boolean }>(
    `select exists (select from (
       select from payment_states s where s.tenant_id = $1 and s.status = 'READY_TO_TRANSMIT' and s.rail = 'ACH' and s.speed = $2
         and s.validated_at <= $3 and not ${hasDeparted('s.payment_id', 'Entry')}
       order by s.validated_at, s.payment_id limit 1) as first) as found`,
    [tenantId, wanted.speed, wanted.validatedUntil.toString()],
  )
  return row?.found === true
}

/**
 * For each speed, the earliest time from which a payment waits for collection: its validation. A
 * draw on an FX contract waits until it may leave.
 */
export async function firstCollectable(
  tx: Transaction,
  tenantId: bigint,
): Promise<{ speed: AchSpeed; validatedAt: Temporal.Instant }[]> {
  return tx.query(
    `select s.speed, min(case when x.payment_id is null then s.validated_at else greatest(s.validated_at, s.leaves_at) end) as validated_at
     from payment_states s left join payment_exchanges x on x.tenant_id = $1 and x.payment_id = s.payment_id
     where s.tenant_id = $1 and s.status = 'READY_TO_TRANSMIT' and s.rail = 'ACH'
       and not ${hasDeparted('s.payment_id', 'Entry')} group by s.speed`,
    [tenantId],
  )
}

/**
 * The columns of a `WrittenPayment`, from payment `p` and its customer `c`, or with the name of the
 * originator from an entry.
 */
const writtenColumns = (originator = 'c.legal_name') => `
  p.sec_code, p.receiver_name, ${originator} as company_name, p.external_reference_id,
  p.details -> 'additionalInfo' ->> 'referenceForBeneficiary' as reference_for_beneficiary,
  p.details -> 'additionalInfo' ->> 'receiverIdentificationNumber' as receiver_identification_number,
  p.details #>> '{additionalInfo,unstructuredAddendaInfo,addendaInformation}' as addenda_information`

/** What identifies the originator, from its account `a` and its customer `c`. $2 is a pattern. */
export const COMPANY_COLUMNS = `
  coalesce(substring(a.features #>> '{achFeature,achCompanyId}' from $2), c.ach_company_id) as company_id,
  c.tax_id, c.customer_type = 'Consumer' as is_consumer`

/**
 * The columns of an `AchPayment`, from payment `p`, its state `s`, its account `a` and its customer
 * `c`. $2 is the pattern of a company identification.
 */
export const entryColumns = `
  p.id as payment_id, s.speed, p.amount - coalesce(s.deducted_amount, 0) as amount, p.receiver_account_number,
  p.receiver_account_number_index, p.contact_id, p.receiver_account_id, p.receiver_account_type, p.receiver_bank_code as receiver_routing_number,
  ${writtenColumns()},
  case when p.sec_code in ('WEB', 'TEL') then coalesce(initcap(p.details -> 'additionalInfo' ->> 'authorizationType'),
    case when exists (select from payment_occurrences o where o.tenant_id = $1 and o.payment_id = p.id) then 'Recurring' else 'Single' end)
  end as authorization_type,
  p.details -> 'additionalInfo' ->> 'checkSerialNumber' as check_serial_number,
  p.details -> 'additionalInfo' ->> 'terminalCity' as terminal_city,
  p.details -> 'additionalInfo' ->> 'terminalState' as terminal_state,
  p.details #> '{additionalInfo,remittance}' as remittance,
  p.details -> 'additionalInfo' ->> 'transactionTypeCode' as category_purpose,
  p.details -> 'additionalInfo' ->> 'companyEntryDescription' as company_entry_description,
  a.features #>> '{achFeature,companyEntryDescription}' as account_description,
  c.profile ->> 'companyEntryDescription' as customer_description,
  p.details ? 'reinitiationOf' as is_reinitiation,
  c.id as customer_id, ${COMPANY_COLUMNS}`

/** A row of `entryColumns`. */
export interface EntryRow extends Omit<AchPayment, 'companyIdentification'> {
  companyId: string | null
  taxId: string | null
  isConsumer: boolean
}

/**
 * The company identification is the one agreed with the bank; or else 1 and the nine digits of the
 * tax id, or 9 and the customer's number at the bank (Nacha batch header 41-50). Every receiving
 * bank reads it: a person's tax id never stands there.
 */
export function paymentOf({ companyId, taxId, isConsumer, ...row }: EntryRow): AchPayment {
  const known = isConsumer ? null : taxId
  return { ...row, companyIdentification: companyId ?? identificationOf(known, row.customerId) }
}

function identificationOf(taxId: string | null, customerId: bigint): string {
  const digits = taxId?.replaceAll(/[^0-9]/g, '') ?? ''
  const [kind, id] = digits === '' ? ['9', String(customerId)] : ['1', digits]
  return `${kind}${id.slice(-9).padStart(9, '0')}`
}

/** Joins the account and the customer of a payment `p`. */
export const entryJoins = `
  join accounts a on a.tenant_id = $1 and a.id = p.sender_account_id join customers c on c.tenant_id = $1 and c.id = p.customer_id`

/** A payment with a sealed value that is not what the service stored there, and why it is not. */
export interface AlteredPayment {
  paymentId: string
  why: string
}

const whyAltered = ({ paymentId, altered }: { paymentId: string; altered: string }) => ({ paymentId, why: altered })

export interface ClaimedPayments {
  payments: AchPayment[]
  altered: AlteredPayment[]
}

/**
 * Locks released payments that are not in a file yet and were validated by the collection time,
 * even if the worker runs later. A draw on an FX contract waits until the contract delivers: for
 * the time at which it leaves, and for an effective date from the contract's value date on.
 */
export async function claimAchPayments(
  tx: Transaction,
  tenantId: bigint,
  wanted: {
    speed: AchSpeed
    validatedUntil: Temporal.Instant
    limit: number
    now: Temporal.Instant
    effectiveDate: Temporal.PlainDate
  },
): Promise<ClaimedPayments> {
  const rows = await queryLeaving<EntryRow>(
    tx,
    tenantId,
    `select ${CONTENT_WITH_HOLD}, ${entryColumns}, p.entry_type
     from payment_states s join payments p on p.tenant_id = $1 and p.id = s.payment_id ${entryJoins}
     where s.tenant_id = $1 and s.status = 'READY_TO_TRANSMIT' and s.rail = 'ACH' and s.speed = $3 and s.validated_at <= $4
       and not exists (select from ach_entries e where e.tenant_id = $1 and e.payment_id = s.payment_id)
       and not ${hasDeparted('s.payment_id', 'Entry')}
       and not exists (select from payment_exchanges x
         join fx_contracts f on f.tenant_id = $1 and f.id = x.contract_id join fx_quotes q on q.tenant_id = $1 and q.id = f.quote_id
         where x.tenant_id = $1 and x.payment_id = s.payment_id and (s.leaves_at > $6 or q.value_date > $7))
     order by s.validated_at, s.payment_id limit $5 for no key update of s skip locked`,
    [
      ...[tenantId, ACH_COMPANY_ID.pattern, wanted.speed, wanted.validatedUntil.toString(), wanted.limit],
      ...[wanted.now.toString(), wanted.effectiveDate.toString()],
    ],
  )
  const { altered, unaltered } = splitAltered(rows)
  const found = await withParties(tx, tenantId, unaltered.map(paymentOf))
  return { payments: found.payments, altered: [...altered, ...found.altered].map(whyAltered) }
}

/** Where the content of a file is sealed. */
export const contentOf = (id: string) => ({ table: 'ach_files', column: 'content', key: [id] })

/**
 * Stores a file before it is handed over. Its payments are in `ach_entries` or `ach_reversals`,
 * its returns in `ach_returns`, and its prenotifications in `prenotes`.
 */
export async function insertAchFile(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  file: ComposedFile,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    'insert into ach_files (tenant_id, id, name, content, entries, created_at) values ($1, $2, $3, $4, $5, $6)',
    [
      tenantId,
      id,
      file.name,
      sealCell(tx.keyring, tenantId, contentOf(id), file.content),
      file.entryCount,
      now.toString(),
    ],
  )
  await insertHandover(tx, { tenantId, id, rail: 'ACH', name: file.name }, now)
}

export async function insertEntries(
  tx: Transaction,
  tenantId: bigint,
  fileId: string,
  { entries }: ComposedFile,
  effectiveDate: Temporal.PlainDate,
): Promise<void> {
  await insertRows(tx, 'ach_entries', { tenantId, fileId, effectiveEntryDate: effectiveDate.toString() }, entries)
}

/** The content of a file, as it is handed over; undefined if the service stored no such file. */
export async function readFileContent(tx: Transaction, tenantId: bigint, id: string): Promise<string | undefined> {
  // An expression stays sealed.
  const row = await tx.row<{ content: string; stored: string }>(
    `select id, content, content || '' as stored from ach_files where tenant_id = $1 and id = $2`,
    [tenantId, id],
  )
  const own = row && { table: 'ach_files', place: `ach_files.content:${id}`, stored: row.stored }
  return own && isOwnSeal(tx.keyring, tenantId, own) ? row.content : undefined
}

export async function markWritten(tx: Transaction, tenantId: bigint, id: string, now: Temporal.Instant): Promise<void> {
  await tx.query('update ach_files set written_at = $3 where tenant_id = $1 and id = $2', [
    tenantId,
    id,
    now.toString(),
  ])
}

export interface AchEntry {
  paymentId: string
  traceNumber: string
  effectiveDate: Temporal.PlainDate
  speed: AchSpeed
}

export async function readEntries(tx: Transaction, tenantId: bigint, fileId: string): Promise<AchEntry[]> {
  const rows = await tx.query<Omit<AchEntry, 'effectiveDate'> & { effectiveDate: string }>(
    `select e.payment_id, e.trace_number, e.effective_entry_date as effective_date, s.speed
     from ach_entries e join payment_states s on s.tenant_id = e.tenant_id and s.payment_id = e.payment_id
     where e.tenant_id = $1 and e.file_id = $2 order by e.trace_number`,
    [tenantId, fileId],
  )
  return rows.map((row) => ({ ...row, effectiveDate: Temporal.PlainDate.from(row.effectiveDate) }))
}

/** The messages of the payment's entry and of its reversing entry: collected, and then sent. */
export async function readAchMessages(tx: Transaction, tenantId: bigint, paymentId: string): Promise<RailMessage[]> {
  const rows = await tx.query<AchMessageRow>(
    `select e.trace_number as reference, e.effective_entry_date, e.batch_number, f.name as file_name, f.created_at, f.written_at,
       ${writtenColumns('coalesce(e.originator_name, c.legal_name)')}
     from ach_entries e join ach_files f on f.tenant_id = e.tenant_id and f.id = e.file_id
       join payments p on p.tenant_id = $1 and p.id = e.payment_id join customers c on c.tenant_id = $1 and c.id = p.customer_id
     where e.tenant_id = $1 and e.payment_id = $2
     union all
     select r.trace_number, r.effective_entry_date, r.batch_number, f.name, f.created_at, f.written_at, ${writtenColumns()}
     from ach_reversals r join ach_files f on f.tenant_id = r.tenant_id and f.id = r.file_id
       join payments p on p.tenant_id = $1 and p.id = r.payment_id join customers c on c.tenant_id = $1 and c.id = p.customer_id
     where r.tenant_id = $1 and r.payment_id = $2`,
    [tenantId, paymentId],
  )
  return rows.flatMap(({ createdAt, writtenAt, reference, effectiveEntryDate, fileName, batchNumber, ...texts }) => {
    const entry = { reference, effectiveEntryDate, fileName }
    // An entry of an earlier release has no batch number, and other rules for its texts.
    const said = batchNumber === null ? undefined : { batchNumber, information: given(entryTextsOf(texts)) }
    const collected: RailMessage = { ...entry, ...said, rail: 'ACH', at: createdAt, event: 'collected' }
    return writtenAt ? [collected, { ...collected, at: writtenAt, event: 'sent' }] : [collected]
  })
}

/** The texts that are not empty. */
function given(texts: object): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}

interface AchMessageRow extends WrittenPayment {
  reference: string
  effectiveEntryDate: string
  /** Null in a row of an earlier release. */
  batchNumber: number | null
  fileName: string
  createdAt: Temporal.Instant
  writtenAt: Temporal.Instant | null
}

/** Those of the payments that are in a file, also one that only the evidence shows. */
export async function readCollected(
  tx: Transaction,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    `select p.id from unnest($2::uuid[]) as p (id)
     where exists (select from ach_entries where tenant_id = $1 and payment_id = p.id) or ${hasDeparted('p.id', 'Entry')}`,
    [tenantId, paymentIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Whether a payment is in a file, also one that only the evidence shows. */
export async function isCollected(tx: Transaction, tenantId: bigint, paymentId: string): Promise<boolean> {
  const row = await tx.row<{ found: boolean }>(
    `select exists (select from ach_entries where tenant_id = $1 and payment_id = $2)
       or ${hasDeparted('$2', 'Entry')} as found`,
    [tenantId, paymentId],
  )
  return row?.found === true
}
