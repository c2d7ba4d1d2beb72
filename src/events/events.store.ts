import type { Temporal } from 'temporal-polyfill'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../db/client.ts'

export interface NewEvent {
  tenantId: bigint
  /** As `customer.created`. */
  type: string
  subject: { kind: string; id: string; customerId?: bigint }
  data: unknown
}

export async function insertEvent(tx: Transaction, event: NewEvent, now: Temporal.Instant): Promise<void> {
  const { tenantId, type, subject, data } = event
  await tx.query(
    `insert into events (tenant_id, id, type, subject_kind, subject_id, customer_id, data, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      tenantId,
      uuidv7({ msecs: now.epochMilliseconds }),
      type,
      subject.kind,
      subject.id,
      subject.customerId ?? null,
      JSON.stringify(data),
      now.toString(),
    ],
  )
}
