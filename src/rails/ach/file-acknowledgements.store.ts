import { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { insertRows } from '../../db/rows.ts'
import { words } from '../../kernel/words.ts'
import type { RailMessage } from '../message.ts'
import { ACH_TIME_ZONE } from './collection-window.ts'
import { readFileControl } from './nacha/index.ts'
import type { AcknowledgedTotals, FileAcknowledgement } from './read-acknowledgement.ts'

/**
 * Accepted or Rejected by the operator. Different: it does not agree with what was sent, or was
 * said before.
 */
export const ACKNOWLEDGEMENT_OUTCOMES = words('AcknowledgementOutcome', ['Accepted', 'Rejected', 'Different'])
export type AcknowledgementOutcome = (typeof ACKNOWLEDGEMENT_OUTCOMES)[number]

/** A file that left, with the totals of its file control. */
export interface AcknowledgedFile {
  id: string
  name: string
  totals: AcknowledgedTotals
}

/** The most files that can have left in one minute with the same file id. */
const MOST = 100

/**
 * The file with the header that the operator names; undefined if none has left with it. Files that
 * were sent again have the same header: the first one has the payments.
 */
export async function findAcknowledged(
  db: Connection,
  tenantId: bigint,
  { origin, createdOn, createdAt, fileId }: FileAcknowledgement,
): Promise<AcknowledgedFile | undefined> {
  const minute = minuteOf(createdOn, createdAt)
  if (!minute) return undefined
  const rows = await db.query<{ id: string; name: string; content: string }>(
    `select f.id, f.name, f.content from ach_files f
       join rail_handovers h on h.tenant_id = $1 and h.id = f.id and h.resends is null
     where f.tenant_id = $1 and f.created_at >= $2 and f.created_at < $3 order by f.created_at, f.id limit ${MOST}`,
    [tenantId, minute.toString(), minute.add({ minutes: 1 }).toString()],
  )
  for (const { id, name, content } of rows) {
    const header = content.slice(0, 94)
    const isIt = header.slice(13, 23).trim() === origin && header.slice(23, 34) === `${createdOn}${createdAt}${fileId}`
    const control = isIt ? readFileControl(content) : undefined
    if (control) {
      const { batchCount: batches, entryAddendaCount: entries } = control
      const { totalDebitCents: debitTotal, totalCreditCents: creditTotal } = control
      return { id, name, totals: { batches, entries, debitTotal, creditTotal } }
    }
  }
  return undefined
}

/** Undefined if the date or the time does not exist. */
function minuteOf(createdOn: string, createdAt: string): Temporal.Instant | undefined {
  const [year, month, day] = [createdOn.slice(0, 2), createdOn.slice(2, 4), createdOn.slice(4)]
  try {
    return Temporal.PlainDateTime.from(`20${year}-${month}-${day}T${createdAt.slice(0, 2)}:${createdAt.slice(2)}`)
      .toZonedDateTime(ACH_TIME_ZONE)
      .toInstant()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** What the operator said of the file last; undefined if nothing. Locks the file. */
export async function lockLastSaid(
  tx: Transaction,
  tenantId: bigint,
  fileId: string,
): Promise<'Accepted' | 'Rejected' | undefined> {
  await tx.query('select from rail_handovers where tenant_id = $1 and id = $2 for no key update', [tenantId, fileId])
  const row = await tx.row<{ outcome: 'Accepted' | 'Rejected' }>(
    `select outcome from ach_file_acknowledgements where tenant_id = $1 and file_id = $2 and outcome <> 'Different'
     order by id desc limit 1`,
    [tenantId, fileId],
  )
  return row?.outcome
}

export interface StoredAcknowledgement {
  id: string
  fileId: string
  incomingFileId: string
  outcome: AcknowledgementOutcome
  reason: string | null
  totals: AcknowledgedTotals
}

/** One that is stored already stays as it is. */
export async function insertAcknowledgement(
  tx: Transaction,
  tenantId: bigint,
  { totals, ...acknowledgement }: StoredAcknowledgement,
  now: Temporal.Instant,
): Promise<void> {
  const again = 'on conflict (tenant_id, incoming_file_id) do nothing'
  const row = { ...acknowledgement, ...totals }
  await insertRows(tx, 'ach_file_acknowledgements', { tenantId, createdAt: now }, [row], again)
}

/** The most that are shown of a file. */
const MOST_SHOWN = 20

export type ShownAcknowledgement = Omit<StoredAcknowledgement, 'totals' | 'id' | 'fileId'> &
  AcknowledgedTotals & { createdAt: Temporal.Instant }

/** What the operator said of a file, oldest first. */
export async function readAcknowledgementsOf(
  db: Connection,
  tenantId: bigint,
  fileId: string,
): Promise<ShownAcknowledgement[]> {
  return db.query<ShownAcknowledgement>(
    `select incoming_file_id, outcome, reason, batches, entries, debit_total, credit_total, created_at
     from ach_file_acknowledgements where tenant_id = $1 and file_id = $2 order by id limit ${MOST_SHOWN}`,
    [tenantId, fileId],
  )
}

/**
 * What the operator said of the files of a payment's entry and of its reversing entry. Without the
 * reason: customers read it too, and it may have the totals of the whole file.
 */
export async function readFileAcknowledgements(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
): Promise<RailMessage[]> {
  const rows = await tx.query<{
    at: Temporal.Instant
    outcome: AcknowledgementOutcome
    reference: string
    fileName: string
  }>(
    `select a.created_at as at, a.outcome, e.trace_number as reference, f.name as file_name
     from (select file_id, trace_number from ach_entries where tenant_id = $1 and payment_id = $2
           union all select file_id, trace_number from ach_reversals
           where tenant_id = $1 and payment_id = $2 and file_id is not null) e
       join ach_file_acknowledgements a on a.tenant_id = $1 and a.file_id = e.file_id
       join ach_files f on f.tenant_id = $1 and f.id = e.file_id
     order by a.id limit ${MOST_SHOWN}`,
    [tenantId, paymentId],
  )
  return rows.map(({ outcome, ...row }) => ({ ...row, rail: 'ACH', event: EVENTS[outcome] }))
}

const EVENTS = { Accepted: 'fileAccepted', Rejected: 'fileRejected', Different: 'fileDisputed' } as const
