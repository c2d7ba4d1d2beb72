import type { Temporal } from 'temporal-polyfill'
import type { Actor } from '../approvals/approvals.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { renderCustomer } from './customers.schema.ts'
import { type CustomerRow, writeStatus } from './customers.store.ts'
import { type CustomerStatus, nextStatus } from './domain/customer-state.ts'

interface Held {
  /** Locked by the caller. */
  before: CustomerRow
  /** The decided approval, for the audit record. */
  approval?: object
}

/**
 * Makes a New or Active customer Pending while a change waits. Pending and Suspended customers keep
 * their status: neither can pay.
 */
export async function holdCustomer(
  tx: Transaction,
  actor: Actor,
  { before }: Held,
  now: Temporal.Instant,
): Promise<CustomerRow> {
  const status = before.status as CustomerStatus
  const next = nextStatus(status, 'awaitApproval')
  return next.ok ? step(tx, actor, { before, status: next.value, resumesAs: status }, now) : before
}

/** Returns a Pending customer to its earlier status. Other customers keep their status. */
export async function resumeCustomer(
  tx: Transaction,
  actor: Actor,
  { before, approval }: Held,
  now: Temporal.Instant,
): Promise<CustomerRow> {
  const resume = before.resumesAs === 'New' ? 'resumeNew' : 'resumeActive'
  const next = nextStatus(before.status as CustomerStatus, resume)
  return next.ok ? step(tx, actor, { before, approval, status: next.value }, now) : before
}

async function step(
  tx: Transaction,
  { tenantId, clientId }: Actor,
  { before, approval, status, resumesAs }: Held & { status: CustomerStatus; resumesAs?: CustomerStatus },
  now: Temporal.Instant,
): Promise<CustomerRow> {
  const after = await writeStatus(tx, tenantId, before.id, status, now, resumesAs)
  await recordChange(
    tx,
    {
      tenantId,
      actor: clientId,
      action: 'customer.updated',
      subject: { kind: 'customer', id: String(before.id), customerId: before.id },
      before: renderCustomer(before),
      after: { ...renderCustomer(after), approval },
    },
    now,
  )
  return after
}
