import type { Temporal } from 'temporal-polyfill'
import { findWaitingApproval } from '../approvals/approvals.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { requireInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { endAccessOfPeople } from '../tokens/api-clients.ts'
import { type CustomerRow, lockCustomer, writeStatus } from './customers.store.ts'
import { type CustomerStatus, nextStatus } from './domain/customer-state.ts'

/** A change of a customer's status by the institution. */
export type StatusChange = { step: 'activate' } | { step: 'suspend'; reason: string }

const done = { activate: 'activated', suspend: 'suspended' } as const

/**
 * Activates or suspends a customer; only the institution may. A change that waits for approval
 * stops no suspension, and its decision leaves the customer Suspended. If one waits still,
 * activation makes the customer Pending, and the decision makes it Active. The reason goes into the
 * audit trail only: the customer can read events, and must not learn of a suspicious activity
 * report (31 U.S.C. 5318(g)(2)).
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
    return refusal('customerStateNotAllowed', `the institution's own entity is always Active and cannot be ${action}`)
  if (!before.isAdmitted && change.step === 'suspend')
    return refusal('customerStateNotAllowed', 'the customer waits for its admission: reject the approval instead')
  const subject = { kind: 'customer', subjectId: String(before.id) } as const
  const waits = change.step === 'activate' && (await findWaitingApproval(tx, tenantId, subject))
  const next = nextStatus(before.status as CustomerStatus, waits ? 'activateWaiting' : change.step)
  if (!next.ok) {
    const allowed = next.refusal.from.join(' or ')
    return refusal(
      'customerStateNotAllowed',
      `the customer is ${before.status}; only ${allowed} customers can be ${action}`,
    )
  }
  // After the decision on its waiting change, the customer resumes as Active.
  const resumesAs = next.value === 'Pending' ? 'Active' : null
  const after = await writeStatus(tx, tenantId, before.id, next.value, now, resumesAs)
  if (change.step === 'suspend') await endAccessOfPeople(tx, { tenantId, customerId: before.id })
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
