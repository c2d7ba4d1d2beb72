import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../../db/client.ts'
import { insertRows } from '../../../db/rows.ts'
import { newId } from '../../../kernel/id.ts'
import { words } from '../../../kernel/words.ts'

export const NOSTRO_DIRECTIONS = words('NostroDirection', ['Credit', 'Debit'])

/** An entry of an account of the institution, as its correspondent reports it. */
export interface NostroEntry {
  messageId: string
  messageType: string
  bic: string
  accountNumber: string
  currency: string
  direction: (typeof NOSTRO_DIRECTIONS)[number]
  /** In minor units. */
  amount: bigint
  /** ExternalEntryStatus1Code: BOOK, PDNG, INFO or FUTR. */
  status: string
  bookedOn: Temporal.PlainDate | null
  valueDate: Temporal.PlainDate | null
  /** The correspondent's own reference. */
  reference: string | null
  uetr: string | null
  paymentId: string | null
}

export async function insertNostroEntries(
  tx: Transaction,
  tenantId: bigint,
  entries: readonly NostroEntry[],
  now: Temporal.Instant,
): Promise<void> {
  const rows = entries.map(({ bookedOn, valueDate, ...entry }) => ({
    ...{ id: newId(now), ...entry },
    bookedOn: bookedOn?.toString() ?? null,
    valueDate: valueDate?.toString() ?? null,
  }))
  await insertRows(tx, 'nostro_entries', { tenantId, createdAt: now }, rows)
}

/** Whether money with this UETR came to an account of ours, as a booked entry says. */
export async function isCredited(
  db: Connection,
  tenantId: bigint,
  { uetr, amount, currency }: { uetr: string; amount: bigint; currency: string },
): Promise<boolean> {
  const row = await db.row(
    `select from nostro_entries where tenant_id = $1 and uetr = $2 and direction = 'Credit' and status = 'BOOK'
       and amount = $3 and currency = $4 limit 1`,
    [tenantId, uetr, amount, currency],
  )
  return row !== undefined
}
