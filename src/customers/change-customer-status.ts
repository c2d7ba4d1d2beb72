import type { Temporal } from 'temporal-polyfill'
import { findWaitingApproval } from '../approvals/approvals.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { requireInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type CustomerRow, lockCustomer, writeStatus } from './customers.store.ts'
import { type CustomerStatus, nextStatus } from './domain/customer-state.ts'

/** What the institution does with a customer's state. */
export type StatusChange = { step: 'activate' } | { step: 'suspend'; reason: string }

const done = { activate: 'activated', suspend: 'suspended' } as const

/**
 * The institution activates or suspends a customer. One whose change still waits for approval is activated to Pending, and Active once that is
 * decided. Of two that try at once the second finds the state that the first has left. The reason stays in the audit trail: an event is read by
 * the customer too, who may not be told of an investigation (31 U.S.C. 5318(g)(2)).
 */
export async function changeCustomerStatus(
  tx: Transaction,
  principal: Principal,
  customerUID: string,
  change: StatusChange,
  now: Temporal.Instant,
): Promise<Result<CustomerRow, Refusal>> {
  const { tenantId, clientId } = principal
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const before = await lockCustomer(tx, tenantId, BigInt(customerUID))
  if (!before) return refusal('customerNotFound')
  const action = done[change.step]
  if (before.id === institution.value.legalEntityId)
    return refusal('customerStateNotAllowed', `the institution's own entity is always Active and can not be ${action}`)
  const subject = { kind: 'customer', subjectId: String(before.id) } as const
  const waits = change.step === 'activate' && (await findWaitingApproval(tx, tenantId, subject))
  const next = nextStatus(before.status as CustomerStatus, waits ? 'activateWaiting' : change.step)
  if (!next.ok) {
    const may = next.refusal.from.join(' or ')
    return refusal(
      'customerStateNotAllowed',
      `the customer is ${before.status}, and only one that is ${may} can be ${action}`,
    )
  }
  // What goes on once the change is decided goes on as Active.
  const resumesAs = next.value === 'Pending' ? 'Active' : null
  const after = await writeStatus(tx, tenantId, before.id, next.value, now, resumesAs)
  await recordChange(
    tx,
    {
      tenantId,
      actor: clientId,
      action: `customer.${action}`,
      subject: { kind: 'customer', id: String(before.id), customerId: before.id },
      before: { status: before.status },
      after: { status: after.status, ...('reason' in change && { reason: change.reason }) },
    },
    now,
    { status: after.status },
  )
  return accept(after)
}
